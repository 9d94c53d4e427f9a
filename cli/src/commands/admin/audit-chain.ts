import type { AuditEntry } from "../../wire";

const NO_HASH = "0".repeat(64);

/** The first entry, of all of them newest first, that is missing or not as it was written; null when the chain is whole. */
export async function firstBroken(newestFirst: readonly AuditEntry[]): Promise<number | null> {
  // Loaded here, because loading it at every start would cost a tenth of the start time.
  const { createHash } = await import("node:crypto");
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
  let previousHash = NO_HASH;
  let seq = 0;
  for (const entry of newestFirst.toReversed()) {
    seq++;
    const isInPlace = entry.seq === seq && entry.previousHash === previousHash;
    if (!isInPlace || entry.hash !== sha256(hashedText(entry))) return seq;
    previousHash = entry.hash;
  }
  return null;
}

/** As the contract says: the canonical JSON (RFC 8785) of these, in this order. */
export const hashedText = (entry: Omit<AuditEntry, "hash">): string =>
  JSON.stringify([
    entry.previousHash,
    entry.seq,
    entry.at,
    entry.admin,
    entry.action,
    entry.outcome,
    entry.subject,
    entry.reason,
  ]);
