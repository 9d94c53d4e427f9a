import { type BlockRef, ChainUnavailable, type Outpoint, type Spend, type WalletKey } from "../chain";
import type { KeyImageState, MoneroNode } from "./node";
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

/** So many blocks later a spend is taken as settled: its key image is asked for no more. */
const SETTLED_BLOCKS = 200;

export type SpentCoins = {
  /** The state of each output that the wallet calls spent, which it does for those too that only wait to be. */
  statesOf(outputs: readonly OwnedOutput[], tip: BlockRef): Promise<ReadonlyMap<OwnedOutput, KeyImageState>>;
};

/** Asks the node about key images that the wallet has seen spent, each until its spend is settled. */
export function createSpentCoins(node: MoneroNode): SpentCoins {
  const minedSince = new Map<string, number>();
  const isSettled = (keyImage: string, tip: BlockRef): boolean => {
    const since = minedSince.get(keyImage);
    return since !== undefined && tip.height - since >= SETTLED_BLOCKS;
  };
  return {
    async statesOf(outputs, tip) {
      const spent = outputs.flatMap((output) =>
        output.isSpent && output.keyImage !== null ? [[output, output.keyImage] as const] : [],
      );
      const open = spent.map(([, keyImage]) => keyImage).filter((keyImage) => !isSettled(keyImage, tip));
      const answers = await node.keyImageStates(open);
      const states = new Map(open.map((keyImage, at) => [keyImage, answers[at]]));
      for (const [keyImage, state] of states) {
        if (state !== "mined") minedSince.delete(keyImage);
        else if (!minedSince.has(keyImage)) minedSince.set(keyImage, tip.height);
      }
      return new Map(spent.map(([output, keyImage]) => [output, states.get(keyImage) ?? "mined"]));
    },
  };
}

/** The units at each subaddress in the block at `at`, a height of the branch whose tip the wallet has read. */
export async function unitsByMinor(
  parts: {
    node: MoneroNode;
    wallet: ViewWallet;
    counted: ReturnType<typeof createCounted>;
    spentCoins: SpentCoins;
  },
  { at, tip }: { at: number; tip: BlockRef },
): Promise<ReadonlyMap<number, bigint>> {
  const { node, wallet, counted, spentCoins } = parts;
  const spenders = at < tip.height ? await wallet.spenders({ above: at, to: tip.height }) : [];
  const later = new Set((await node.transactions(spenders)).flatMap(({ keyImages }) => keyImages));
  const outputs = await wallet.outputs();
  const states = await spentCoins.statesOf(outputs, tip);
  const there = outputs.filter(
    (output) =>
      output.height <= at && (states.get(output) !== "mined" || later.has(output.keyImage ?? "")),
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
