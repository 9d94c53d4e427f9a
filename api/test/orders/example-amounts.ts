import type { Market } from "../../src/market/market";
import { isWorthless } from "../../src/orders/machine/aside";
import { childOf } from "../../src/orders/machine/on-created";
import type { DepositRef, Order } from "../../src/orders/machine/order";
import { isMinor } from "../../src/orders/machine/share";

const LITTLE = [600n, 5_000n, 10_000n, 25_000n, 99_999n];
/** Amounts near every border: dust, what is little or minor, the minimum, the agreed amount and its tolerance, the maximum. */
export const AMOUNTS = [...LITTLE, 100_000n, 4_974_999n, 4_975_000n, 5_000_000n, 5_025_001n, 400_000_001n];

export const rateNow = (b: number) => ({ numerator: BigInt(500 + (b % 200)), denominator: 1n });

/** As orders/engine does: whether a deposit that a decided order could not take opens no child order. */
export function isForNoOrder(
  parent: Order,
  deposit: DepositRef,
  { market, listed }: { market: Market | null; listed: boolean },
): boolean {
  const child = childOf(parent, deposit);
  return listed ? isMinor(parent, deposit) || isWorthless(child, null) : isWorthless(child, market);
}
