import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Calculation, Order } from "@sotto/openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { schemaFaults } from "../src/testing/contract";
import { runSotto } from "../src/testing/fake-api";
import { buildBundle, type Ended, runBundle, runProcess, temporaryFolder } from "../src/testing/process";

/** The real server, as `npm start` runs it, on simnet with quick blocks. */
const root = join(import.meta.dirname, "../..");
const folder = temporaryFolder();
/** On a machine with much else to do. */
const START_MS_MAX = 120_000;
const PASSWORD = "correct horse battery staple 9";
let server: ChildProcess;
let url: string;

beforeAll(async () => {
  await buildBundle();
  const main = join(root, "api/dist/main.js");
  if (!existsSync(main)) {
    const built = await runProcess(process.execPath, [join(root, "api/scripts/build.mjs")]);
    if (built.code !== 0) throw new Error(`the server does not build: ${built.err}`);
  }
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  let said = "";
  server = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH ?? "",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: join(folder.path, "data"),
      SOTTO_NETWORK: "simnet",
      SOTTO_LIMITS: "off",
      SIMNET_BLOCK_MS: "300",
      SOTTO_ADMIN_USERNAME: "checker",
      SOTTO_ADMIN_PASSWORD: PASSWORD,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [server.stdout, server.stderr]) stream?.on("data", (text) => (said += text));
  for (let waits = 0; !(await answers()); waits++) {
    if (server.exitCode !== null || waits > START_MS_MAX / 100)
      throw new Error(`the server did not start: ${said.slice(-2000)}`);
    await sleep(100);
  }
}, START_MS_MAX);
afterAll(async () => {
  if (server.exitCode === null) {
    server.kill("SIGTERM");
    await once(server, "close");
  }
  folder.remove();
});

const answers = async (): Promise<boolean> => {
  const response = await fetch(`${url}/api/health`).catch(() => undefined);
  return response?.ok === true;
};

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** What waits runs as a process, and the rest here, which starts faster. */
async function run(args: readonly string[], input = ""): Promise<Ended> {
  const given = { apiUrl: url, environment: { XDG_CONFIG_HOME: folder.path }, input };
  if (args.some((arg) => /^(--)?watch$/.test(arg))) return runBundle(args, given);
  const { exitCode, out, notes } = await runSotto(args, given);
  const written = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
  return { code: exitCode, out: written(out), err: written(notes) };
}
const BITCOIN = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const TRON = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";

describe("against the real server", { timeout: 240_000 }, () => {
  test("a swap is quoted, created, paid on simnet, watched to its end and tracked", async () => {
    const quote = JSON.parse((await run(["quote", "BTC", "USDT", "0.01"])).out) as Calculation;
    expect(schemaFaults("Calculation", quote)).toEqual([]);
    const created = await run(["swap", "create", "BTC", "USDT", "0.01", TRON, "--faucet"]);
    expect([created.code, created.err]).toEqual([0, expect.stringContaining("The faucet paid 0.01 BTC")]);
    const order = JSON.parse(created.out) as Order;
    expect(schemaFaults("Order", order)).toEqual([]);
    const watched = await run(["swap", "watch", order.id, "--timeout", "60"]);
    expect([watched.code, watched.err]).toEqual([0, expect.stringContaining("arrived in")]);
    const states = watched.out
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as Order).state);
    expect(states.at(-1)).toBe("completed");
    const tracked = await run(["track", order.trackingCode]);
    expect(JSON.parse(tracked.out)).toMatchObject({ id: order.trackingCode, status: "completed" });
    const gone = await run(["swap", "delete", order.id, "--yes"]);
    expect([gone.code, schemaFaults("DeletionNote", JSON.parse(gone.out))]).toEqual([0, []]);
    expect((await run(["swap", "show", order.id])).code).toBe(3);
  });

  test("an unpaid order is drawn, gets its refund address once, and is cancelled", async () => {
    const order = JSON.parse(
      (await run(["swap", "create", "BTC", "ETH", "0.01", "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"])).out,
    ) as Order;
    expect((await run(["--table", "swap", "qr", order.id])).out).toContain(order.depositAddress);
    expect((await run(["swap", "refund-address", order.id, BITCOIN, "--yes"])).code).toBe(0);
    const again = await run(["swap", "refund-address", order.id, BITCOIN, "--yes"]);
    expect([again.code, again.err]).toEqual([4, expect.stringContaining("order/refund-address-set")]);
    expect((await run(["swap", "cancel", order.id, "--yes"])).code).toBe(0);
  });

  test("addresses, rates by an alias, statistics", async () => {
    expect((await run(["address", "check", "USDT", TRON])).code).toBe(0);
    expect((await run(["address", "check", "BTC", TRON])).code).toBe(1);
    const rates = await run(["rates", "usdttrc"]);
    expect((JSON.parse(rates.out) as { from: string }[]).every(({ from }) => from === "USDT-TRC20")).toBe(
      true,
    );
    expect((await run(["stats"])).code).toBe(0);
    const two = await run(["rates", "BTC", "ETH", "--watch", "--every", "1", "--count", "2"]);
    expect(two.code).toBe(0);
    for (const line of two.out.trimEnd().split("\n"))
      expect(schemaFaults("PairRate", JSON.parse(line))).toEqual([]);
  });
});

describe("an administrator against the real server", { timeout: 240_000 }, () => {
  test("an administrator logs in and runs the invariants; a wrong password is refused", async () => {
    expect((await run(["admin", "login", "checker"], "wrong\n")).code).toBe(4);
    expect((await run(["admin", "login", "checker"], `${PASSWORD}\n`)).code).toBe(0);
    expect((await run(["admin", "invariants"])).code).toBe(0);
    expect(JSON.parse((await run(["admin", "reserves"])).out).length).toBeGreaterThan(5);
    expect((await run(["admin", "logout"])).code).toBe(0);
  });

  test("loans are imported twice and exist once; one is paid by the reserve, and the log of it all holds", async () => {
    await run(["admin", "login", "checker"], `${PASSWORD}\n`);
    const file =
      "reference,currency,amount,exchangeRate,receiveAddress\n" +
      `a-1,BTC,0.01,60000,${BITCOIN}\n` +
      "a-2,usdttrc,25.5,1,\n";
    const path = join(folder.path, "loans.csv");
    writeFileSync(path, file);
    const outcomes = async (from = path) => {
      const { code, out } = await run(["admin", "loans", "import", from, "--yes"]);
      return [code, (JSON.parse(out) as { outcome: string }[]).map(({ outcome }) => outcome)];
    };
    expect(await outcomes()).toEqual([0, ["created", "created"]]);
    expect(await outcomes()).toEqual([0, ["exists", "exists"]]);
    writeFileSync(path, file.replace("25.5", "26"));
    expect(await outcomes()).toEqual([1, ["exists", "conflict"]]);
    const exported = join(folder.path, "exported.csv");
    expect((await run(["admin", "loans", "export", "--output", exported])).code).toBe(0);
    expect(await outcomes(exported)).toEqual([0, ["exists", "exists"]]);
    expect((await run(["admin", "loans", "pay", "1", "--yes"])).code).toBe(0);
    expect((await run(["admin", "loans", "pay", "1", "--yes"])).code).toBe(4);
    const statuses = async () =>
      (JSON.parse((await run(["admin", "loans", "list"])).out) as { status: string }[]).map(
        ({ status }) => status,
      );
    await expect.poll(statuses, { timeout: 90_000, interval: 500 }).toEqual(["pending", "completed"]);
    expect((await run(["admin", "invariants"])).code).toBe(0);
    expect((await run(["admin", "audit", "verify"])).code).toBe(0);
  });

  test("keys, switches and orders: what is done is seen", async () => {
    await run(["admin", "login", "checker"], `${PASSWORD}\n`);
    const key = JSON.parse((await run(["admin", "keys", "create", "wallet app", "--yes"])).out) as {
      id: string;
    };
    expect((await run(["admin", "keys", "revoke", key.id, "--yes"])).code).toBe(0);
    expect((await run(["admin", "keys", "revoke", "nobodysKey12", "--yes"])).code).toBe(3);
    for (const verb of ["pause", "resume"]) {
      const { code, out } = await run(["admin", "payouts", verb, "--reason", "Node upgrade.", "--yes"]);
      expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ paused: verb === "pause" })]);
    }
    const orders = JSON.parse((await run(["admin", "orders", "list"])).out) as { trackingCode: string }[];
    expect(orders.length).toBeGreaterThan(0);
    const shown = await run(["admin", "orders", "show", orders[0]?.trackingCode ?? ""]);
    expect([shown.code, schemaFaults("AdminOrder", JSON.parse(shown.out))]).toEqual([0, []]);
    expect(
      (await run(["admin", "orders", "release", orders[0]?.trackingCode ?? "", "--reason", "x", "--yes"]))
        .code,
    ).toBe(4);
    expect((await run(["admin", "orders", "show", "000000000"])).code).toBe(3);
  });
});
