import { z } from "zod";
import { ASSET_CODES } from "../../core/assets";
import { bookIdOf, depositIdOf, legIdOf, orderIdOf } from "../../core/ids";
import { type MixerSettings, PRIVACY_LEVELS } from "../../mixer/settings";
import type { Order, OrderTerms } from "../machine/order";

/** What the `body` column keeps: all of an order that has no column of its own. */
export type OrderBody = Omit<Order, "id" | "trackingCode" | "version" | "terms" | "refundAddress">;

const asset = z.enum(ASSET_CODES);
const units = z.bigint();
const time = z.number();
const orderId = z.string().transform(orderIdOf);
const rate = z.strictObject({ numerator: units, denominator: units });
const choice = z.enum(["exchange", "refund"]);

const settings: z.ZodType<MixerSettings, unknown> = z.strictObject({
  form: z.enum(["home", "mixer"]),
  rounds: z.number(),
  delayMinutes: z.number(),
  randomDelay: z.boolean(),
  randomAmounts: z.boolean(),
  tor: z.boolean(),
  level: z.enum(PRIVACY_LEVELS),
});

const TERMS: z.ZodType<OrderTerms, unknown> = z.strictObject({
  parentId: orderId.nullable(),
  orderType: z.enum(["floating", "fixed"]),
  sendAsset: asset,
  receiveAsset: asset,
  sendUnits: units,
  payout: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("to"), address: z.string() }),
    z.strictObject({ kind: z.literal("refund_only"), because: z.enum(["wrong_asset", "claimed"]) }),
  ]),
  receiveMemo: z.string().nullable(),
  depositAddress: z.string(),
  book: z.string().transform(bookIdOf),
  feePpm: units,
  sendUnitsMin: units,
  sendUnitsMax: units,
  quote: z.strictObject({ rate, networkFeeUnits: units, receiveUnits: units }),
  mismatch: z.strictObject({
    less: choice.exactOptional(),
    more: choice.exactOptional(),
    late: choice.exactOptional(),
  }),
  mixer: z
    .strictObject({ settings, receiveAddresses: z.array(z.string()), roundUnits: units })
    .exactOptional(),
  createdAt: time,
  expiresAt: time,
});

const deposit = z.strictObject({
  id: z.string().transform(depositIdOf),
  txHash: z.string().nullable(),
  asset,
  units,
  seenAt: time,
  blockAt: time.nullable(),
  status: z.enum(["pending", "credited", "gone", "aside"]),
  replaced: z.boolean(),
  screening: z.enum(["open", "clear", "listed", "unknown"]),
  childId: orderId.nullable(),
  unawaited: z.literal(true).exactOptional(),
});

const leg = z.strictObject({
  id: z.string().transform(legIdOf),
  kind: z.enum(["payout", "refund"]),
  asset,
  units,
  feeUnitsMax: units,
  status: z.enum(["planned", "sent", "final", "reversed"]),
  txId: z.string().nullable(),
  reverts: z.number(),
  aboveCap: z.literal(true).exactOptional(),
});

const mix = z.strictObject({
  roundsDone: z.number(),
  roundsSkipped: z.number(),
  legsPlanned: z.number(),
  owedUnits: units,
  roundUnits: units,
  legFeeUnitsMax: units,
  roundFeeUnitsMax: units,
  feesAsideUnits: units,
  delayMinutes: z.number(),
  shortfall: z.number().nullable(),
});

const settlement = z.strictObject({
  sendAsset: asset,
  receiveAsset: asset,
  creditedUnits: units,
  feeUnits: units,
  grossUnits: units,
  networkFeeUnits: units,
  receiveUnits: units,
  rate,
  at: time,
});

const offer = z.strictObject({
  at: time,
  validUntil: time,
  exchange: z.strictObject({ rate, networkFeeUnits: units, receiveUnits: units }).nullable(),
  refund: z.strictObject({ networkFeeUnits: units, units }).nullable(),
});

const phase = z.discriminatedUnion("state", [
  z.strictObject({
    state: z.enum(["waiting", "confirming", "screening", "exchanging", "mixing", "sending", "refunding"]),
  }),
  z.strictObject({ state: z.enum(["completed", "refunded", "expired", "cancelled", "failed"]), at: time }),
  z.strictObject({
    state: z.literal("hold"),
    reason: z.enum(["listed", "unknown_source", "payout_failed", "fee_above_cap", "mix_key_lost"]),
    since: time,
  }),
  z.strictObject({
    state: z.literal("action_required"),
    reason: z.enum(["less", "more", "limit", "late", "repeat", "wrong_asset", "rate_moved", "no_reserve"]),
    offer,
    deadline: time,
    overdue: z.boolean(),
    unclaimed: z.boolean(),
  }),
]);

const consent = z.strictObject({
  rate,
  networkFeeUnits: units,
  sendUnits: units,
  receiveUnits: units,
  receiveUnitsMin: units,
  at: time,
});

const BODY: z.ZodType<OrderBody, unknown> = z.strictObject({
  phase,
  deposits: z.array(deposit),
  late: z.boolean(),
  closedAs: z.enum(["expired", "cancelled"]).nullable(),
  children: z.array(orderId),
  heldUnits: units,
  unpaidUnits: units,
  revision: z.number(),
  approval: z.union([z.literal("at_market"), consent]).nullable(),
  settlement: settlement.nullable(),
  legs: z.array(leg),
  mix: mix.exactOptional(),
  quarantinedUnits: units.exactOptional(),
  mixLost: z.literal(true).exactOptional(),
});

/** Reads an order's terms from their decoded column; throws where they are not what orders write. */
export const readTerms = (column: unknown): OrderTerms => TERMS.parse(column);

/** Reads an order's body from its decoded column; throws where it is not what orders write. */
export const readBody = (column: unknown): OrderBody => BODY.parse(column);

/** Reads a mix's settings out of an order's terms; throws where they are not what orders write. */
export const readSettings = (member: unknown): MixerSettings => settings.parse(member);
