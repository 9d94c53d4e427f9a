import type { AccountSnapshot, BlockRef, Chain } from "../../src/chains/chain";
import { FakeChain } from "./fake-chain";

/** A chain of a test's own making whose native coins are read from balances. Nothing is ever sent from an address. */
export class FakeAccounts extends FakeChain {
  constructor(nowMs: number) {
    super("ethereum", "ETH", nowMs, "account");
  }

  /** What lies at an address in a block. */
  balanceAt(address: string, height: number): bigint {
    return this.blocks
      .slice(0, height + 1)
      .flatMap(({ transfers }) => transfers)
      .reduce((sum, { to, units }) => (to === address ? sum + units : sum), 0n);
  }

  override port(): Chain {
    return {
      ...super.port(),
      nativeDeposits: "cumulative",
      nativeTransfers: async () => [],
      block: async (height) => {
        const block = this.blocks[height];
        return block && { ...block, transfers: [] };
      },
      accounts: async ({ addresses, finalHeight }) => this.snapshot(addresses, finalHeight),
    };
  }

  private snapshot(addresses: readonly string[], finalHeight: number): AccountSnapshot {
    const state = (address: string, height: number) => ({
      balanceUnits: this.balanceAt(address, height),
      nonce: 0,
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
