import {
  formatRate,
  formatUnits,
  mulDivCeil,
  mulDivFloor,
  parseUnits,
  RATE_DECIMALS,
} from "../../core/amount";
import { amountText } from "../../core/asset-amount";
import { assetOf } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import type { Pair } from "../../market/market";
import type { OrderInput } from "./order-input";

/** When our figure is worse than the client's by more than this, the client gets a refusal instead of a surprise. */
const MOVED_PPM = 5_000n;
const PPM = 1_000_000n;

type OurFigures = {
  receiveUnits: bigint;
  rate: { numerator: bigint; denominator: bigint };
  feeUnits: bigint;
};

/**
 * Refuses where a figure that the client saw was clearly better than ours; ours applies otherwise. Errors: `amount/*`, and
 * `quote/moved` with our figures.
 */
export function movedSince(pair: Pair, ours: OurFigures, input: OrderInput): Problem | null {
  const { decimals } = assetOf(pair.receive);
  const rate = formatRate(ours.rate, { send: assetOf(pair.send).decimals, receive: decimals });
  const fee = formatUnits(ours.feeUnits, assetOf(pair.send).decimals);
  const moved = (pointer: string): Problem =>
    problem("quote/moved", {
      pointer,
      extra: { receiveAmount: amountText(pair.receive, ours.receiveUnits), exchangeRate: rate, fee },
    });
  if (input.receiveAmount !== undefined) {
    const pointer = "/receiveAmount";
    const seen = parseUnits(input.receiveAmount, decimals);
    if (!seen.ok) {
      const params = { currency: pair.receive, decimals: String(decimals) };
      return problem(seen.error, { pointer, params });
    }
    if (ours.receiveUnits < leastOf(seen.value)) return moved(pointer);
  }
  const figures = [
    { pointer: "/exchangeRate", text: input.exchangeRate, own: rate, isWorse: isClearlyLess },
    { pointer: "/fee", text: input.fee, own: fee, isWorse: isClearlyMore },
  ];
  for (const { pointer, text, own, isWorse } of figures) {
    if (text === undefined) continue;
    const seen = parseFigure(text);
    const current = parseFigure(own);
    if (seen === null || current === null) return problem("amount/format", { pointer });
    if (isWorse(current.scaled, seen)) return moved(pointer);
  }
  return null;
}

const leastOf = (seen: bigint): bigint => mulDivFloor(seen, PPM - MOVED_PPM, PPM);

/** A decimal at 18 places, and by how much less it may be off where the client rounded it at its last place. */
type Figure = { scaled: bigint; rounding: bigint };

function parseFigure(text: string): Figure | null {
  const parsed = parseUnits(text, RATE_DECIMALS);
  const places = text.split(".")[1]?.length ?? 0;
  const rounding = places === 0 ? 0n : 10n ** BigInt(RATE_DECIMALS - places);
  return parsed.ok ? { scaled: parsed.value, rounding } : null;
}

const isClearlyLess = (own: bigint, { scaled, rounding }: Figure): boolean =>
  own < leastOf(scaled) && own + rounding <= scaled;

const isClearlyMore = (own: bigint, { scaled, rounding }: Figure): boolean =>
  own > mulDivCeil(scaled, PPM + MOVED_PPM, PPM) && own >= scaled + rounding;
