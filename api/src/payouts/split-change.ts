/** With fewer coins than this a wallet splits its change into several, because each can pay once until it is locked. */
const COINS_WANTED = 32;
const PIECES_MAX = 4;

/**
 * Splits change that is locked for several blocks, so that the wallet comes to have many coins: into up to four equal
 * ones while it has few, none below `unitsMin`, and as long as the fee for more outputs stays below its maximum.
 */
export function splitChange(
  wallet: { changeUnits: bigint; coins: number; unitsMin: bigint },
  limits: { piecesMax: number; feeUnitsMax: bigint; feeOfPieces(more: number): bigint },
): { pieces: bigint[]; feeUnits: bigint } {
  const { changeUnits, coins, unitsMin } = wallet;
  if (changeUnits <= 0n) return { pieces: [], feeUnits: 0n };
  for (let count = Math.min(PIECES_MAX, limits.piecesMax, COINS_WANTED - coins); count > 1; count -= 1) {
    const feeUnits = limits.feeOfPieces(count - 1);
    const piece = (changeUnits - feeUnits) / BigInt(count);
    if (piece < unitsMin || feeUnits > limits.feeUnitsMax) continue;
    const last = changeUnits - feeUnits - piece * BigInt(count - 1);
    return { pieces: [...Array.from({ length: count - 1 }, () => piece), last], feeUnits };
  }
  return { pieces: [changeUnits], feeUnits: 0n };
}
