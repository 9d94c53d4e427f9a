import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { dayOf } from "../core/instant";
import type { Clock, TimeMs } from "../core/ports";
import { parseList, type ScreeningList, screeningForm } from "./list";

export type Screening = {
  isListed(address: string): boolean;
  /** Date of the oldest list in use; null when there is none. */
  listDate(): string | null;
};

export type ScreeningLog = { warn(fields: object, message: string): void };

const RECHECK_MS = 5_000;
const FILES_MAX = 100;

type LoadedFile = { stamp: string; list: ScreeningList };

/**
 * Looks addresses up in the operator's list files (`*.txt` in `dir`), which are read again when they change. Throws at
 * the start when a file cannot be used; a file that turns bad later leaves its last good list in force.
 */
export function createScreening(options: {
  dir: string | undefined;
  clock: Clock;
  log: ScreeningLog;
}): Screening {
  let files: ReadonlyMap<string, LoadedFile> =
    options.dir === undefined ? new Map() : loadFiles(options.dir, new Map());
  let checkedAt: TimeMs = options.clock.now();
  const current = (): Iterable<LoadedFile> => {
    const now = options.clock.now();
    if (options.dir !== undefined && now - checkedAt >= RECHECK_MS) {
      checkedAt = now;
      try {
        files = loadFiles(options.dir, files);
      } catch (error) {
        options.log.warn(
          { reason: String(error) },
          "screening lists were not reloaded; the last ones stay in force",
        );
      }
    }
    return files.values();
  };
  return {
    isListed: (address) => {
      const form = screeningForm(address);
      for (const file of current()) if (file.list.addresses.has(form)) return true;
      return false;
    },
    listDate: () => {
      const dates = [...current()].map((file) => file.list.date).sort();
      return dates[0] ?? null;
    },
  };
}

function loadFiles(dir: string, known: ReadonlyMap<string, LoadedFile>): Map<string, LoadedFile> {
  const names = readdirSync(dir)
    .filter((name) => name.endsWith(".txt"))
    .sort();
  if (names.length > FILES_MAX) throw new Error(`more than ${FILES_MAX} list files`);
  return new Map(names.map((name) => [name, loadFile(join(dir, name), name, known.get(name))]));
}

function loadFile(path: string, name: string, known: LoadedFile | undefined): LoadedFile {
  const { mtimeMs, size, ino } = statSync(path);
  const stamp = `${mtimeMs}:${size}:${ino}`;
  if (known?.stamp === stamp) return known;
  const list = parseList(readFileSync(path, "utf8"), dayOf(mtimeMs));
  if (!list.ok) throw new Error(`screening list ${name}: ${list.error}`);
  return { stamp, list: list.value };
}
