import pino from "pino";
import { expect, it } from "vitest";
import { depositIdOf } from "../../src/core/ids";
import { silentNotifier } from "../../src/db/notifications";
import { isAlive } from "../../src/health/judge";
import { deleteBeat, readBeats, saveBeat } from "../../src/health/store";
import { createEngine } from "../../src/orders/engine/apply";
import { runTimers } from "../../src/orders/engine/timers";
import { newBookId, newOrderId, newTrackingCode } from "../../src/orders/ids";
import { create } from "../../src/orders/machine/on-created";
import { insertOrder } from "../../src/orders/store/store";
import { dispatchOnce } from "../../src/outbox/dispatcher";
import { CREATED_AT, EXPIRES_AT, SEND_UNITS } from "../orders/example-order";
import { FakeChain } from "./fake-chain";
import { place, settledHooks } from "./settled-world";
import {
  DENIED,
  failureOf,
  handle,
  insertAs,
  ledger,
  newOrder,
  orderNow,
  placeHonestly,
  random,
  watch,
  wish,
} from "./taken-over-world";

settledHooks();

const logged: string[] = [];
const log = pino({}, { write: (line: string) => void logged.push(line) });

it("a command that cannot be read is put off by itself, and the others are done", async () => {
  await place.owner.$client`
    INSERT INTO outbox (key, kind, payload, created_at, next_attempt_at)
    VALUES ('bad', 'x', '1', now(), 'epoch'), ('worse', 'x', '{"kind": {"$bigint": "no number"}}', now(), 'epoch'),
      ('good', 'good', '{"kind": "good"}', now(), 'epoch')`;
  let done = 0;
  const good = async () => ({ done: Boolean(++done) }) as { done: true };
  const now = CREATED_AT;
  await dispatchOnce({ database: place.worker, handlers: { good }, clock: { now: () => now }, log });
  expect(done).toBe(1);
  const rows = await place.owner.$client<{ key: string; done: boolean; why: string | null }[]>`
    SELECT key, done_at IS NOT NULL AS done, last_error AS why FROM outbox ORDER BY id`;
  expect(rows.map(({ key, done: isDone, why }) => [key, isDone, why])).toEqual([
    ["bad", false, "AssertionError"],
    ["worse", false, "AssertionError"],
    ["good", true, null],
  ]);
  expect(logged.filter((line) => line.includes("a row of the outbox that is no command"))).toHaveLength(2);
  await place.owner.$client`DELETE FROM outbox`;
});

it("an order that cannot be read does not stop the clock of the others", async () => {
  const bad = newOrder();
  await insertAs("worker", bad);
  await place.worker
    .$client`UPDATE orders SET version = 2, next_timer_at = 'epoch', body = '{}' WHERE id = ${bad.id}`;
  const good = await placeHonestly(newOrder());
  logged.length = 0;
  const engine = createEngine({ database: place.worker, ledger, notifier: silentNotifier });
  const clock = { now: () => EXPIRES_AT };
  await runTimers({ database: place.worker, engine, clock, log, marketFor: async () => null });
  expect((await orderNow(good.id)).phase.state).toBe("expired");
  expect(logged.join()).toMatch(/the timers of some orders failed/);
  expect(logged.join()).not.toContain(bad.id);
});

it("a process speaks for its own role only, and cannot keep a dead worker alive", async () => {
  await saveBeat(place.worker, { process: "the dead worker", clockOffMs: 0 });
  await place.owner.$client`UPDATE heartbeats SET beat_at = now() - interval '10 minutes'`;
  await place.http.$client`UPDATE heartbeats SET beat_at = now(), clock_off_ms = 9999999`;
  await place.http.$client`DELETE FROM heartbeats`;
  const taken = saveBeat(place.http, { process: "the dead worker", clockOffMs: 0 });
  expect(await failureOf(taken)).toBe(DENIED);
  expect((await readBeats(place.http)).map((beat) => [beat.role, beat.clockOffMs, isAlive(beat)])).toEqual([
    ["worker", 0, false],
  ]);
  await saveBeat(place.http, { process: "the public one", clockOffMs: 0 });
  await saveBeat(place.http, { process: "the public one", clockOffMs: 1 });
  await deleteBeat(place.http, "the public one");
  expect(await readBeats(place.http)).toHaveLength(1);
  // What was not heard from for a day is forgotten by whichever process ends next.
  await place.owner.$client`UPDATE heartbeats SET beat_at = now() - interval '2 days'`;
  await deleteBeat(place.http, "none");
  expect(await place.owner.$client`SELECT 1 FROM heartbeats`).toHaveLength(0);
});

it("an administrator's answer is neither seen, changed nor deleted by the public process", async () => {
  const scope = "a".repeat(64);
  const keep = (role: "http" | "admin") => place[role].$client`
    INSERT INTO idempotency_keys (scope_hash, body_hash, status, body, created_at)
    VALUES (${scope}, ${"b".repeat(64)}, 201, '{"id": "loan 1"}', now())`;
  await keep("admin");
  const { $client: http } = place.http;
  expect(await http`SELECT 1 FROM idempotency_keys`).toHaveLength(0);
  expect(await http`DELETE FROM idempotency_keys RETURNING 1`).toHaveLength(0);
  expect(await http`UPDATE idempotency_keys SET status = 200 RETURNING 1`).toHaveLength(0);
  await keep("http");
  expect(await failureOf(http`UPDATE idempotency_keys SET role = 'admin'`)).toBe(DENIED);
  expect(await place.admin.$client`SELECT 1 FROM idempotency_keys`).toHaveLength(1);
  expect(await place.worker.$client`DELETE FROM idempotency_keys RETURNING 1`).toHaveLength(2);
});

it("a claim is for what came, as the deposit's row says, by whichever login it is written", async () => {
  const order = await placeHonestly(newOrder({ terms: { sendAsset: "LTC" } }));
  expect((await wish(order, { type: "cancel", at: CREATED_AT })).ok).toBe(true);
  await place.http.$client`SELECT forget_order(${order.id})`;
  const chain = new FakeChain("litecoin", "LTC", CREATED_AT);
  chain.mine(chain.transfer("small", order.terms.depositAddress, 100_000n));
  chain.mine();
  await watch(chain);
  const id = depositIdOf("litecoin:small:0");
  const claim = (units: bigint, address: string) =>
    create({
      ...{ type: "claimed", id: newOrderId(random), trackingCode: newTrackingCode(random), at: CREATED_AT },
      ...{ book: newBookId(random), refundAddress: "theirs" },
      deposit: {
        ...{ id, txHash: "small", asset: "LTC", units, address },
        ...{ firstSeenAt: CREATED_AT + 60_000, blockAt: CREATED_AT },
      },
    });
  const insert = (role: "http" | "worker", claimed: ReturnType<typeof claim>) => {
    const creation = { source: role === "http" ? "claim" : "test", externalId: id, type: "claimed" } as const;
    return failureOf(place[role].transaction((tx) => insertOrder(tx, claimed, creation)));
  };
  expect(await insert("http", claim(SEND_UNITS, order.terms.depositAddress))).toBe(DENIED);
  expect(await insert("http", claim(100_000n, "another address"))).toBe(DENIED);
  const larger = claim(SEND_UNITS, order.terms.depositAddress);
  expect(await insert("worker", larger)).toBeNull();
  const booked = handle(larger.order, { kind: "claim", depositId: id });
  expect(await failureOf(booked)).toMatch(/a claim of what did not come/);
  const fair = claim(100_000n, order.terms.depositAddress);
  expect(await insert("http", fair)).toBeNull();
  await handle(fair.order, { kind: "claim", depositId: id });
  expect((await orderNow(fair.order.id)).phase.state).toBe("screening");
});

it("a key that is taken by something else is a failure of the watcher's, and not looked past", async () => {
  const order = await placeHonestly(newOrder({ terms: { sendAsset: "DASH" } }));
  await place.worker.$client`
    INSERT INTO order_events (order_id, version, source, external_id, type, body, state, at)
    VALUES (${order.id}, 2, 'x', 'y', 'x', '{}', 'x', now())`;
  const chain = new FakeChain("dash", "DASH", CREATED_AT);
  chain.mine(chain.transfer("dash-tx", order.terms.depositAddress, SEND_UNITS));
  expect(await failureOf(watch(chain))).toBe("23505");
});
