import { assert } from "../core/assert";

/** Pieces that a round on a UTXO chain breaks one mix's amount into, and so outputs that it makes. */
export const ROUND_PIECES_MAX = 4;

/** Pieces of common size, largest first, and what is left over. */
export type Denominated = { pieces: bigint[]; restUnits: bigint };

/** No piece is smaller than this, and an amount makes no more pieces than that. */
export type DenominationLimits = { unitsMin: bigint; piecesMax: number };

/**
 * Splits an amount into 1, 2 and 5 times powers of ten of the smallest unit, the largest first: few sizes, so that
 * different amounts share most of their pieces. An amount below `unitsMin` is all rest.
 */
export function denominate(units: bigint, limits: DenominationLimits): Denominated {
  assert(units >= 0n && limits.unitsMin > 0n && limits.piecesMax >= 0, "amounts out of range");
  const pieces: bigint[] = [];
  let restUnits = units;
  while (pieces.length < limits.piecesMax) {
    const piece = largestDenomination(restUnits);
    if (piece < limits.unitsMin) break;
    pieces.push(piece);
    restUnits -= piece;
  }
  return { pieces, restUnits };
}

/** The largest of 1, 2, 5, 10, 20, 50, … that is not above the amount; 0 for 0. */
function largestDenomination(units: bigint): bigint {
  if (units === 0n) return 0n;
  const power = 10n ** BigInt(units.toString().length - 1);
  const factor = units / power;
  return (factor >= 5n ? 5n : factor >= 2n ? 2n : 1n) * power;
}

/**
 * The outputs of a round that several mixes share, sorted by size so that their order reveals nothing, and the sum of all
 * rests, which goes into the pool's one change output. Outputs and change sum to the amounts exactly.
 */
export function roundOutputs(
  amounts: readonly bigint[],
  limits: DenominationLimits,
): { outputs: bigint[]; changeUnits: bigint } {
  const split = amounts.map((units) => denominate(units, limits));
  return {
    outputs: split.flatMap(({ pieces }) => pieces).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    changeUnits: split.reduce((sum, { restUnits }) => sum + restUnits, 0n),
  };
}
