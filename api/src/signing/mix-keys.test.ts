import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { MixKeys } from "../chains/signer";
import { remoteSigner, type SignerVerbs, serveSigner } from "../chains/signer-process";
import { orderIdOf } from "../core/ids";
import { seededRandom } from "../core/seeded-random";
import { PeerUnavailable } from "../peers/peer";
import { type DailyKeys, openDailyKeys } from "./daily-keys";
import { createMixKeys, destroyPastKeys, KEY_KEPT_MS_MAX, KEY_KEPT_MS_MIN } from "./mix-keys";

const DAY = "2026-11-25";
const NOON = Date.parse(`${DAY}T12:00:00Z`);
const MIDNIGHT = Date.parse("2026-11-26T00:00:00Z");
const random = seededRandom("days");
const seed = random.bytes(32);
const orderId = orderIdOf("A".repeat(22));

let folder: string;
let now: number;
let keys: DailyKeys;
let mixKeys: MixKeys;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sotto-days-"));
  now = NOON;
  await restart();
});
afterEach(() => rmSync(folder, { recursive: true }));

async function restart(): Promise<void> {
  keys = await openDailyKeys(join(folder, "mixes"), random);
  mixKeys = createMixKeys({ keys, clock: { now: () => now }, random });
}

const files = (): string[] => readdirSync(join(folder, "mixes")).sort();
const destroyed = (at: number, used: readonly string[] = []): Promise<string[]> =>
  destroyPastKeys({ keys, daysInUse: async () => new Set(used) }, at);

it("opens a seed for its order, after a restart too, and no other order's", async () => {
  const sealed = await mixKeys.sealSeed({ orderId, seed });
  expect(sealed.day).toBe(DAY);
  await restart();
  now = MIDNIGHT + 1;
  expect(await mixKeys.openSeed({ orderId, ...sealed })).toEqual(Buffer.from(seed));
  expect(await mixKeys.openSeed({ orderId: orderIdOf("B".repeat(22)), ...sealed })).toBeNull();
});

it("does so over the signer's socket, and shows the worker no key", async () => {
  const socket = { path: join(folder, "s"), secret: "s".repeat(32) };
  const silent = { warn: () => {}, error: () => {} };
  const close = await serveSigner(socket, mixKeys as SignerVerbs, silent);
  try {
    const worker = remoteSigner(socket);
    const sealed = await worker.sealSeed({ orderId, seed });
    expect(Object.keys(sealed).sort()).toEqual(["day", "sealed"]);
    expect(await worker.openSeed({ orderId, ...sealed })).toEqual(Uint8Array.from(seed));
    expect(await worker.openSeed({ orderId, ...sealed, day: "2026-11-24" })).toBeNull();
    await expect(worker.sealSeed({ orderId, seed: "no bytes" as never })).rejects.toThrow(PeerUnavailable);
  } finally {
    await close();
  }
});

it("makes one key a day, in a file of its owner's, also where many ask for it at once", async () => {
  const asked = Array.from({ length: 8 }, () => mixKeys.sealSeed({ orderId, seed }));
  for (const sealed of await Promise.all(asked))
    expect(await mixKeys.openSeed({ orderId, ...sealed })).not.toBeNull();
  now = MIDNIGHT;
  expect((await mixKeys.sealSeed({ orderId, seed })).day).toBe("2026-11-26");
  expect(files()).toEqual([DAY, "2026-11-26"]);
  for (const name of files()) expect(statSync(join(folder, "mixes", name)).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "mixes")).mode & 0o777).toBe(0o700);
});

it("opens nothing once the key is lost, damaged or another one, and takes no name but a day's", async () => {
  const sealed = await mixKeys.sealSeed({ orderId, seed });
  const path = join(folder, "mixes", DAY);
  writeFileSync(path, Buffer.alloc(32, 7).toString("base64"));
  expect(await mixKeys.openSeed({ orderId, ...sealed })).toBeNull();
  writeFileSync(path, "AA==");
  expect(await mixKeys.openSeed({ orderId, ...sealed })).toBeNull();
  await expect(mixKeys.sealSeed({ orderId, seed })).rejects.toThrow("damaged");
  rmSync(path);
  expect(await mixKeys.openSeed({ orderId, ...sealed })).toBeNull();
  writeFileSync(join(folder, "secret"), "AA==", { mode: 0o644 });
  expect(await mixKeys.openSeed({ orderId, ...sealed, day: "../secret" })).toBeNull();
  await expect(mixKeys.sealSeed({ orderId, seed: seed.subarray(1) })).rejects.toThrow("length");
});

it("destroys the key of a past day as soon as no seed needs it, and overwrites what it was", async () => {
  const sealed = await mixKeys.sealSeed({ orderId, seed });
  linkSync(join(folder, "mixes", DAY), join(folder, "same"));
  expect(await destroyed(MIDNIGHT + KEY_KEPT_MS_MIN - 1)).toEqual([]);
  expect(await destroyed(MIDNIGHT + KEY_KEPT_MS_MIN, [DAY])).toEqual([]);
  expect(await mixKeys.openSeed({ orderId, ...sealed })).not.toBeNull();
  expect(await destroyed(MIDNIGHT + KEY_KEPT_MS_MIN, ["2026-11-26"])).toEqual([DAY]);
  expect(files()).toEqual([]);
  expect(readFileSync(join(folder, "same")).every((byte) => byte === 0)).toBe(true);
  expect(await mixKeys.openSeed({ orderId, ...sealed })).toBeNull();
});

it("destroys a key at its greatest age, whatever the database says or whether it answers", async () => {
  await mixKeys.sealSeed({ orderId, seed });
  now = MIDNIGHT;
  await mixKeys.sealSeed({ orderId, seed });
  const away = { keys, daysInUse: () => Promise.reject(new Error("away")) };
  await expect(destroyPastKeys(away, MIDNIGHT + KEY_KEPT_MS_MAX)).rejects.toThrow("away");
  expect(files()).toEqual(["2026-11-26"]);
  expect(await destroyed(MIDNIGHT + KEY_KEPT_MS_MAX, ["2026-11-26"])).toEqual([]);
});

it("removes what a crash left of a key that was being made", async () => {
  await mixKeys.sealSeed({ orderId, seed });
  writeFileSync(join(folder, "mixes", "2026-11-25.0a1b.tmp"), "half");
  await restart();
  expect(files()).toEqual([DAY]);
});
