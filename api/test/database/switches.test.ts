import { afterAll, beforeAll, expect, it } from "vitest";
import { transaction } from "../../src/db/transaction";
import { createSwitches, isOff, isPaused, listSwitches } from "../../src/switches/switches";
import { openPlace, type Place } from "./place";

let place: Place;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

const turn = (name: "payouts" | "signer", paused: boolean) =>
  createSwitches({
    database: place.admin,
    clock: { now: () => 1_767_268_800_000 },
    prices: { refresh: async () => {} },
    notifier: { wake: () => {} },
  }).turn({ name, paused, reason: "A te\u0000st.", admin: "root" });

/** Waits until so many transactions hold the switches' lock, or wait for it. */
const locks = async ({ granted, count = 1 }: { granted: boolean; count?: number }): Promise<void> => {
  const seen = async (): Promise<number> => {
    const rows = await place.owner.$client<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND granted = ${granted}`;
    return rows[0]?.n ?? 0;
  };
  await expect.poll(seen, { timeout: 60_000 }).toBe(count);
};

it("are open until they are turned, and keep who last said why", async () => {
  expect(await listSwitches(place.admin)).toEqual([
    { name: "payouts", paused: false, reason: null, turnedAt: null },
    { name: "signer", paused: false, reason: null, turnedAt: null },
  ]);
  const turnedAt = Date.parse("2026-01-01T12:00:00.000Z");
  expect(await turn("signer", true)).toEqual({ name: "signer", paused: true, reason: "A test.", turnedAt });
  expect(await isOff(place.worker, "payouts")).toBe(false);
  expect(await isOff(place.worker, "payouts", "signer")).toBe(true);
  await turn("signer", false);
  expect(await isOff(place.worker, "payouts", "signer")).toBe(false);
});

it("are turned when what is done under them has ended, and what comes after sees it", async () => {
  const done: string[] = [];
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const signing = transaction(place.worker, async (tx) => {
    expect(await isPaused(tx, "payouts")).toBe(false);
    await held;
    done.push("signed");
  });
  await locks({ granted: true });
  const turned = turn("payouts", true).then(() => done.push("paused"));
  await locks({ granted: false });
  // Waits behind the pause, so that a busy worker cannot put it off for ever.
  const next = transaction(place.worker, async (tx) => done.push(`saw ${await isPaused(tx, "payouts")}`));
  await locks({ granted: false, count: 2 });
  expect(done).toEqual([]);
  release();
  await Promise.all([signing, turned, next]);
  expect(done[0]).toBe("signed");
  expect([...done].sort()).toEqual(["paused", "saw true", "signed"]);
});

it("cannot be turned by the worker", async () => {
  for (const statement of ["UPDATE admin_switches SET paused = false", "DELETE FROM admin_switches"])
    await expect(place.worker.$client.unsafe(statement)).rejects.toThrow("permission denied");
});
