import {
  type AccountSnapshot,
  type BlockRef,
  type Chain,
  ChainUnavailable,
  type Transfer,
} from "../../src/chains/chain";
import { type AssetCode, type ChainId, NATIVE_ASSET } from "../../src/core/assets";
import { FakeChain } from "./fake-chain";

/**
 * A chain of a test's own making whose native coins are read from balances. What an address sends is a transfer from it, and
 * a spend by it, for a fee of one unit.
 */
export class FakeAccounts extends FakeChain {
  /** Transactions in which a contract pays: what moves shows in no transaction's value. */
  readonly internal = new Set<string>();
  /** What happens once, just before it says what the balances are. */
  justBefore: (() => void) | null = null;
  /** Whether the node says nothing of balances now, and of which blocks it does not show the transactions. */
  isAway = false;
  readonly unreadable = new Set<number>();
  /** What the next block brings, which one answer has in the balances of the latest block already. */
  early: Transfer | null = null;
  /** How often it was asked for the native transfers of a block. */
  traced = 0;

  constructor(nowMs: number, id: ChainId = "ethereum") {
    super(id, NATIVE_ASSET[id], nowMs, "account");
  }

  /** A token's transfer, with a transaction of its own. */
  token(asset: AssetCode, txId: string, to: string, units: bigint): Transfer {
    return { ...this.transfer(txId, to, units), asset };
  }

  /** What lies at an address in a block. */
  balanceAt(address: string, height: number): bigint {
    const shown = this.blocks.slice(0, height + 1).flatMap(({ transfers }) => transfers);
    if (height === this.height && this.early !== null) shown.push(this.early);
    const moved = shown
      .filter(({ asset }) => asset === this.asset)
      .map(({ to, from, units }) => (to === address ? units : 0n) - (from.includes(address) ? units : 0n));
    return moved.reduce((sum, units) => sum + units, -BigInt(this.nonceAt(address, height)));
  }

  /** How many transactions an address has sent. */
  nonceAt(address: string, height: number): number {
    const spends = this.blocks.slice(0, height + 1).flatMap((block) => block.spends);
    return spends.filter((spend) => spend.kind === "account" && spend.sender === address).length;
  }

  override port(): Chain {
    return {
      ...super.port(),
      nativeDeposits: "cumulative",
      nativeTransfers: async (height) => {
        this.traced += 1;
        if (this.unreadable.has(height)) throw new ChainUnavailable("ethereum", "the limit of its rate");
        return (this.blocks[height]?.transfers ?? []).filter(({ txId }) => !this.internal.has(txId));
      },
      balance: async ({ address, height = this.height }) => this.balanceAt(address, height),
      block: async (height) => {
        const block = this.blocks[height];
        return block && { ...block, transfers: block.transfers.filter(({ asset }) => asset !== this.asset) };
      },
      accounts: async ({ addresses, finalHeight }) => {
        if (this.isAway) throw new ChainUnavailable("ethereum", "the limit of its rate");
        this.justBefore?.();
        this.justBefore = null;
        const snapshot = this.snapshot(addresses, finalHeight);
        this.early = null;
        return snapshot;
      },
    };
  }

  private snapshot(addresses: readonly string[], finalHeight: number): AccountSnapshot {
    const state = (address: string, height: number) => ({
      balanceUnits: this.balanceAt(address, height),
      nonce: this.nonceAt(address, height),
    });
    const at = (address: string) => ({
      latest: state(address, this.height),
      final: state(address, finalHeight),
    });
    return {
      latest: this.reference(this.height),
      final: this.reference(finalHeight),
      accounts: new Map(addresses.map((address) => [address, at(address)])),
    };
  }

  private reference(height: number): BlockRef {
    const block = this.blocks[height];
    if (block === undefined) throw new Error("no such block");
    return block;
  }
}
