import { mulDivFloor } from "../core/amount";

/**
 * Shares a transaction's network fee among the legs that it pays, in proportion to their caps. The shares sum to the
 * fee; while the fee is at most the sum of the caps, no share is above its cap. In native units.
 */
export function feeShares(feeUnits: bigint, caps: readonly bigint[]): bigint[] {
  const all = caps.reduce((sum, cap) => sum + cap, 0n);
  if (all === 0n) return caps.map((_, at) => (at === 0 ? feeUnits : 0n));
  let before = 0n;
  // Differences of one rounded running sum: nothing is lost, and each grows by no more than its cap.
  return caps.map((cap) => {
    const floor = mulDivFloor(feeUnits, before, all);
    before += cap;
    return mulDivFloor(feeUnits, before, all) - floor;
  });
}
