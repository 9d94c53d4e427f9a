import type { AssetCode } from "../../src/core/assets";
import type { TimeMs } from "../../src/core/ports";
import type { Dice } from "../simulation/dice";
import type { Paid } from "./run-mixes";

export type SeenDeposit = { asset: AssetCode; units: bigint; at: TimeMs };
/** One receive address, with the sum of all that it got and in how many legs. */
export type SeenPayout = { asset: AssetCode; units: bigint; legs: number; firstAt: TimeMs; lastAt: TimeMs };

/** All that the attacker sees, in the order of time. */
export type Scene = { deposits: readonly SeenDeposit[]; payouts: readonly SeenPayout[] };

/** What he does not see: the orders in the order of the deposits, and the deposit behind each payout. */
export type Truth = { orders: readonly Paid[]; depositOf: readonly number[] };

/** The chains as everybody sees them, apart from what happened. */
export function sceneOf(paid: readonly Paid[], dice: Dice): { scene: Scene; truth: Truth } {
  const orders = [...paid].sort((a, b) => a.customer.at - b.customer.at);
  const deposits = orders.map(({ customer: { send, units, at } }) => ({ asset: send, units, at }));
  const sent = orders.flatMap(({ payouts }, deposit) =>
    payouts.map((payout) => ({ deposit, seen: seenPayout(payout) })),
  );
  // Shuffled first, so that payouts of one moment stand in no revealing order.
  const inOrder = dice.shuffled(sent).sort((a, b) => a.seen.firstAt - b.seen.firstAt);
  return {
    scene: { deposits, payouts: inOrder.map(({ seen }) => seen) },
    truth: { orders, depositOf: inOrder.map(({ deposit }) => deposit) },
  };
}

const seenPayout = ({ asset, legs }: Paid["payouts"][number]): SeenPayout => ({
  asset,
  units: legs.reduce((sum, { units }) => sum + units, 0n),
  legs: legs.length,
  firstAt: Math.min(...legs.map(({ at }) => at)),
  lastAt: Math.max(...legs.map(({ at }) => at)),
});
