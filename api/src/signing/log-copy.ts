import type { Logger } from "pino";
import type { Database } from "../db/client";
import { failureFacts } from "../db/failure";
import type { DetailKeys } from "./detail-keys";
import { LogDamaged, type LogFiles, type LogLine } from "./log-files";
import { forgottenAmong, idsOfLines, insertRestored, lastLine, lineName, readLines } from "./log-store";

const BATCH = 1_000;

type CopyParts = { database: Database; files: LogFiles };

/** Copies later rows of the log to the files; `added` are the ids that were given to rows since. Throws LogDamaged. */
export type CopyLog = (added?: readonly bigint[]) => Promise<void>;

/**
 * Compares the signer's files with the database, the latest month first, until a month has nothing that the database
 * lacks. What it lacks was lost with it, when an older copy was restored, and is written back as such. Returns how many rows
 * that were, and what copies later rows to the files. Throws LogDamaged.
 */
export async function openLogCopy({
  database,
  files,
}: CopyParts): Promise<{ restored: number; copy: CopyLog }> {
  let copied = 0n;
  let restored = 0;
  for (const name of await files.names()) {
    let lost = 0;
    for await (const lines of files.read(name, BATCH)) {
      const known = await idsOfLines(database, lines);
      const missing = lines.filter((line) => !known.has(lineName(line)));
      if (missing.length > 0) await insertRestored(database, missing);
      lost += missing.length;
      copied = lines.filter((line) => isSame(line, known)).reduce(laterOf, copied);
    }
    restored += lost;
    if (lost === 0) break;
  }
  const copy = async (added: readonly bigint[] = []): Promise<void> => {
    if (added.some((id) => id <= copied) || (await lastLine(database)) < copied)
      throw new LogDamaged("an older copy of the database was restored meanwhile: start the signer again");
    for (;;) {
      const lines = await readLines(database, copied, BATCH);
      if (lines.length === 0) return;
      await files.append(lines);
      copied = lines.reduce(laterOf, copied);
    }
  };
  await copy();
  return { restored, copy };
}

const laterOf = (copied: bigint, { id }: LogLine): bigint => (BigInt(id) > copied ? BigInt(id) : copied);

/** Whether the database has a line under its own id: after a restore, another row may have that. */
const isSame = (line: LogLine, known: ReadonlyMap<string, bigint>): boolean =>
  known.get(lineName(line)) === BigInt(line.id);

/** Destroys the keys of what was deleted; what was sealed by them stays in the log, unreadable. */
export async function destroyForgotten(database: Database, keys: DetailKeys): Promise<void> {
  const names = await keys.names();
  for (let at = 0; at < names.length; at += BATCH)
    await keys.destroy(await forgottenAmong(database, names.slice(at, at + BATCH)));
}

/** Does that again and again for as long as the signer runs. Returns what ends it. */
export function watchForgotten(
  parts: { database: Database; keys: DetailKeys; log: Pick<Logger, "error"> },
  everyMs: number,
): () => Promise<void> {
  let look: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    look = look
      .then(() => destroyForgotten(parts.database, parts.keys))
      .catch((error: unknown) =>
        parts.log.error(failureFacts(error), "keys of deleted orders were not destroyed"),
      );
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await look;
  };
}
