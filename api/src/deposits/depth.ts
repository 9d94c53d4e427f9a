import { type DepthPolicy, type Heights, isFinal } from "../chains/policy";
import type { OrderId } from "../core/ids";
import type { Tx } from "../db/client";
import { isOfOrder } from "./listener";
import { type Coins, type DepositRow, openDepositsOf, paidTogether, raiseRequired } from "./store";
import type { WatchParts } from "./watch-parts";

/** A deposit with the depth at which it is credited. */
type Deep = { row: DepositRow; policy: DepthPolicy };

/**
 * Looks up how deep these deposits must lie: a rewritten block takes back all that it paid us, and a payment that is
 * split is worth as much. So the depth is that of the order's total or of the block's, the deeper of the two, and is never
 * less than it was. A deposit of no order counts by itself.
 */
async function depthsOf(parts: WatchParts, tx: Tx, rows: readonly DepositRow[]): Promise<Deep[]> {
  const { byOrder, byHeight } = await paidTogether(tx, parts.chain.id, {
    orderIds: [...new Set(rows.flatMap(({ orderId }) => orderId ?? []))],
    heights: [...new Set(rows.flatMap(({ height }) => height ?? []))],
  });
  return rows.map((row) => {
    const stakes: Coins[][] = [[row]];
    if (isOfOrder(row)) {
      const others = byOrder.get(row.orderId) ?? [];
      // What is in no block yet is not among what was paid.
      stakes.push(row.height === null ? together(others, row) : others);
      if (row.height !== null) stakes.push(byHeight.get(row.height) ?? []);
    }
    const policies = stakes.map((coins) => parts.policyFor(coins));
    return {
      row,
      policy: {
        confirmations: Math.max(row.required, ...policies.map(({ confirmations }) => confirmations)),
        finalized: policies.some(({ finalized }) => finalized),
      },
    };
  });
}

const together = (coins: readonly Coins[], { asset, units }: Coins): Coins[] => {
  const same = coins.find((held) => held.asset === asset)?.units ?? 0n;
  return [...coins.filter((held) => held.asset !== asset), { asset, units: units + same }];
};

/** Notes the depth of these orders' open deposits, in the transaction that changes what was paid to them. */
export async function noteDepths(parts: WatchParts, tx: Tx, orderIds: ReadonlySet<OrderId>): Promise<void> {
  if (orderIds.size === 0) return;
  const open = await openDepositsOf(tx, parts.chain.id, [...orderIds]);
  for (const { row, policy } of await depthsOf(parts, tx, open)) {
    if (policy.confirmations > row.required) await raiseRequired(tx, row.id, policy.confirmations);
  }
}

/** Those of these deposits that are deep enough to be credited; those whose worth has grown meanwhile wait on. */
export async function deepEnough(
  parts: WatchParts,
  rows: readonly DepositRow[],
  tip: Heights,
): Promise<DepositRow[]> {
  const { database } = parts;
  const due = rows.filter(
    ({ height, required }) =>
      height !== null &&
      (isFinal(height, tip, { confirmations: required, finalized: false }) ||
        isFinal(height, tip, { confirmations: required, finalized: true })),
  );
  if (due.length === 0) return [];
  const deep: DepositRow[] = [];
  for (const { row, policy } of await depthsOf(parts, database, due)) {
    if (policy.confirmations > row.required) await raiseRequired(database, row.id, policy.confirmations);
    if (row.height !== null && isFinal(row.height, tip, policy)) deep.push(row);
  }
  return deep;
}
