import type { Chain, WalletOutput } from "../chains/chain";
import type { Result } from "../core/result";
import type { PayoutParts } from "./parts";

/**
 * Selects among coins of the books; where the chain has a wallet program, among those that it has just as they are booked: no
 * payment waits for a coin that it lacks. It is slow to ask, and is not asked where the books have too little.
 */
export async function selectHeld<Selection, Failure>(
  { log }: Pick<PayoutParts, "log">,
  chain: Pick<Chain, "id" | "heldAsBooked">,
  coins: readonly WalletOutput[],
  select: (coins: readonly WalletOutput[]) => Result<Selection, Failure>,
): Promise<Result<Selection, Failure>> {
  const selection = select(coins);
  if (chain.heldAsBooked === undefined || !selection.ok) return selection;
  const held = await chain.heldAsBooked(coins);
  const lacking = coins.length - held.length;
  if (lacking === 0) return selection;
  log.error({ chain: chain.id, coins: lacking }, "the wallet does not have coins of the books");
  return select(held);
}
