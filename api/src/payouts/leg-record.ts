import { z } from "zod";
import { OWN_SPENDING_MAX } from "../chains/signer";
import type { ClaimedAddress, LegRecord } from "../chains/signing-rules";
import { minUnits, mulDivCeil, type Rate } from "../core/amount";
import { ASSET_CODES, type AssetCode, assetOf } from "../core/assets";
import { figuresOf } from "../core/exchange-figures";
import { FEE_SCHEDULE } from "../core/fees";
import type { LegId } from "../core/ids";
import { err, ok, type Result } from "../core/result";
import type { Tx } from "../db/client";
import { PRICE_SCALE } from "../market/price";
import { type Grounds, type LegEvidence, readLegEvidence } from "./settlement-store";

/** No rate of a settlement is higher than the one that its order was quoted by more than this: half of it. */
const RATE_RISE = { numerator: 3n, denominator: 2n };
/** No order is charged less. */
const FEE_PPM_MIN = minUnits(FEE_SCHEDULE.homeMixerPpm, FEE_SCHEDULE.exchangePpm);

const unitsSchema = z.bigint();
const assetSchema = z.enum(ASSET_CODES);
/** Of an order's terms, what a payment is held against. */
const termsSchema = z.object({
  sendAsset: assetSchema,
  receiveAsset: assetSchema,
  payout: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("to"), address: z.string() }),
    z.object({ kind: z.literal("refund_only") }),
  ]),
  feePpm: unitsSchema,
  quote: z.object({ rate: z.object({ numerator: unitsSchema, denominator: unitsSchema }) }),
  mixer: z.object({ receiveAddresses: z.array(z.string()) }).optional(),
});

/**
 * What the signer pays for a leg: what its settlement, its own row, the order's terms and the credits behind it agree on, all
 * of it derived again. The error says in words where they differ.
 */
export async function legRecord(tx: Tx, legId: LegId, isOurs: IsOurs): Promise<Result<LegRecord, string>> {
  const evidence = await readLegEvidence(tx, legId);
  return evidence === undefined ? err("no such leg") : agreedOn(legId, evidence, isOurs);
}

/** Whether the keys derive an address at the index that another process wrote down for it. */
export type IsOurs = (claimed: ClaimedAddress) => boolean;

/** The same of evidence that was read. */
export function agreedOn(id: LegId, evidence: LegEvidence, isOurs: IsOurs): Result<LegRecord, string> {
  const { leg, settlement, recorded, earlier, forgottenIndex: index } = evidence;
  if (!leg.isOpen) return err("the leg is paid or was taken back");
  if (index !== null && isOurs({ chain: leg.chain, address: leg.destination, index }))
    return err("the recipient's address was ours");
  if (settlement === null) return err("the leg has no settlement");
  for (const field of ["kind", "owner", "asset", "destination", "units"] as const)
    if (leg[field] !== settlement[field]) return err(`the leg's ${field} differs from its settlement`);
  if (leg.chain !== assetOf(leg.asset).chain) return err("the leg's chain is not that of its asset");
  if (leg.feeUnitsMax > settlement.feeUnitsMax) return err("the leg's fee cap is above its settlement's");
  const trouble =
    settlement.kind === "loan"
      ? loanTrouble(evidence)
      : orderTrouble(evidence, { ...settlement, kind: settlement.kind }, isOurs);
  if (trouble !== null) return err(trouble);
  const { chain, asset, owner, destination, units } = leg;
  const feeUnitsMax = minUnits(leg.feeUnitsMax, OWN_SPENDING_MAX[chain] ?? 0n);
  const paid = { id, chain, asset, owner, destination, units, feeUnitsMax, recorded, earlier };
  return ok({
    ...paid,
    isRefund: leg.kind === "refund",
    valueUsdt: valueUsdtOf(evidence),
    doubt: doubtOf(evidence),
  });
}

/** What a leg pays at the board's price, in whole USDT, rounded up. */
function valueUsdtOf({ leg, priceScaled }: LegEvidence): bigint | null {
  const coin = 10n ** BigInt(assetOf(leg.asset).decimals);
  return priceScaled === null ? null : mulDivCeil(leg.units, priceScaled, PRICE_SCALE * coin);
}

function loanTrouble({ leg, loan }: LegEvidence): string | null {
  if (loan === null) return "the loan is missing";
  if (!loan.isPayable) return "the loan is not to be paid by this leg";
  if (leg.destination !== loan.receiveAddress) return "the destination is not the loan's address";
  if (leg.asset !== loan.asset || leg.units !== loan.units) return "the amount is not the loan's";
  return leg.feeUnitsMax === loan.feeUnitsMax ? null : "the fee cap is not the loan's";
}

type OfOrder = NonNullable<LegEvidence["settlement"]> & { kind: "payout" | "refund" };

function orderTrouble({ order }: LegEvidence, settled: OfOrder, isOurs: IsOurs): string | null {
  const { grounds } = settled;
  if (order === null) return "the order is missing";
  if (grounds === null) return "the settlement has no grounds";
  const terms = termsSchema.safeParse(order.terms);
  if (!terms.success) return "the order's terms cannot be read";
  const isPayout = settled.kind === "payout";
  // What was sent in another asset than agreed goes back in that asset.
  const credited = isPayout ? terms.data.sendAsset : settled.asset;
  if (grounds.networkFeeUnits < 0n) return "the network fee is below nothing";
  if (grounds.creditedUnits > (order.bookedUnits.get(credited) ?? 0n))
    return "the ledger has credited less than is paid for";
  const sum = (amounts: readonly { asset: AssetCode; units: bigint }[]): bigint =>
    amounts.reduce((total, { asset, units }) => (asset === credited ? total + units : total), 0n);
  // The process that hands out addresses could write down one that is not ours, and be credited for paying itself.
  const toUs = order.deposits.filter(({ index, ...place }) => index !== null && isOurs({ ...place, index }));
  if (grounds.creditedUnits + sum(order.paidElsewhere) > sum(toUs))
    return "credited deposits to our addresses are less than is paid for";
  if (order.otherLegs.some(({ kind }) => kind !== settled.kind))
    return "an order is paid or refunded, not both";
  const otherUnits = order.otherLegs.reduce((sum, leg) => sum + leg.units, 0n);
  if (isPayout) return payoutTrouble(terms.data, settled, { grounds, otherUnits });
  if (settled.destination !== order.refundAddress) return "the destination is not the order's refund address";
  return otherUnits === 0n && settled.units === grounds.creditedUnits - grounds.networkFeeUnits
    ? null
    : "the amount is not what was credited less the network fee";
}

function payoutTrouble(
  terms: z.output<typeof termsSchema>,
  settled: OfOrder,
  { grounds, otherUnits }: { grounds: Grounds; otherUnits: bigint },
): string | null {
  const { payout, mixer, receiveAsset, feePpm } = terms;
  const { rate, creditedUnits: sendUnits, networkFeeUnits } = grounds;
  if (payout.kind !== "to") return "the order can only be refunded";
  const payees = [payout.address, ...(mixer?.receiveAddresses ?? [])];
  if (!payees.includes(settled.destination)) return "the destination is not one of the order's";
  if (settled.asset !== receiveAsset) return "the asset is not the one that the order receives";
  if (rate === null) return "the settlement has no rate";
  if (feePpm < FEE_PPM_MIN) return "the order's fee is below every fee of ours";
  const { receiveUnits } = figuresOf({ sendUnits, rate, feePpm, networkFeeUnits });
  const isOwed =
    mixer === undefined
      ? otherUnits === 0n && settled.units === receiveUnits
      : otherUnits + settled.units <= receiveUnits;
  return isOwed ? null : "the amount is not what the credits bring";
}

/**
 * Why an approver has to look: a market can rise as far as that while an order is on hold, and a process that was taken over
 * can write any rate.
 */
function doubtOf({ settlement, order }: LegEvidence): string | null {
  const rate = settlement?.grounds?.rate ?? null;
  if (rate === null || order === null) return null;
  const { quote } = termsSchema.parse(order.terms);
  return isAbove(rate, quote.rate) ? "the rate is far above the order's quote" : null;
}

/** Whether a rate is above a quoted one by more than rates rise while an order waits. */
const isAbove = (rate: Rate, quoted: Rate): boolean =>
  rate.numerator * quoted.denominator * RATE_RISE.denominator >
  quoted.numerator * rate.denominator * RATE_RISE.numerator;
