import { type BlockRef, ChainUnavailable, type Outpoint, type Spend, type WalletKey } from "../chain";
import type { MoneroNode } from "./node";
import type { OwnedOutput, Receipt, ViewWallet } from "./view-wallet";

/** After a block so many are mined before what it brought can be spent (CRYPTONOTE_DEFAULT_TX_SPENDABLE_AGE). */
export const LOCKED_BLOCKS = 10;

/** The subaddress of a key: the hot wallet is the primary address, and deposits follow it. */
export const minorOf = (key: WalletKey): number => (key.branch === "hot" ? 0 : key.index + 1);

/** How our coins are named: all that came to a subaddress in one transaction is one of them, however many outputs it is. */
export const outpointOf = ({ txId, minor }: { txId: string; minor: number }): Outpoint => ({
  txId,
  ordinal: minor,
});

/** What counts: what a miner earned, or its sender has locked, is nobody's deposit. */
export const isCounted = ({ unlockTime, isCoinbase }: Pick<Receipt, "unlockTime" | "isCoinbase">): boolean =>
  unlockTime === 0n && !isCoinbase;

/** Outputs of transactions that count. A transaction never changes, so each is read once. */
export function createCounted(node: MoneroNode): (outputs: readonly OwnedOutput[]) => Promise<OwnedOutput[]> {
  const counts = new Map<string, boolean>();
  return async (outputs) => {
    const fresh = [...new Set(outputs.map(({ txId }) => txId))].filter((txId) => !counts.has(txId));
    for (const { txId, unlockTime } of await node.transactions(fresh)) counts.set(txId, unlockTime === 0n);
    return outputs.filter(({ txId }) => {
      const isOne = counts.get(txId);
      if (isOne === undefined) throw new ChainUnavailable("monero", "the node lacks a transaction of ours");
      return isOne;
    });
  };
}

/** The units at each subaddress in the block at `at`, a height of the branch whose tip the wallet has read. */
export async function unitsByMinor(
  parts: { node: MoneroNode; wallet: ViewWallet; counted: ReturnType<typeof createCounted> },
  { at, tip }: { at: number; tip: BlockRef },
): Promise<ReadonlyMap<number, bigint>> {
  const { node, wallet, counted } = parts;
  const spenders = at < tip.height ? await wallet.spenders({ above: at, to: tip.height }) : [];
  const later = new Set((await node.transactions(spenders)).flatMap(({ keyImages }) => keyImages));
  const outputs = await wallet.outputs();
  const there = outputs.filter(
    ({ height, isSpent, keyImage }) =>
      height <= at && (!isSpent || (keyImage !== null && later.has(keyImage))),
  );
  const units = new Map<number, bigint>();
  for (const output of await counted(there))
    units.set(output.minor, (units.get(output.minor) ?? 0n) + output.units);
  return units;
}

/** Which of our coins these transactions spend: a key image shows that to who knows it, and to nobody else. */
export function spendsOf(
  transactions: readonly { txId: string; keyImages: readonly string[] }[],
  outputs: readonly OwnedOutput[],
): Spend[] {
  const ours = new Map(outputs.map((output) => [output.keyImage, output]));
  return transactions.flatMap(({ txId, keyImages }) => {
    const spent = new Map<number, Map<string, Spend>>();
    for (const keyImage of keyImages) {
      const output = ours.get(keyImage);
      if (output === undefined) continue;
      const named = spent.get(output.minor) ?? new Map<string, Spend>();
      named.set(output.txId, { kind: "output", txId, output: outpointOf(output) });
      spent.set(output.minor, named);
    }
    return [...spent.values()].flatMap((named) => [...named.values()]);
  });
}
