import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { link, mkdir, open, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { SeedUnavailable } from "./seed-file";

const FILE_BYTES_MAX = 4_096;
const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** The text of a file that only its owner can read; undefined when there is none. Throws SeedUnavailable. */
export async function readPrivate(file: string): Promise<string | undefined> {
  const handle = await open(file, constants.O_RDONLY).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return undefined;
    throw new SeedUnavailable(`cannot read ${file}`, { cause });
  });
  if (!handle) return undefined;
  try {
    const { mode, size } = await handle.stat();
    if ((mode & OTHERS) !== 0) throw new SeedUnavailable(`${file} is open to others: chmod 600 it`);
    if (size > FILE_BYTES_MAX) throw new SeedUnavailable(`${file} is too large`);
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

/** Writes a file whole or not at all, durably, and never over an existing one; false when there was one. */
export async function writePrivate(file: string, text: string): Promise<boolean> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  const handle = await open(draft, "wx", OWNER_ONLY);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    // A rename would replace the seed that another process made in the meantime; a link refuses to.
    await link(draft, file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    return false;
  } finally {
    await unlink(draft);
  }
  const directory = await open(folder, constants.O_RDONLY);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
  return true;
}
