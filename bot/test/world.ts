import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runBot } from "../src/run";
import type { Telegram } from "./telegram";
import { TOKEN } from "./telegram";

export type RunningBot = {
  /** What it logged. */
  lines: string[];
  sessionsDir: string;
  /** Stops it and starts it again, on what it stored. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** The bot, run as its process runs it, without Telegram's limits, on a folder of its own. */
export async function startBot(options: { telegram: Telegram; apiUrl: string }): Promise<RunningBot> {
  const folder = mkdtempSync(join(tmpdir(), "sotto-bot-sessions-"));
  const lines: string[] = [];
  const run = () => {
    const stop = new AbortController();
    const done = runBot({
      environment: {
        token: TOKEN,
        apiRoot: options.telegram.url,
        apiUrl: options.apiUrl,
        webUrl: "https://sotto.example",
        sessionsDir: folder,
        redisUrl: undefined,
        webhook: undefined,
      },
      isThrottled: false,
      signal: stop.signal,
      log: (line) => lines.push(line),
    });
    return async () => {
      stop.abort();
      await done;
    };
  };
  let stop = run();
  return {
    lines,
    sessionsDir: folder,
    restart: async () => {
      await stop();
      stop = run();
    },
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
