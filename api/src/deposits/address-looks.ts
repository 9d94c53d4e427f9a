import { ChainUnavailable } from "../chains/chain";
import { failureFacts } from "../db/failure";
import { isRaced } from "./raced";
import type { WatchParts } from "./watch-parts";

/** Looks at addresses of which one that fails holds up no other. */
export type AddressLooks = {
  /**
   * What a look at one address says; false where it failed, and is to be tried again. Throws after a few failures of the node:
   * the blocks of one address may be many, but more mean that the node fails.
   */
  each(look: () => Promise<boolean>): Promise<boolean>;
  /** Logs what failed otherwise, once for all. */
  report(): void;
};

const NODE_FAILURES_MAX = 3;
/** Logged at every look for as long as it is so. */
const FAILED = "the receipts of some addresses could not be compared";

/** Returns what the addresses of one look are looked at with. */
export function addressLooks({ chain, log }: Pick<WatchParts, "chain" | "log">): AddressLooks {
  let nodeFailures = 0;
  const faults: unknown[] = [];
  return {
    async each(look) {
      try {
        return await look();
      } catch (error) {
        if (error instanceof ChainUnavailable) {
          if (++nodeFailures > NODE_FAILURES_MAX) throw error;
        } else if (!isRaced(error)) faults.push(error);
        return false;
      }
    },
    report() {
      const [first] = faults;
      if (faults.length > 0)
        log.error({ chain: chain.id, addresses: faults.length, ...failureFacts(first) }, FAILED);
    },
  };
}
