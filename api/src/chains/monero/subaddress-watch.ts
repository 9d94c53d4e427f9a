import { z } from "zod";
import { ChainUnavailable } from "../chain";
import { type MoneroAccount, moneroAddress } from "./keys";
import type { MoneroRpc } from "./rpc";

type Ask = MoneroRpc["call"];

/** Subaddresses that are watched at first, and by which more are added. */
const WATCHED_STEP = 10_000;
/** So many unused ones are ahead of the last one in use, at least. */
const AHEAD_MIN = 5_000;
const NOTHING = z.object({});

/** The method that has the wallet read the chain again. */
export const RESCAN = "rescan_blockchain";

export type SubaddressWatch = {
  /** Watches subaddresses up to this one, and more. */
  watch(minor: number): Promise<void>;
  /** How many it watches, as far as that was looked at. */
  watched(): number;
};

/** Has the wallet know subaddresses before coins come: it misses those to others, and does not find them later. */
export function createWatch(parts: {
  call: Ask;
  minorOf(address: string): Promise<number | null>;
  /** How often the wallet was opened, or made to read the chain again: it can be another one since. */
  restarts(): number;
  store(): Promise<void>;
  account: MoneroAccount;
  password: string;
}): SubaddressWatch {
  const { call, minorOf, restarts, store, account, password } = parts;
  let watchedUpTo = 0;
  let lookedAt = restarts();
  const isWatched = async (minor: number) => (await minorOf(moneroAddress(account, minor))) === minor;
  const watch = async (minor: number): Promise<void> => {
    if (minor + AHEAD_MIN <= watchedUpTo && lookedAt === restarts()) return;
    const wanted = Math.ceil((minor + AHEAD_MIN) / WATCHED_STEP) * WATCHED_STEP;
    const isMissing = !(await isWatched(minor));
    const opened = restarts();
    // After a crash the wallet has the number and has lost the addresses: the same number then changes nothing.
    for (const count of [wanted, wanted + 1]) {
      if (await isWatched(wanted - 1)) break;
      await call("set_subaddress_lookahead", { password, major_idx: 1, minor_idx: count }, NOTHING);
    }
    if (!(await isWatched(wanted - 1)))
      throw new ChainUnavailable("monero", "the wallet does not watch the subaddresses in use");
    if (isMissing) await call(RESCAN, { hard: false }, NOTHING);
    await store();
    watchedUpTo = wanted;
    lookedAt = opened;
  };
  return { watch, watched: () => Math.max(watchedUpTo, WATCHED_STEP) };
}
