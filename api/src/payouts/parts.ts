import type { Logger } from "pino";
import type { Chain } from "../chains/chain";
import type { DepthPolicy } from "../chains/policy";
import type { Signer } from "../chains/signer";
import type { ChainsOverTor } from "../chains/tor";
import { assert } from "../core/assert";
import type { AssetCode, ChainId } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import type { LedgerStore } from "../ledger/store";
import type { LegOwners, RoundOwner } from "./leg-owner";

/** What building and signing our transactions needs. */
export type PayoutParts = {
  database: Database;
  chains: ReadonlyMap<ChainId, Chain>;
  overTor: ChainsOverTor;
  hotAddresses: ReadonlyMap<ChainId, string>;
  signer: Signer;
  clock: Clock;
  log: Logger;
  /** How deep coins must lie to pay for this: what is credited at a depth is not paid out on from less. */
  fundingPolicy(asset: AssetCode, units: bigint): DepthPolicy;
  /** Called after every commit of a new attempt, so that it is broadcast at once. */
  onAttempt(chain: ChainId): void;
};

/** What following them to their end needs besides. */
export type FollowParts = PayoutParts & {
  /** Who learns what became of a leg, and of a round. */
  owners: LegOwners;
  rounds: RoundOwner;
  ledger: LedgerStore;
  /** The depth at which a transaction of ours is final that moves these coins. */
  payoutPolicy(chain: Chain, coins: { asset: AssetCode; units: bigint }): DepthPolicy;
};

export function hotAddress(parts: Pick<PayoutParts, "hotAddresses">, chain: ChainId): string {
  const address = parts.hotAddresses.get(chain);
  assert(address !== undefined, "a chain without a hot wallet", { chain });
  return address;
}
