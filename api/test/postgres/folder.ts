import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const CHECKOUT = join(import.meta.dirname, "../../..");
const ON_DISK = join(CHECKOUT, ".cache/test-postgres");
const MEMORY = "/dev/shm";
const PREFIX = "sotto-test-postgres-";
/** In each folder in memory: the checkout that it belongs to. */
const OWNER_FILE = "checkout";
/** A run needs a tenth of this. A container often has 64 MiB. */
const FREE_BYTES_MIN = 2 * 2 ** 30;

/**
 * Where this checkout keeps its test clusters: in the machine's memory if it lends two GiB of it as files (Linux), else
 * under `.cache/`. Each test copies and drops a database of 600 files, which a disk can take ten times as long for. What
 * checkouts that are gone have left in memory is removed.
 */
export function clusterFolder(): string {
  const folder = inMemory() ?? ON_DISK;
  mkdirSync(folder, { recursive: true });
  return folder;
}

function inMemory(): string | undefined {
  if (process.platform !== "linux" || !existsSync(MEMORY)) return undefined;
  removeOrphans();
  const name = createHash("sha256").update(CHECKOUT).digest("hex").slice(0, 16);
  const folder = join(MEMORY, `${PREFIX}${name}`);
  try {
    if (!existsSync(folder)) {
      const { bavail, bsize } = statfsSync(MEMORY);
      if (bavail * bsize < FREE_BYTES_MIN) return undefined;
      // Others may pass through, as the server's own user must where root starts it, and list nothing.
      mkdirSync(folder, { mode: 0o711 });
      writeFileSync(join(folder, OWNER_FILE), CHECKOUT);
    }
    return isOurs(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function removeOrphans(): void {
  for (const name of readdirSync(MEMORY).filter((name) => name.startsWith(PREFIX))) {
    const folder = join(MEMORY, name);
    try {
      if (isOurs(folder) && !existsSync(readFileSync(join(folder, OWNER_FILE), "utf8")))
        rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another run is making or removing it.
    }
  }
}

/** Anybody can make a folder there, and give it our name. */
const isOurs = (folder: string): boolean => {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.();
};
