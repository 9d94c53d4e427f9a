import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CommandOutcome, dispatchOnce } from "../../src/outbox/dispatcher";
import type { OutboxRow } from "../../src/outbox/store";
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

describe("several commands at a time", () => {
  const SECOND = { id: "order-2", trackingCode: "100000002", book: "book-2" };
  const concurrency = { kinds: new Set(["screen"]), lanesMax: 4 };

  const queue = async (...work: [kind: string, orderId: string][]): Promise<void> => {
    for (const [at, [kind, orderId]] of work.entries())
      await place.owner.$client`
        INSERT INTO outbox (key, kind, order_id, payload, created_at, next_attempt_at)
        VALUES (${`w${at}`}, ${kind}, ${orderId}, ${`{"kind": "${kind}"}`}::text::jsonb, now(), ${new Date(NOW).toISOString()})`;
  };

  /** Carries out what is queued; says how many commands were ever under way together, and in which order they began. */
  async function carryOut(fails = (_kind: string) => false) {
    const began: string[] = [];
    const seen = { underWay: 0, together: 0 };
    const handle = async ({ kind }: { kind: string }, { orderId }: OutboxRow): Promise<CommandOutcome> => {
      began.push(`${kind} ${orderId}`);
      seen.together = Math.max(seen.together, ++seen.underWay);
      await sleep(30);
      seen.underWay--;
      if (fails(kind)) throw new RangeError("failed");
      return { done: true };
    };
    await dispatchOnce({
      ...{ database: place.worker, handlers: { screen: handle, send_leg: handle }, concurrency },
      ...{ clock: { now: () => NOW }, log: pino({ level: "silent" }) },
    });
    const [left] = await place.owner.$client<{ count: number }[]>`
      SELECT count(*)::int AS count FROM outbox WHERE done_at IS NULL`;
    return { began, together: seen.together, underWay: seen.underWay, left: left?.count };
  }

  beforeAll(() => insertOrderRow(place.owner, SECOND));
  beforeEach(async () => void (await place.owner.$client`DELETE FROM outbox`));

  it("are of different orders", async () => {
    await queue(["screen", ORDER_ROW.id], ["screen", SECOND.id]);
    expect(await carryOut()).toMatchObject({ together: 2, left: 0 });
  });

  it("are never of one order, nor payments", async () => {
    await queue(["screen", ORDER_ROW.id], ["screen", ORDER_ROW.id]);
    expect(await carryOut()).toMatchObject({ together: 1, left: 0 });
    await place.owner.$client`DELETE FROM outbox`;
    await queue(["send_leg", SECOND.id], ["send_leg", ORDER_ROW.id], ["screen", SECOND.id]);
    expect(await carryOut()).toMatchObject({
      ...{ together: 1, left: 0 },
      began: [`send_leg ${SECOND.id}`, `send_leg ${ORDER_ROW.id}`, `screen ${SECOND.id}`],
    });
  });

  it("fail one by one, and all have ended when the batch has", async () => {
    await queue(["screen", ORDER_ROW.id], ["send_leg", SECOND.id]);
    expect(await carryOut((kind) => kind === "screen")).toMatchObject({ underWay: 0, left: 1 });
  });

  it("write nothing of a command whose lease another has taken meanwhile", async () => {
    await queue(["screen", ORDER_ROW.id], ["screen", SECOND.id]);
    const takeAway = async (_command: object, { id }: OutboxRow): Promise<CommandOutcome> => {
      await place.owner.$client`UPDATE outbox SET fence = fence + 1 WHERE id = ${id}`;
      return { done: true };
    };
    await dispatchOnce({
      ...{ database: place.worker, handlers: { screen: takeAway }, concurrency },
      ...{ clock: { now: () => NOW }, log: pino({ level: "silent" }) },
    });
    expect(await carryOut()).toMatchObject({ began: [], left: 2 });
  });
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
