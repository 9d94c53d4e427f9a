import { type BlockRef, ChainUnavailable } from "../chain";
import { createLostCoins, type LostCoins } from "./lost-coins";
import { LOCKED_BLOCKS, type MoneroNode } from "./node";
import { createOutputIndex } from "./output-index";
import type { OwnedOutput } from "./owned-outputs";
import type { ViewWallet } from "./view-wallet";

/** Our outputs as the wallet has them at one look. */
export type OutputsNow = {
  /** Those that the wallet does not call spent: also frozen ones, locked ones, and those without a key image. */
  unspent(): Promise<readonly OwnedOutput[]>;
  /**
   * Of those that it calls spent, the ones whose spend is in no block: it waits, or the node has forgotten it, which the wallet
   * does not notice.
   */
  unmined(): Promise<ReadonlyMap<OwnedOutput, "waits" | "unspent">>;
  /** All outputs of these transactions, spent or not. */
  ofTransactions(txIds: readonly string[]): Promise<readonly OwnedOutput[]>;
  /** The outputs with these key images, and all others of their transactions, by which `named` ranks them. */
  spentBy(keyImages: readonly string[]): Promise<readonly OwnedOutput[]>;
  /** Reads them again, because the wallet was made to change them. */
  again(): void;
};

type Wallet = Pick<ViewWallet, "outputs" | "unspent" | "receipts" | "restarts" | "rescan">;

/** How the wallet was read last. */
type Reading = { tip: BlockRef; restarts: number };

/**
 * Knows all of our outputs, and asks the wallet for the unspent ones only. An output that is no longer among these was spent, since
 * nothing else takes it away while blocks are only added: its transaction, amount and height stay. All are listed where that is
 * not certain: at the first look; where the wallet was opened again or has read the chain again; after a look that failed, or during
 * which the node's tip changed; where the last tip is not an ancestor of this one; and where what is missing is not explained
 * (`areSpent`). Outputs are locked for ten blocks, so fewer blocks cannot bring one and spend it. After a deep reorg the node can
 * keep a spend waiting whose coin comes in a later block: then all are listed because the key image of a new output is spent.
 */
export class KnownOutputs {
  readonly #node: MoneroNode;
  readonly #lostCoins: LostCoins;
  readonly #index = createOutputIndex();
  /** The one-time keys of those that the wallet calls spent, until the node has the spend in a block. */
  readonly #spending = new Set<string>();
  #unspent: readonly OwnedOutput[] = [];
  #last: Reading | undefined;

  constructor(node: MoneroNode) {
    this.#node = node;
    this.#lostCoins = createLostCoins(node);
  }

  /** Has the wallet read the node's blocks by `bring`, and follows what that changed. */
  async follow(
    wallet: Wallet,
    bring: () => Promise<{ tip: BlockRef; isSteady: boolean }>,
  ): Promise<{ tip: BlockRef; outputs: OutputsNow; restarts: number }> {
    const before = this.#last;
    this.#last = undefined;
    const { tip, isSteady } = await bring();
    const restarts = wallet.restarts();
    const isSame = isSteady && before?.tip.hash === tip.hash && before.restarts === restarts;
    this.#last = isSteady ? before : undefined;
    if (!isSame) await this.#list(wallet, tip);
    return { tip, outputs: this.#lookAt(wallet, tip, !isSame), restarts };
  }

  #lookAt(wallet: Wallet, tip: BlockRef, isListed: boolean): OutputsNow {
    const index = this.#index;
    let listed = isListed ? Promise.resolve() : undefined;
    const fresh = () => (listed ??= this.#list(wallet, tip));
    return {
      unspent: () => fresh().then(() => this.#unspent),
      unmined: () => fresh().then(() => this.#unmined(tip)),
      ofTransactions: (txIds) => fresh().then(() => index.ofTransactions(txIds)),
      spentBy: async (images) => {
        await fresh();
        if (images.some((keyImage) => index.byImage(keyImage) === undefined))
          await this.#list(wallet, tip, true);
        return index.ofTransactions(images.flatMap((keyImage) => index.byImage(keyImage)?.txId ?? []));
      },
      again() {
        listed = undefined;
      },
    };
  }

  /** Lists the unspent outputs, or all of them; what fails has the next one list all. */
  async #list(wallet: Wallet, tip: BlockRef, isAll = false): Promise<void> {
    const from = isAll ? undefined : this.#last;
    this.#last = undefined;
    const restarts = wallet.restarts();
    if (from === undefined || !(await this.#listUnspent(wallet, from, tip))) await this.#listAll(wallet, tip);
    requireSameWallet(wallet, restarts);
    this.#last = { tip, restarts };
  }

  /** False where what changed is not certain from that. */
  async #listUnspent(wallet: Wallet, from: Reading, tip: BlockRef): Promise<boolean> {
    if (from.restarts !== wallet.restarts() || !(await leadsTo(this.#node, from.tip, tip))) return false;
    const rows = await wallet.unspent();
    const keys = new Set(rows.map(({ oneTimeKey }) => oneTimeKey));
    const gone = this.#unspent.filter(({ oneTimeKey }) => !keys.has(oneTimeKey));
    const range = { above: from.tip.height, to: tip.height };
    if (!(await areSpent(this.#node, wallet, gone, range))) return false;
    for (const row of rows) {
      this.#index.put(row);
      this.#spending.delete(row.oneTimeKey);
    }
    for (const output of gone) {
      this.#index.put({ ...output, isSpent: true });
      this.#spending.add(output.oneTimeKey);
    }
    this.#lostCoins.note(rows);
    this.#unspent = rows;
    return true;
  }

  async #listAll(wallet: Wallet, tip: BlockRef): Promise<void> {
    const rows = await wallet.outputs();
    if (await this.#lostCoins.areLost(rows, tip)) {
      await wallet.rescan();
      this.#lostCoins.forget();
      throw new ChainUnavailable("monero", "the wallet had lost coins of ours, and has read the chain again");
    }
    this.#index.clear();
    this.#spending.clear();
    for (const row of rows) {
      this.#index.put(row);
      if (row.isSpent && row.keyImage !== null) this.#spending.add(row.oneTimeKey);
    }
    this.#unspent = rows.filter(({ isSpent }) => !isSpent);
  }

  async #unmined(tip: BlockRef): Promise<ReadonlyMap<OwnedOutput, "waits" | "unspent">> {
    const outputs = [...this.#spending].flatMap((oneTimeKey) => this.#index.byKey(oneTimeKey) ?? []);
    const states = await this.#node.keyImageStates(outputs.map(({ keyImage }) => keyImage ?? ""));
    const mined = outputs.filter((_, at) => states[at] === "mined");
    // In a block of this tip's branch a spend stays mined until a reorg, after which all outputs are listed.
    if (mined.length > 0 && (await this.#node.tip()).hash === tip.hash)
      for (const { oneTimeKey } of mined) this.#spending.delete(oneTimeKey);
    return new Map(
      outputs.flatMap((output, at) => {
        const state = states[at];
        return state === "waits" || state === "unspent" ? [[output, state] as const] : [];
      }),
    );
  }
}

/** Throws where the wallet was opened again since: it can be one that has read fewer blocks, or has read them without key images. */
export function requireSameWallet(wallet: Pick<ViewWallet, "restarts">, restarts: number): void {
  if (wallet.restarts() !== restarts)
    throw new ChainUnavailable("monero", "the wallet was opened again while it was read");
}

/** Whether a tip was made of another one by a few blocks: fewer than outputs are locked for, and no reorg. */
async function leadsTo(node: Pick<MoneroNode, "headerAt">, from: BlockRef, tip: BlockRef): Promise<boolean> {
  if (tip.height - from.height >= LOCKED_BLOCKS) return false;
  let at = tip;
  while (at.height > from.height) {
    if (at.parentHash === from.hash) return true;
    const parent = await node.headerAt(at.height - 1);
    if (parent === undefined || parent.hash !== at.parentHash) return false;
    at = parent;
  }
  return at.hash === from.hash;
}

/**
 * Whether outputs that the wallet no longer calls unspent are spent, and were so as they are known. The node says the former; a
 * wallet that has lost coins lacks them too. What came to their subaddresses in these blocks can have taken the place of one before
 * it was spent: a larger payment to the same one-time key (see `createDisplaced`).
 */
async function areSpent(
  node: MoneroNode,
  wallet: Wallet,
  gone: readonly OwnedOutput[],
  range: { above: number; to: number },
): Promise<boolean> {
  if (gone.length === 0) return true;
  const images = gone.flatMap(({ keyImage }) => keyImage ?? []);
  // One that had no key image at the last look is known by none.
  if (images.length < gone.length) return false;
  if ((await node.keyImageStates(images)).includes("unspent")) return false;
  if (range.to === range.above) return true;
  const receiving = new Set((await wallet.receipts(range)).map(({ minor }) => minor));
  return !gone.some(({ minor }) => receiving.has(minor));
}
