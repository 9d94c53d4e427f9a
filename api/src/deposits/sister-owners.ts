import { sistersOf } from "../core/assets";
import type { Tx } from "../db/client";
import { type Owner, onSisters } from "./owners-store";
import type { WatchParts } from "./watch-parts";

/**
 * Adds those of these addresses that a sister chain has handed out, and whose keys are ours, to the owners among them. Their
 * orders are paid on the other chain, so none of them is named.
 */
export async function addSisters(
  { chain, isOurs }: Pick<WatchParts, "chain" | "isOurs">,
  tx: Tx,
  owners: Map<string, Owner>,
  addresses: Iterable<string>,
): Promise<void> {
  const others = [...addresses].filter((address) => !owners.has(address));
  for (const { address, home, index } of await onSisters(tx, sistersOf(chain.id), others))
    if (await isOurs(tx, { address, index, home })) owners.set(address, { orderId: null, index, home });
}
