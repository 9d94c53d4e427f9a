import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { faultText } from "../fault";
import { lifetimeMsOf, newSession, type Session } from "./session";
import { CHAT_KEY, parseSession, type SessionStorage } from "./storage";

/** Sessions that are kept. Beyond this the oldest without open orders are removed. */
const SESSIONS_MAX = 100_000;

/**
 * Sessions as one small file for each chat in `folder`, readable only by its owner. A file is written beside the old one
 * and renamed, so that a crash leaves one of the two whole.
 */
export async function openFileStorage(
  folder: string,
  options: { now: () => number; log(line: string): void; sessionsMax?: number },
): Promise<SessionStorage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) if (name.endsWith(".half")) await rm(join(folder, name));
  const pathOf = (key: string): string => {
    if (!CHAT_KEY.test(key)) throw new Error("a session's key is a chat's id");
    return join(folder, `${key}.json`);
  };
  const read = async (key: string): Promise<Session | undefined> => {
    try {
      return parseSession(await readFile(pathOf(key), "utf8"));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  async function* readAllKeys(): AsyncIterable<string> {
    for (const name of await readdir(folder)) {
      const key = name.replace(/\.json$/, "");
      if (CHAT_KEY.test(key)) yield key;
    }
  }
  /** Removes an expired session. Otherwise returns when it last changed, if it has no open orders. */
  async function idleSince(key: string): Promise<number | undefined> {
    const [session = newSession(), changedAt] = [await read(key), await changeTimeOf(pathOf(key))];
    if (changedAt === undefined) return undefined;
    if (changedAt + lifetimeMsOf(session) >= options.now())
      return session.orders.length === 0 ? changedAt : undefined;
    await rm(pathOf(key), { force: true });
    return undefined;
  }
  return {
    read,
    write: (key, session) => replaceFile(pathOf(key), JSON.stringify(session)),
    delete: (key) => rm(pathOf(key), { force: true }),
    readAllKeys,
    async sweep() {
      const idle: { key: string; changedAt: number }[] = [];
      for await (const key of readAllKeys()) {
        try {
          const changedAt = await idleSince(key);
          if (changedAt !== undefined) idle.push({ key, changedAt });
        } catch (error) {
          options.log(`a session was not swept: ${faultText(error)}`);
        }
      }
      const surplus = Math.max(0, idle.length - (options.sessionsMax ?? SESSIONS_MAX));
      idle.sort((a, b) => a.changedAt - b.changedAt);
      for (const { key } of idle.slice(0, surplus)) await rm(pathOf(key), { force: true });
    },
    close: async () => {},
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

async function changeTimeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const half = `${path}.${randomBytes(6).toString("hex")}.half`;
  const file = await open(half, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(half, path);
}
