import type { Logger } from "pino";
import type { Chain } from "../chains/chain";
import type { DepthPolicy } from "../chains/policy";
import type { ChainId } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database, Tx } from "../db/client";
import type { LedgerStore } from "../ledger/store";
import type { DepositListener } from "./listener";
import type { Coins } from "./store";

/** What a watcher of one chain needs; the same parts serve its receipts, reorgs and credits. */
export type WatchParts = {
  chain: Chain;
  database: Database;
  listener: DepositListener;
  ledger: LedgerStore;
  clock: Clock;
  log: Logger;
  hotAddress: string;
  /** The deposit address of a key; asked only where native deposits are read from balances. */
  addressAt(index: number): string;
  /** Whether our keys (with `home`, those of this sister chain) have this address at the index that who gave it out wrote down. */
  isOurs(tx: Tx, place: { address: string; index: number; home?: ChainId }): Promise<boolean>;
  /** The node responds again or no longer, or the chain is halted: what is offered changes, and it is committed. */
  statusChanged(): void;
  /** The depth at which coins of this chain are final that are worth as much together. */
  policyFor(coins: readonly Coins[]): DepthPolicy;
  /** The depth of the largest deposit: what a reorg must never pass. */
  policyMax: DepthPolicy;
  /** How many final deposits it takes in at a time. */
  lanesMax: number;
  /** Whether to look at the chain from its first block (simnet), or only from now on. */
  fromGenesis: boolean;
};
