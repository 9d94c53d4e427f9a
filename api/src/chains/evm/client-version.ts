import type { ChainId } from "../../core/assets";

/** The oldest release of a program that mainnet is run with, and why, in words. */
type Oldest = { version: readonly [number, number, number]; reason: string };

/**
 * By chain, and by the name with which a program begins its answer to `web3_clientVersion`. Programs that are not named here
 * are accepted: providers put their own in front, and of others we know no release that is too old.
 */
const OLDEST: Readonly<Partial<Record<ChainId, Readonly<Record<string, Oldest>>>>> = {
  ethereum: {
    geth: { version: [1, 16, 9], reason: "it lacks the security fixes of February 2026" },
    nethermind: { version: [1, 35, 3], reason: "it lacks the network's upgrade of December 2025" },
    besu: { version: [25, 11, 1], reason: "it lacks the network's upgrade of December 2025" },
  },
  bsc: { geth: { version: [1, 8, 2], reason: "it lacks the network's upgrade of December 2026" } },
  polygon: {
    bor: { version: [2, 9, 0], reason: "it lacks the network's upgrade of 2026 at block 89,531,000" },
    erigon: { version: [3, 7, 2], reason: "it lacks the network's upgrade of 2026 at block 89,531,000" },
  },
};

/** `Geth/v1.16.9-stable/linux-amd64/go1.24`, `erigon/3.7.2/linux-amd64/go1.24`, and with a name of the operator's own in between. */
const FORM = /^([a-z-]+)\/(?:[^/]*\/)?v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})/i;

/** Why a program is too old for a chain's main network; null where it is not, or not known. */
export function whyTooOld(chain: ChainId, clientVersion: string): string | null {
  const [, name = "", ...numbers] = FORM.exec(clientVersion) ?? [];
  const oldest = OLDEST[chain]?.[name.toLowerCase()];
  if (oldest === undefined) return null;
  const version = numbers.map(Number);
  const at = oldest.version.findIndex((number, place) => number !== version[place]);
  const isOlder = at !== -1 && (version[at] ?? 0) < (oldest.version[at] ?? 0);
  return isOlder ? `${name} ${version.join(".")} is too old: ${oldest.reason}` : null;
}
