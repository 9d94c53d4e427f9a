import type { Block, Chain, Spend, Tip, TransactionStatus, Transfer } from "../../src/chains/chain";
import type { AssetCode, ChainId } from "../../src/core/assets";

/** A chain of a test's own making: its blocks, its mempool, and forks of it. */
export class FakeChain {
  readonly blocks: Block[] = [];
  pending: Transfer[] = [];
  pendingSpends: Spend[] = [];
  /** What it was sent, and whether it refuses that. */
  readonly sent: string[] = [];
  isRefusing = false;
  /** The one-time keys of each transaction, where only one payment to each can be spent. */
  oneTimeKeys: Map<string, string[]> | undefined;
  /** Transactions of which a wallet program has other amounts than were reported. */
  readonly held = { otherwise: new Set<string>() };
  /** A transaction that the node has in a block which it does not show. */
  elsewhere: { txId: string; height: number; blockHash: string } | undefined;
  private branch = 0;

  constructor(
    readonly id: ChainId,
    readonly asset: AssetCode,
    readonly nowMs: number,
    readonly model: Chain["model"] = "utxo",
  ) {
    this.mine();
  }

  get height(): number {
    return this.blocks.length - 1;
  }

  /** A transfer with a transaction of its own. */
  transfer(txId: string, to: string, units: bigint, ordinal = 0): Transfer {
    return { txId, ordinal, asset: this.asset, to, units, from: ["stranger"] };
  }

  mine(...transfers: Transfer[]): void {
    this.mineSpends([], ...transfers);
  }

  mineSpends(spends: Spend[], ...transfers: Transfer[]): void {
    const height = this.blocks.length;
    const parentHash = this.blocks.at(-1)?.hash ?? "";
    const ref = { height, hash: `${this.branch}-${height}`, parentHash, timeMs: this.nowMs };
    this.blocks.push({ ...ref, transfers, spends });
  }

  mineMany(count: number): void {
    for (let n = 0; n < count; n++) this.mine();
  }

  /** Puts `depth` empty blocks in the place of the highest ones, and one more on top. */
  fork(depth: number): void {
    this.blocks.splice(this.blocks.length - depth);
    this.branch += 1;
    this.mineMany(depth + 1);
  }

  /** Another branch from above this height on, without a block yet. */
  forkTo(height: number): void {
    this.blocks.splice(height + 1);
    this.branch += 1;
  }

  private async tip(): Promise<Tip> {
    const top = this.blocks.at(-1);
    if (top === undefined) throw new Error("no blocks");
    return { ...top, finalizedHeight: null };
  }

  private async transaction(txId: string): Promise<TransactionStatus> {
    const has = ({ transfers, spends }: Pick<Block, "transfers" | "spends">): boolean =>
      [...transfers, ...spends].some((one) => one.txId === txId);
    if (this.elsewhere?.txId === txId)
      return { status: "mined", ...this.elsewhere, succeeded: true, feeUnits: 1n };
    const block = this.blocks.find(has);
    if (block === undefined) {
      const isPending = has({ transfers: this.pending, spends: this.pendingSpends });
      return { status: isPending ? "mempool" : "unknown" };
    }
    return {
      status: "mined",
      height: block.height,
      blockHash: block.hash,
      succeeded: true,
      feeUnits: 1n,
    };
  }

  /** The port, as far as watchers use it. */
  port(): Chain {
    return {
      id: this.id,
      model: this.model,
      assets: [this.asset],
      nativeDeposits: "transfers",
      showsSources: true,
      tip: () => this.tip(),
      block: async (height) => this.blocks[height],
      mempool: async () => this.pending,
      unconfirmedSpends: async () => this.pendingSpends,
      transaction: (txId) => this.transaction(txId),
      balance: async () => 0n,
      ...(this.oneTimeKeys && {
        oneTimeKeys: async (coins) => coins.map(({ txId }) => this.oneTimeKeys?.get(txId) ?? []),
        heldAsBooked: async (coins) => coins.filter(({ txId }) => !this.held.otherwise.has(txId)),
        firstHeight: async () => 1,
      }),
      proofOfDeath: async () => null,
      broadcast: async (raw) => {
        if (this.isRefusing) return { outcome: "rejected", reason: "refused" };
        this.sent.push(raw);
        return { outcome: "accepted" };
      },
    } satisfies Partial<Chain> as Partial<Chain> as Chain;
  }
}
