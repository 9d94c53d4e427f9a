import pino from "pino";
import type { Signer } from "../../src/chains/signer";
import { createLedgerStore } from "../../src/ledger/store";
import { followDropped } from "../../src/payouts/dropped";
import { followAttempts } from "../../src/payouts/follower";
import type { LegOwner } from "../../src/payouts/leg-owner";
import type { FollowParts } from "../../src/payouts/parts";
import type { WatchWorld } from "./watch-world";

/** The books of a watcher's world and of its follower are the same. */
export const ledger = createLedgerStore(new Uint8Array(32).fill(1));

const owner: LegOwner<never> = {
  sent: async () => {},
  final: async () => () => {},
  reverted: async () => () => {},
  aboveCap: async () => null,
  cleared: async () => () => {},
  dead: async () => () => {},
};
const signer = {
  sign: async () => {
    throw new Error("nothing is signed here");
  },
} satisfies Partial<Signer> as Partial<Signer> as Signer;

/** Follows the transactions of a watcher's world, as the worker does after each look; two blocks deep is final. */
export async function followIn({ chain, place }: WatchWorld, now: number): Promise<void> {
  const port = chain.port();
  const parts: FollowParts = {
    database: place.worker,
    chains: new Map([[port.id, port]]),
    overTor: new Map(),
    hotAddresses: new Map([[port.id, "hot"]]),
    signer,
    clock: { now: () => now },
    log: pino({ level: "silent" }),
    onAttempt: () => {},
    owners: { order: owner, loan: owner },
    rounds: { final: async () => () => {}, reverted: async () => () => {}, dead: async () => () => {} },
    ledger,
    fundingPolicy: () => ({ confirmations: 2, finalized: false }),
    payoutPolicy: () => ({ confirmations: 2, finalized: false }),
  };
  await followDropped(parts, port, "any");
  await followAttempts(parts, port, "any");
}
