import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSharedLimits, type SharedLimits } from "../src/http/shared-limits";
import { waitFor } from "./api-client";
import { ID, ORDER, world } from "./http/app-world";
import { freePort } from "./server";
import { whyNotRun } from "./system-programs";

const REDIS = "/usr/bin/redis-server";
const whyNot = whyNotRun("Limits in Redis", existsSync(REDIS), "Debian: apt-get install redis-server");

let folder: string;
let port: number;
let redis: ChildProcess;
const opened: SharedLimits[] = [];

async function startRedis(...more: string[]): Promise<void> {
  const options = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", ...more];
  redis = spawn(REDIS, ["--port", String(port), "--dir", folder, ...options], { stdio: "ignore" });
  await waitFor("redis", 10_000, async () => {
    const client = new Redis({ port, lazyConnect: true, retryStrategy: null });
    client.on("error", () => {});
    const answer = await client.connect().then(
      () => client.ping(),
      () => "",
    );
    client.disconnect();
    return answer === "PONG";
  });
}

async function stopRedis(): Promise<void> {
  if (redis.exitCode !== null || redis.signalCode !== null) return;
  const ended = new Promise((resolve) => redis.once("exit", resolve));
  redis.kill("SIGKILL");
  await ended;
}

/** A public process, as far as limits go. */
async function startProcess(answerMsMax?: number) {
  const log = { error: vi.fn(), warn: vi.fn() };
  const clock = { now: () => Date.now() };
  const random = { bytes: (count: number) => randomBytes(count) };
  const shared = await openSharedLimits(`redis://127.0.0.1:${port}`, {
    ...{ clock, random, log },
    ...(answerMsMax !== undefined && { answerMsMax }),
  });
  opened.push(shared);
  const { call } = world({ sharedLimits: shared, clock });
  return { call, log, shared };
}

const from = (address: string) => ({ "x-forwarded-for": address });
type Process = Awaited<ReturnType<typeof startProcess>>;
const track = async ({ call }: Process, address = "1.2.3.4"): Promise<number> =>
  (await call("GET", "/api/track/482915037", undefined, from(address))).status;
/** So many times, one after the other: together they would use up what all have of misses. */
async function tracked(count: number, one: Process, address?: string): Promise<number[]> {
  const codes = [];
  for (let i = 0; i < count; i++) codes.push(await track(one, address));
  return codes;
}

const inRedis = describe.skipIf(whyNot !== undefined);

beforeEach(async () => {
  if (whyNot !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), "sotto-redis-"));
  port = await freePort();
  await startRedis();
});
afterEach(async () => {
  if (whyNot !== undefined) return;
  for (const shared of opened.splice(0)) shared.close();
  await stopRedis();
  rmSync(folder, { recursive: true, force: true });
});

inRedis("limits of several processes", () => {
  it("are counted together, by client and by the wider networks around it", async () => {
    // Long enough for a busy machine: where Redis does not answer in time, each process counts by itself.
    const [one, two] = [await startProcess(10_000), await startProcess(10_000)];
    expect([...(await tracked(5, one)), ...(await tracked(5, two))]).toEqual(Array<number>(10).fill(200));
    expect([await track(one), await track(two)]).toEqual([429, 429]);
    expect(await track(two, "1.2.3.5")).toBe(200);
    const refused = await two.call("GET", "/api/track/482915037", undefined, from("1.2.3.4"));
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(50);
    for (const host of [1, 2, 3]) await tracked(10, one, `2001:db8:1:10${host}::1`);
    expect(await track(two, "2001:db8:1:104::1")).toBe(429);
    expect(await track(two, "2001:db8:1:200::1")).toBe(200);
  });

  it("are taken back together, too", async () => {
    const [one, two] = [await startProcess(), await startProcess()];
    const create = async ({ call }: Process, body: object) =>
      (await call("POST", "/api/exchanges", body, from("1.2.3.4"))).status;
    for (let i = 0; i < 10; i++) expect(await create(i % 2 ? one : two, {})).toBe(422);
    const made = [];
    for (let i = 0; i < 6; i++) made.push(await create(i % 2 ? one : two, ORDER));
    expect(made).toEqual(Array<number>(6).fill(201));
    expect([await create(one, ORDER), await create(two, ORDER)]).toEqual([429, 429]);
  });

  it("do not count what they refuse", async () => {
    const { counters } = (await startProcess()).shared;
    const limit = { name: "two", requests: 2, windowMs: 60_000 };
    const budgets = [{ key: "one's", times: 1 }];
    const take = async () => (await counters.take(limit, budgets)).taken;
    expect([await take(), await take(), await take(), await take()]).toEqual([true, true, false, false]);
    counters.giveBack(limit, budgets);
    expect([await take(), await take()]).toEqual([true, false]);
  });

  it("leave only hashes in Redis, which expire, and no file", async () => {
    const one = await startProcess();
    await track(one);
    await one.call("POST", `/api/exchanges/${ID}/verify-payment`, undefined, from("1.2.3.4"));
    const client = new Redis(port);
    const keys = await client.keys("*");
    expect(keys.length).toBeGreaterThan(3);
    for (const key of keys) {
      expect(key).toMatch(/^sotto:limit:(\w+\*\d+:[\w-]{43}|salt:\d+)$/);
      expect(await client.pttl(key)).toBeGreaterThan(0);
      expect(await client.pttl(key)).toBeLessThanOrEqual(61 * 60_000);
    }
    client.disconnect();
    expect(one.log.warn).not.toHaveBeenCalled();
    expect(readdirSync(folder)).toEqual([]);
  });
});

inRedis("limits of several processes while Redis is lost", () => {
  it.each(["hangs", "dies"])("hold while Redis %s, in each process by itself", async (how) => {
    const one = await startProcess();
    await tracked(4, one);
    if (how === "hangs") redis.kill("SIGSTOP");
    else await stopRedis();
    const startedAt = performance.now();
    expect(await tracked(7, one)).toEqual([...Array<number>(6).fill(200), 429]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(one.shared.isLost()).toBe(true);
    expect(one.log.error).toHaveBeenCalledTimes(1);
    const late = await startProcess();
    expect((await tracked(11, late)).at(-1)).toBe(429);
    if (how === "hangs") redis.kill("SIGCONT");
    else await startRedis();
    await waitFor("limits that are shared again", 15_000, async () => {
      await track(one, "9.9.9.9");
      return !one.shared.isLost();
    });
    expect(one.log.error).toHaveBeenCalledTimes(1);
  });

  it("warn of a Redis that writes files", async () => {
    await stopRedis();
    await startRedis("--appendonly", "yes");
    const { log } = await startProcess();
    expect(log.warn).toHaveBeenCalledTimes(1);
  });
});
