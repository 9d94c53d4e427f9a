// The bot's process, as the supervisor runs it, from its sources and as it is built.
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventually } from "../eventually";
import { ROOT } from "../processes";
import { world } from "../shared-world";

test("without a token it says that it is off", async () => {
  const bot = startProcess({});
  expect(await bot.exitCode).toBe(0);
  expect(bot.said()).toContain("The bot is off: TELEGRAM_BOT_TOKEN is not set.");
});

const PROGRAMS = { sources: "bot/bin/sotto-bot.mjs", build: "bot/dist/sotto-bot.js" } as const;

test.each(["sources", "build"] as const)(
  "from its %s it serves, and ends with its supervisor",
  async (from) => {
    const { telegram, api } = world();
    const folder = mkdtempSync(join(tmpdir(), "sotto-bot-process-"));
    const bot = startProcess(
      {
        TELEGRAM_BOT_TOKEN: "77:process",
        TELEGRAM_API_ROOT: telegram.url,
        SOTTO_API_URL: api.url,
        DATA_DIR: folder,
      },
      from,
    );
    await eventually(bot.said).toContain("is listening");
    const answer = new Promise((resolve) => bot.child.once("message", resolve));
    bot.child.send({ kind: "ping" });
    expect(await answer).toEqual({ kind: "pong" });
    bot.child.disconnect();
    expect(await bot.exitCode).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  },
);

function startProcess(
  environment: Readonly<Record<string, string>>,
  from: keyof typeof PROGRAMS = "sources",
) {
  let said = "";
  const child: ChildProcess = fork(join(ROOT, PROGRAMS[from]), {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: { PATH: process.env.PATH, ...environment },
    execArgv: [],
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const exitCode = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, exitCode, said: () => said };
}
