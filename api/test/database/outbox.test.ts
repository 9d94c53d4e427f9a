import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type CommandOutcome, dispatchOnce } from "../../src/outbox/dispatcher";
import { insertOrderRow, ORDER_ROW, openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");

let place: Place;
const logged: string[] = [];

beforeAll(async () => {
  place = await openPlace();
  await insertOrderRow(place.owner);
});
afterAll(() => place.close());
beforeEach(async () => {
  logged.length = 0;
  await place.owner.$client`DELETE FROM outbox`;
  await place.owner.$client`
    INSERT INTO outbox (key, kind, order_id, payload, created_at, next_attempt_at)
    VALUES ('k', 'mix', ${ORDER_ROW.id}, '{"kind": "mix"}', now(), ${new Date(NOW).toISOString()})`;
});

/** Looks into the outbox at a time, with a mixer that answers so; gives how often it was asked. */
async function dispatch(now: number, answer: () => Promise<CommandOutcome>): Promise<number> {
  let asked = 0;
  const mix = (): Promise<CommandOutcome> => {
    asked++;
    return answer();
  };
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  await dispatchOnce({ database: place.worker, handlers: { mix }, clock: { now: () => now }, log });
  return asked;
}

const nextAt = async (): Promise<number> => {
  const [row] = await place.owner.$client<{ at: Date }[]>`SELECT next_attempt_at AS at FROM outbox`;
  return new Date(row?.at ?? 0).getTime();
};

it("asks again at the time that it was given, not sooner, and then at once", async () => {
  const at = NOW + 17 * 60_000 + 123;
  expect(await dispatch(NOW, async () => ({ done: false, why: "not due", at }))).toBe(1);
  expect(await nextAt()).toBe(at);
  const due = async (): Promise<CommandOutcome> => ({ done: true });
  expect(await dispatch(at - 1, due)).toBe(0);
  expect(await dispatch(at, due)).toBe(1);
  expect(await dispatch(at + 3_600_000, due)).toBe(0);
});

it("asks again soon where the world needs a moment, and later each time otherwise", async () => {
  await dispatch(NOW, async () => ({ done: false, why: "under way", soon: true }));
  expect(await nextAt()).toBe(NOW + 500);
  await dispatch(NOW + 500, async () => ({ done: false, why: "refused" }));
  expect(await nextAt()).toBe(NOW + 500 + 1_000);
});

it("a time that it was given never makes it wait for earlier failures", async () => {
  for (let turn = 0; turn < 9; turn++) {
    await place.owner.$client`UPDATE outbox SET next_attempt_at = ${new Date(NOW).toISOString()}`;
    await dispatch(NOW, async () => ({ done: false, why: "refused" }));
  }
  expect(await nextAt()).toBe(NOW + 60_000);
  await dispatch(NOW + 60_000, async () => ({ done: false, why: "not due", at: NOW + 60_001 }));
  expect(await nextAt()).toBe(NOW + 60_001);
});

it("logs of a failure what it is, and nothing of the statement or its values", async () => {
  await dispatch(NOW, () =>
    place.worker.execute(`SELECT 'a-secret-amount'::integer`).then((): CommandOutcome => ({ done: true })),
  );
  const [line = ""] = logged;
  expect(line).not.toContain("a-secret-amount");
  expect(line).not.toContain(ORDER_ROW.id);
  expect(JSON.parse(line)).toMatchObject({ msg: "a command failed", command: "mix", code: "22P02" });
});
