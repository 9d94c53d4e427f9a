import type { PublicWallet } from "../chains/signer";
import { depositAddresses, INDEX_MAX } from "../chains/wallet";
import type { ChainId } from "../core/assets";

type XpubWallet = Extract<PublicWallet, { kind: "xpub" }>;
type Run = { xpub: string; from: number; addresses: readonly string[] };

/** Some 15 ms of work at a time, once in so many orders of a chain. */
const RUN_MAX = 64;
const RUN_FIRST = 2;

/**
 * Derives deposit addresses by runs of indexes, which is far cheaper than one at a time, and keeps the last run of each
 * chain. Indexes come in order, each once, but with gaps where another process took one. A chain that is used little
 * has short runs.
 */
export function createDerivedAhead(): (wallet: XpubWallet, index: number) => string {
  const runs = new Map<ChainId, Run>();
  return (wallet, index) => {
    const { chain, xpub } = wallet;
    const kept = runs.get(chain);
    const found = kept?.xpub === xpub ? kept.addresses[index - kept.from] : undefined;
    if (found !== undefined) return found;
    const wanted = kept === undefined ? RUN_FIRST : Math.min(2 * kept.addresses.length, RUN_MAX);
    const count = Math.max(1, Math.min(wanted, INDEX_MAX - index + 1));
    const addresses = depositAddresses({ wallet, from: index, count });
    runs.set(chain, { xpub, from: index, addresses });
    const [first] = addresses;
    if (first === undefined) throw new RangeError("a run of addresses is empty");
    return first;
  };
}
