import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workspace.mjs";

const RESTART_MS = 5_000;

/**
 * Runs the bot beside the server in this process, as a child that ends when the channel to it closes, so also after
 * kill -9; one that fails is started again, unless its settings are wrong (code 2). Says so where there is none.
 */
export function startBot(environment) {
  const serves = ["all", "http"].includes(environment.SOTTO_ROLE || "all");
  const script = join(root, "bot/bin/sotto-bot.mjs");
  if (!serves || !existsSync(script)) return;
  if (!environment.TELEGRAM_BOT_TOKEN?.trim()) {
    console.log("The bot is off: TELEGRAM_BOT_TOKEN is not set.");
    return;
  }
  const bot = spawn(process.execPath, [script], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { SOTTO_API_URL: ownUrl(environment), ...botsOwn(environment) },
  });
  bot.on("error", () => console.error("The bot could not be started."));
  bot.on("exit", (code) => {
    if (code === 0 || code === 2) return;
    console.error(`The bot ended; it starts again in ${RESTART_MS / 1000} s.`);
    setTimeout(() => startBot(environment), RESTART_MS).unref();
  });
}

/** What the bot reads, and what a process needs: never the server's secrets. */
function botsOwn(environment) {
  const isBots =
    /^(TELEGRAM_\w+|SOTTO_API_URL|SOTTO_PUBLIC_URL|SOTTO_BOT_SECRET|DATA_DIR|REDIS_URL|PATH|HOME|NODE_\w+|LANG|TZ)$/;
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => isBots.test(name) && value),
  );
}

/** Where the server of this process listens. */
function ownUrl({ HOST, PORT }) {
  const host = !HOST || HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT || 8080}`;
}
