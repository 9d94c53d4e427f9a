import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const digits = z.string().regex(/^\d+$/);

/** A row of the signer's log as its files have it, with bytes in base64; `id` is what it had in the database. */
export const lineSchema = z.strictObject({
  id: digits,
  hour: z.iso.datetime({ offset: true }),
  settlement: hash,
  transaction: hash,
  owner: hash,
  spends: z.array(z.string()),
  sealed: z.base64(),
  details: z.base64(),
  fact: hash,
  auditSeq: digits,
  auditHash: z.string(),
  restored: z.boolean(),
});
export type LogLine = z.infer<typeof lineSchema>;

const FILE_NAME = /^signed-\d{4}-\d{2}\.jsonl$/;
const NEWLINE = 10;

/** A file of the signer's log that cannot be read. */
export class LogDamaged extends Error {
  override readonly name = "LogDamaged";
}

/** The copy of the signer's log outside the database: a file a month, only added to. */
export type LogFiles = {
  /** Resolves when the lines are on the disk. */
  append(lines: readonly LogLine[]): Promise<void>;
  /** The months' files, the latest first. */
  names(): Promise<string[]>;
  /** The lines of a file, in batches of a given size. Throws LogDamaged. */
  read(name: string, batch: number): AsyncIterable<LogLine[]>;
};

/** Opens the folder, and removes what a crash left of a line: its signature was never handed out. */
export async function openLogFiles(folder: string): Promise<LogFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = readLogFiles(folder);
  for (const name of await files.names()) await removeHalfLine(join(folder, name));
  return files;
}

/** The same without a change to what is there. */
export const readLogFiles = (folder: string): LogFiles => ({
  async names() {
    const all = await readdir(folder);
    return all.filter((name) => FILE_NAME.test(name)).sort((a, b) => b.localeCompare(a));
  },
  async append(lines) {
    const months = new Set(lines.map(({ hour }) => hour.slice(0, 7)));
    for (const month of months)
      await appendTo(
        join(folder, `signed-${month}.jsonl`),
        lines.filter(({ hour }) => hour.startsWith(month)),
      );
  },
  read: (name, batch) => readLines(join(folder, name), batch),
});

async function appendTo(path: string, lines: readonly LogLine[]): Promise<void> {
  const file = await open(path, "a", 0o600);
  try {
    await file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function removeHalfLine(path: string): Promise<void> {
  const bytes = await readFile(path);
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  if (end < bytes.length) await truncate(path, end);
}

async function* readLines(path: string, batch: number): AsyncIterable<LogLine[]> {
  let lines: LogLine[] = [];
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(path) })) {
    number += 1;
    lines.push(parseLine(text, { path, number }));
    if (lines.length < batch) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}

function parseLine(text: string, { path, number }: { path: string; number: number }): LogLine {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch {
    throw new LogDamaged(`line ${number} of ${path} is not one of the signer's log`);
  }
}
