import { mkdir, open, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { readPrivate, writePrivate } from "../chains/private-file";
import type { Random, TimeMs } from "../core/ports";
import { KEY_BYTES } from "./seal";

const DAY_MS = 86_400_000;
const KEY_NAME = /^\d{4}-\d{2}-\d{2}$/;

/** When a day is over. */
export const endOfDay = (day: string): TimeMs => Date.parse(`${day}T00:00:00Z`) + DAY_MS;

/** Keys by UTC day, each in a file of a folder that only the signer reads. */
export type DailyKeys = {
  /** The key of a day, which is made where there is none. */
  of(day: string): Promise<Uint8Array>;
  /** Undefined where there is none, also where the text is no day. */
  read(day: string): Promise<Uint8Array | undefined>;
  days(): Promise<string[]>;
  /** Overwrites the file, removes it, and has the folder written to the disk. */
  destroy(day: string): Promise<void>;
};

/** Opens the folder, and removes what a crash left of a key that was being made. */
export async function openDailyKeys(folder: string, random: Random): Promise<DailyKeys> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) if (name.endsWith(".tmp")) await destroyFile(folder, name);
  const read = async (day: string): Promise<Uint8Array | undefined> => {
    const text = KEY_NAME.test(day) ? await readPrivate(join(folder, day)) : undefined;
    return text === undefined ? undefined : Buffer.from(text, "base64");
  };
  return {
    read,
    async of(day) {
      const known = await read(day);
      if (known !== undefined) return known;
      // Another call may have made it meanwhile: what is in the file is the key.
      await writePrivate(join(folder, day), Buffer.from(random.bytes(KEY_BYTES)).toString("base64"));
      const made = await read(day);
      if (made === undefined) throw new Error("a key of the day was removed while it was made");
      return made;
    },
    days: async () => (await readdir(folder)).filter((name) => KEY_NAME.test(name)),
    destroy: (day) => destroyFile(folder, day),
  };
}

async function destroyFile(folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    await file.write(Buffer.alloc(size), 0, size, 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await unlink(path);
  const directory = await open(folder, "r");
  await directory.sync().finally(() => directory.close());
}
