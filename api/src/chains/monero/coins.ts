import {
  type BlockRef,
  type BookedCoin,
  ChainUnavailable,
  type Outpoint,
  type Spend,
  type WalletKey,
} from "../chain";
import type { KeyImageSync } from "./key-image-sync";
import type { OutputsNow } from "./known-outputs";
import type { MoneroNode } from "./node";
import type { OwnedOutput } from "./owned-outputs";
import type { Receipt, ViewWallet } from "./view-wallet";

/** The subaddress of a key: the hot wallet is the primary address, and deposits follow it. */
export const minorOf = (key: WalletKey): number => (key.branch === "hot" ? 0 : key.index + 1);

/** Ordinals of the hot wallet's coins: above those of deposit addresses. */
const HOT_ORDINAL = 2_000_000_000;

/**
 * The ordinals of amounts that one transaction brings to a subaddress, in their order. What comes to a deposit address is one
 * coin, however many outputs it is, with the subaddress as its ordinal. Each output to the hot wallet is a coin of its own, named by
 * its rank among them, because Monero shuffles outputs; equal ones are alike.
 */
export function ordinalsOf(minor: number, amounts: readonly bigint[]): number[] {
  if (minor !== 0) return amounts.map(() => minor);
  const ranked = [...amounts.keys()].sort((a, b) => compare(amounts[a] ?? 0n, amounts[b] ?? 0n) || a - b);
  return amounts.map((_, at) => HOT_ORDINAL + ranked.indexOf(at));
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Outputs with the ordinal of the coin that each is, or is a part of. */
export function named<Output extends Pick<OwnedOutput, "txId" | "minor" | "units" | "keyImage">>(
  outputs: readonly Output[],
): (Output & { ordinal: number })[] {
  const together = new Map<string, Output[]>();
  for (const output of outputs) {
    const name = `${output.txId} ${output.minor}`;
    together.set(name, [...(together.get(name) ?? []), output]);
  }
  return [...together.values()].flatMap((some) => {
    const sorted = [...some].sort((a, b) => (a.keyImage ?? "").localeCompare(b.keyImage ?? ""));
    const ordinals = ordinalsOf(
      sorted[0]?.minor ?? 0,
      sorted.map(({ units }) => units),
    );
    return sorted.map((output, at) => ({ ...output, ordinal: ordinals[at] ?? 0 }));
  });
}

/** Of coins of the books, those that a wallet has, with all that they are booked with. */
export function asBooked<Coin extends BookedCoin>(
  outputs: readonly OwnedOutput[],
  coins: readonly Coin[],
): Coin[] {
  const nameOf = ({ txId, ordinal }: Outpoint) => `${txId}:${ordinal}`;
  const held = unitsBy(named(outputs), nameOf);
  return coins.filter((coin) => held.get(nameOf(coin)) === coin.units);
}

/** What counts: what a miner earned, or its sender has locked, is not a deposit. */
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

/** Reads how much of outputs that do not count was ours before. */
export type ReadDisplaced = (
  wallet: Pick<ViewWallet, "receipts">,
  outputs: readonly OwnedOutput[],
) => Promise<ReadonlyMap<number, bigint>>;

/**
 * Of two outputs with one one-time key only one can be spent, and wallet2 keeps the larger ("the burning bug",
 * `process_new_transaction` of wallet2.cpp). Of a later, larger one it reports what that brought beyond the first: what it did not
 * report is a coin that was ours before. Where the later one does not count, because a miner earned it, its sender has locked it, or
 * its block is above the one that is asked about, this is, by subaddress, what is left of the first. A block does not change, so
 * what it reports is read once.
 */
export function createDisplaced(): ReadDisplaced {
  const beyond = new Map<string, bigint | undefined>();
  const nameOf = (one: Pick<OwnedOutput, "txId" | "minor" | "height">) =>
    `${one.txId} ${one.minor} ${one.height}`;
  return async (wallet, outputs) => {
    const fresh = outputs.filter((output) => !beyond.has(nameOf(output)));
    if (fresh.length > 0) {
      const heights = fresh.map(({ height }) => height);
      const receipts = await wallet.receipts({ above: Math.min(...heights) - 1, to: Math.max(...heights) });
      const reported = new Map(receipts.map((receipt) => [nameOf(receipt), sum(receipt.amounts)]));
      for (const name of fresh.map(nameOf)) beyond.set(name, reported.get(name));
    }
    const there = unitsBy(outputs, nameOf);
    const places = new Map(outputs.map((output) => [nameOf(output), output.minor]));
    const left = [...places].map(([name, minor]) => {
      const rest = (there.get(name) ?? 0n) - (beyond.get(name) ?? there.get(name) ?? 0n);
      return { minor, units: rest > 0n ? rest : 0n };
    });
    return unitsBy(left, ({ minor }) => minor);
  };
}

/** The sums of amounts that belong together. */
function unitsBy<Amount extends { units: bigint }, Key>(
  amounts: readonly Amount[],
  keyOf: (amount: Amount) => Key,
): Map<Key, bigint> {
  const sums = new Map<Key, bigint>();
  for (const amount of amounts) sums.set(keyOf(amount), (sums.get(keyOf(amount)) ?? 0n) + amount.units);
  return sums;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, units) => total + units, 0n);

/** The units at each subaddress in the block at `at`, a height of the branch whose tip the wallet has read. */
export async function unitsByMinor(
  parts: {
    node: MoneroNode;
    wallet: Pick<ViewWallet, "spenders" | "receipts">;
    outputs: OutputsNow;
    counted: ReturnType<typeof createCounted>;
    displaced: ReadDisplaced;
    keyImages: Pick<KeyImageSync, "noteReceived">;
  },
  { at, tip }: { at: number; tip: BlockRef },
): Promise<ReadonlyMap<number, bigint>> {
  const { node, wallet, outputs, counted, displaced, keyImages } = parts;
  const spenders = at < tip.height ? await wallet.spenders({ above: at, to: tip.height }) : [];
  const later = new Set((await node.transactions(spenders)).flatMap(({ keyImages }) => keyImages));
  const spentLater = (await outputs.spentBy([...later])).filter(({ keyImage }) => later.has(keyImage ?? ""));
  const left = await outputs.unspent();
  // Somebody had the wallet read the chain again.
  keyImages.noteReceived(left.some(({ keyImage }) => keyImage === null));
  const there = [...spentLater, ...left, ...(await outputs.unmined()).keys()];
  const unspent = [...new Map(there.map((output) => [output.oneTimeKey, output])).values()];
  const counting = new Set(await counted(unspent.filter(({ height }) => height <= at)));
  const others = unspent.filter((output) => !counting.has(output));
  const before = [...(await displaced(wallet, others))].map(([minor, units]) => ({ minor, units }));
  return unitsBy([...counting, ...before], ({ minor }) => minor);
}

/** Which of our coins these transactions spend: a key image shows that only to who knows it. */
export function spendsOf(
  transactions: readonly { txId: string; keyImages: readonly string[] }[],
  outputs: readonly OwnedOutput[],
): Spend[] {
  const ours = new Map(named(outputs).map((output) => [output.keyImage, output]));
  return transactions.flatMap(({ txId, keyImages }) => {
    const spent = new Map<string, Spend>();
    for (const keyImage of keyImages) {
      const output = ours.get(keyImage);
      if (output === undefined) continue;
      const { txId: of, ordinal } = output;
      spent.set(`${of}:${ordinal}`, { kind: "output", txId, output: { txId: of, ordinal } });
    }
    return [...spent.values()];
  });
}
