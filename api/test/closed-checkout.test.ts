import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitFor } from "./api-client";
import { bundleServer } from "./bundle";
import { childrenOf, isAlive, type Process, reads, uidOf } from "./children";
import { freePort, type ServerProcess, startServer } from "./server";

/** A checkout in a folder that only its owner may enter, as a clone in the home of root: mkdtemp makes it with mode 700. */
const home = mkdtempSync(join(tmpdir(), "sotto-home-"));
const data = join(home, "sotto/.data");
const TOKEN = "77:token-of-the-bot";
const BOT_SECRET = "a-secret-that-http-and-the-bot-share-0123";
const isRoot = process.getuid?.() === 0;

/** Stands in for the bot: it says once what it was started with, and answers its supervisor. */
const BOT = `
import { writeFileSync } from "node:fs";
writeFileSync(process.env.DATA_DIR + "/bot/started.json", JSON.stringify(process.env));
process.on("message", ({ kind }) => kind === "ping" ? process.send({ kind: "pong" }) : process.exit(0));
process.on("disconnect", () => process.exit(0));
`;
/** Stands in for the web app: every page is a file of the browser's. */
const WEB = `
import { readFileSync } from "node:fs";
export const createWebHandler = ({ clientDir }) => async () => new Response(readFileSync(clientDir + "/page.txt"));
`;

let server: ServerProcess;

beforeAll(async () => {
  const checkout = join(home, "sotto");
  cpSync(dirname(await bundleServer()), join(checkout, "api/dist"), { recursive: true });
  symlinkSync(join(import.meta.dirname, "../node_modules"), join(checkout, "api/node_modules"));
  writeFileSync(join(checkout, "package.json"), '{ "type": "module" }');
  for (const [file, text] of [
    ["bot/dist/sotto-bot.js", BOT],
    ["web/dist/server/entry-server.js", WEB],
    ["web/dist/client/page.txt", "a page of the copy"],
  ] as const) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    writeFileSync(join(checkout, file), text);
  }
  server = await start();
}, 240_000);
afterAll(async () => {
  await server?.stop();
  const where = join(data, "postgres.where");
  if (existsSync(where)) rmSync(readFileSync(where, "utf8").trim(), { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
});

const start = async (): Promise<ServerProcess> => {
  const started = await startServer({
    dataDir: data,
    bundle: join(home, "sotto/api/dist/main.js"),
    port: await freePort(),
    env: { TELEGRAM_BOT_TOKEN: TOKEN, SOTTO_BOT_SECRET: BOT_SECRET },
  });
  await waitFor("the bot", 60_000, async () => childrenOf(started.pid).some(({ role }) => role === "bot"));
  return started;
};

const children = (): Process[] => childrenOf(server.pid);
const childOf = (role: string): Process => {
  const child = children().find((one) => one.role === role);
  if (child === undefined) throw new Error(`no process of the role ${role}`);
  return child;
};
const folderOf = (output: string): string | undefined => /"folder":"([^"]+)"/.exec(output)?.[1];

describe("a checkout that other users cannot enter", () => {
  it("runs each process as a user of its own, from a copy", (context) => {
    if (!isRoot) return context.skip();
    const uids = children().map(({ pid }) => uidOf(pid));
    expect(
      children()
        .map(({ role }) => role)
        .sort(),
    ).toEqual(["admin", "bot", "http", "signer", "worker"]);
    expect(new Set(uids).size).toBe(5);
    expect(uids).not.toContain(0);
    expect(server.output()).toContain("they run a copy of the program");
    expect(server.output()).toContain("the passphrase of the seed lies beside it");
    const program = join(folderOf(server.output()) ?? "", "api/dist/main.js");
    const { uid, mode } = statSync(program);
    expect([uid, mode & 0o022]).toEqual([0, 0]);
    expect(reads(uidOf(childOf("http").pid), program)).toBe(true);
  });

  it("leaves the public process no way to secrets in files or in other processes", (context) => {
    if (!isRoot) return context.skip();
    const http = uidOf(childOf("http").pid);
    const others = children().filter(({ role }) => role !== "http");
    const files = [
      join(data, "signer/seed.json"),
      join(data, "signer/seed.json.passphrase"),
      join(data, "owner.password"),
      join(data, "bot/started.json"),
      ...others.flatMap(({ pid }) => [`/proc/${pid}/environ`, `/proc/${pid}/cwd/seed.json`]),
      `/proc/${server.pid}/environ`,
    ].filter((file) => existsSync(file));
    expect(files.length).toBeGreaterThan(8);
    for (const file of files) expect([file, reads(0, file), reads(http, file)]).toEqual([file, true, false]);
  });

  it("serves the web app from the copy", async () => {
    const page = await fetch(server.api.origin);
    expect(await page.text()).toBe("a page of the copy");
  });

  it("pays from a seed that only the signer reads", async () => {
    const made = await server.api.create({
      sendCurrency: "BTC",
      receiveCurrency: "LTC",
      sendAmount: "0.01",
      receiveAddress: "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
    });
    await server.api.pay({ currency: "BTC", address: made.depositAddress, amount: "0.01" });
    await server.api.untilState(made.id, ["completed"], 120_000);
  });
});

describe("the bot", () => {
  it("gets its own secrets, and no other process gets its token", async () => {
    await waitFor("its file", 30_000, async () => existsSync(join(data, "bot/started.json")));
    const bot: Record<string, string> = JSON.parse(readFileSync(join(data, "bot/started.json"), "utf8"));
    expect(bot).toMatchObject({ TELEGRAM_BOT_TOKEN: TOKEN, SOTTO_API_URL: server.api.origin });
    expect(
      Object.keys(bot).filter((name) => /DATABASE|PASSWORD|SEED|RPC|SIMNET_URL|SOCKET/.test(name)),
    ).toEqual([]);
    for (const { role, environment } of children()) {
      expect([role, environment.includes(TOKEN)]).toEqual([role, role === "bot"]);
      expect([role, environment.includes(BOT_SECRET)]).toEqual([role, role === "bot" || role === "http"]);
    }
  });

  it("is started again, and ends with a supervisor that is killed, as the others do", async () => {
    const first = childOf("bot").pid;
    process.kill(first, "SIGKILL");
    await waitFor("another bot", 30_000, async () =>
      children().some(({ role, pid }) => role === "bot" && pid !== first),
    );
    const pids = children().map(({ pid }) => pid);
    expect(pids).toHaveLength(5);
    server.signal("SIGKILL");
    await server.ended;
    await waitFor("the end of its processes", 20_000, async () => !pids.some(isAlive));
    server = await start();
    expect((await server.api.health()).database).toBe("ok");
  });

  it("ends with an orderly stop, and so does the copy", async () => {
    const pids = children().map(({ pid }) => pid);
    const folder = folderOf(server.output());
    await server.stop();
    expect(pids.some(isAlive)).toBe(false);
    if (isRoot) expect(existsSync(folder ?? home)).toBe(false);
  });
});
