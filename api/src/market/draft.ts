import { parseUnits } from "../core/amount";
import { amountText } from "../core/asset-amount";
import { type AssetCode, assetOf, parseAssetCode } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import { type Figures, figuresOf, sendUnitsFor } from "../core/exchange-figures";
import type { OrderType } from "../core/fees";
import type { TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import { type MixerOffer, type OrderKind, parseOrderKind } from "../mixer/kind";
import { mixMoves } from "../mixer/network-cost";
import type { SettingsInput } from "../mixer/settings";
import { limitsOf } from "./limits";
import { type CurrentPrices, isActive, type Moves, networkChargeOf, type Pair, rateOf } from "./market";

/** An exchange as a visitor asks for it, with currencies and amount as they were typed. */
export type DraftInput = {
  send: string;
  receive: string;
  amount: string;
  /** Which side `amount` is of; `send` by default. */
  direction?: "send" | "receive" | undefined;
  /** `real-time` is an alias of `floating`, which is the default. */
  orderType?: "floating" | "fixed" | "real-time" | undefined;
  privacySettings?: SettingsInput | undefined;
  /** How many receive addresses a mix will have; 1 by default. */
  receiveAddressCount?: number | undefined;
};

/** Where each part of the input is in the request's body, so that a problem can point there (RFC 6901). */
export type DraftPointers = { send: string; receive: string; amount: string };

export type Draft = {
  pair: Pair;
  orderType: OrderType;
  kind: OrderKind;
  amount: { side: "send" | "receive"; units: bigint };
};

/** A draft with the market's figures of one moment; amounts in smallest units. */
export type PricedDraft = Draft & {
  at: TimeMs;
  sendUnits: bigint;
  /** Receive units per send unit. */
  rate: { numerator: bigint; denominator: bigint };
  figures: Figures;
  /** What the network fee pays for, and what it contains for each round of a mix. */
  moves: Moves;
  roundUnits: bigint;
  /** The least and most that may be sent. */
  limits: { min: bigint; max: bigint };
};

/**
 * Reads what an exchange or a mix is to be, in the one order of checks: currencies (`currency/unknown`,
 * `currency/paused`), the kind of order (`privacy/unavailable`, `mixer/*`,
 * and `mixer/fixed` for one at a fixed rate), what only a mix has (`request/invalid`), `pair/same`, the amount (`amount/*`).
 */
export function parseDraft(
  current: CurrentPrices,
  input: DraftInput,
  { pointers, mixer }: { pointers: DraftPointers; mixer: MixerOffer },
): Result<Draft, Problem> {
  const pair = parsePair(current, input, pointers);
  if (!pair.ok) return pair;
  const kind = parseOrderKind(input, mixer);
  if (!kind.ok) return kind;
  if (kind.value.settings === null && input.receiveAddressCount !== undefined)
    return err(problem("request/invalid", { pointer: "/receiveAddressCount" }));
  if (kind.value.settings === null && pair.value.send === pair.value.receive)
    return err(problem("pair/same", { pointer: pointers.receive }));
  const side = input.direction ?? "send";
  const amount = parseAmount(input.amount, pair.value[side], pointers.amount);
  if (!amount.ok) return amount;
  const orderType = input.orderType === "fixed" ? "fixed" : "floating";
  return ok({ pair: pair.value, orderType, kind: kind.value, amount: { side, units: amount.value } });
}

/**
 * Prices a draft at the market of now; `addresses` is how many receive addresses a mix has. Errors: `pair/paused`, then
 * `amount/min` and `amount/max` with the limit.
 */
export function priceDraft(
  current: CurrentPrices,
  draft: Draft,
  { now, pointer, addresses }: { now: TimeMs; pointer: string; addresses: number },
): Result<PricedDraft, Problem> {
  const { pair, amount } = draft;
  const { settings, feePpm } = draft.kind;
  const moves = { furtherUnits: [], mix: settings && mixMoves(settings, addresses) };
  const rate = rateOf(current, pair, now);
  const limits = limitsOf(current, pair, now, { moves, orderType: draft.orderType });
  if (rate === null || limits === null) return err(problem("pair/paused"));
  const gross = figuresOf({ sendUnits: amount.units, rate, feePpm, networkFeeUnits: 0n }).grossUnits;
  const payment = { units: amount.side === "receive" ? amount.units : gross, heldUnits: 0n };
  const charge = networkChargeOf(current, pair, now, moves, payment);
  if (charge === null) return err(problem("pair/paused"));
  const terms = { rate, networkFeeUnits: charge.units, feePpm };
  const sendUnits =
    amount.side === "receive" ? sendUnitsFor({ ...terms, receiveUnits: amount.units }) : amount.units;
  const refused = outOfLimits(pair.send, sendUnits, limits);
  if (refused !== null) return err(problem(refused.code, { pointer, params: refused.params }));
  const { roundUnits } = charge;
  const figures = figuresOf({ ...terms, sendUnits });
  return ok({ ...draft, at: now, sendUnits, rate, figures, moves, roundUnits, limits });
}

function outOfLimits(asset: AssetCode, units: bigint, limits: { min: bigint; max: bigint }) {
  const params = (limit: bigint) => ({ limit: amountText(asset, limit), currency: asset });
  if (units < limits.min) return { code: "amount/min", params: params(limits.min) } as const;
  if (units > limits.max) return { code: "amount/max", params: params(limits.max) } as const;
  return null;
}

/** Reads both currencies by any accepted spelling. Errors, in this order: unknown, paused. */
export function parsePair(
  current: CurrentPrices,
  input: { send: string; receive: string },
  pointers: { send: string; receive: string },
): Result<Pair, Problem> {
  const send = parseAssetCode(input.send);
  if (send === undefined) return err(problem("currency/unknown", { pointer: pointers.send }));
  const receive = parseAssetCode(input.receive);
  if (receive === undefined) return err(problem("currency/unknown", { pointer: pointers.receive }));
  const pair = { send, receive };
  for (const side of ["send", "receive"] as const) {
    if (isActive(current, pair[side])) continue;
    return err(problem("currency/paused", { pointer: pointers[side], params: { currency: pair[side] } }));
  }
  return ok(pair);
}

/** Reads an amount of an asset. Errors, in this order: format, precision, zero. */
function parseAmount(text: string, asset: AssetCode, pointer: string): Result<bigint, Problem> {
  const { decimals } = assetOf(asset);
  const parsed = parseUnits(text, decimals);
  if (!parsed.ok)
    return err(problem(parsed.error, { pointer, params: { currency: asset, decimals: String(decimals) } }));
  return parsed.value === 0n ? err(problem("amount/zero", { pointer })) : ok(parsed.value);
}
