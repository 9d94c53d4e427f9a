import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlace, type Place } from "./place";

let place: Place;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

const isQuarantined = async () => (await place.worker.$client`SELECT 1 FROM quarantined`).length === 1;
const move = (state: string) =>
  place.owner.$client`UPDATE orders SET state = ${state}, version = version + 1`;

it("keeps a mix's own deposit until the mix has ended, or its refund waits for the hot wallet", async () => {
  const sql = place.owner.$client;
  await sql`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
    VALUES ('mix', '100000001', 1, 'mixing', '{"mixer": {}}', '{}', 'mix', 'ETH', now(), now())`;
  await sql`INSERT INTO addresses (chain, address, index, order_id) VALUES ('ethereum', 'own', 7, 'mix')`;
  expect(await isQuarantined()).toBe(true);
  await sql`
    INSERT INTO outbox (key, kind, order_id, payload, created_at, next_attempt_at)
    VALUES ('refund', 'plan_refund', 'mix', '{}', now(), now())`;
  await move("refunding");
  expect(await isQuarantined()).toBe(true);
  await sql`UPDATE outbox SET last_error = 'rate_unavailable'`;
  expect(await isQuarantined()).toBe(true);
  await sql`UPDATE outbox SET last_error = 'reserve_insufficient'`;
  expect(await isQuarantined()).toBe(false);
  // It cannot be refunded after all.
  await sql`UPDATE outbox SET done_at = now()`;
  await move("action_required");
  expect(await isQuarantined()).toBe(true);
  await move("completed");
  expect(await isQuarantined()).toBe(false);
});
