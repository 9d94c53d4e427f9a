import pino from "pino";
import type { BlockRef, Chain } from "../../src/chains/chain";
import type { WatchParts } from "../../src/deposits/watch-parts";
import { createLedgerStore } from "../../src/ledger/store";
import type { Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const POLICY = { confirmations: 2, finalized: false };

/** A block of the only branch, by its height. */
export const block = (height: number): BlockRef => ({
  height,
  hash: `h${height}`,
  parentHash: `h${height - 1}`,
  timeMs: NOW,
});

/** What looks at the native receipts of a chain, with a listener that does nothing. */
export const receiptParts = (place: Place, chain: Chain): WatchParts => ({
  chain,
  database: place.worker,
  listener: {
    seen: async () => {},
    mined: async () => {},
    gone: async () => {},
    final: async () => {},
    changed: () => {},
  },
  ledger: createLedgerStore(new Uint8Array(32).fill(1)),
  clock: { now: () => NOW },
  log: pino({ level: "silent" }),
  hotAddress: "hot",
  addressAt: (index) => `a${index}`,
  isOurs: async () => true,
  policyFor: () => POLICY,
  policyMax: POLICY,
  fromGenesis: true,
  lanesMax: 4,
  statusChanged: () => {},
});
