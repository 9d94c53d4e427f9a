import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkInvariants } from "../../src/ledger/invariants";
import { openPlace, type Place } from "./place";

let place: Place;
let made = 0;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());
beforeEach(() => place.owner.$client.unsafe("DELETE FROM attempt_legs; DELETE FROM payout_attempts"));

type Signed = { terms?: object; destination?: string; kind?: string; signedUnits?: number };

/** An order to be paid at "theirs", and its one leg as it was planned and signed, in both rows alike. */
const sign = async (change: Signed = {}) => {
  const { terms = { payout: { kind: "to", address: "theirs" } }, kind = "payout", signedUnits = 5 } = change;
  const { destination = "theirs" } = change;
  const id = `order-${++made}`;
  const { $client: sql } = place.owner;
  await sql`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
    VALUES (${id}, ${String(100_000_000 + made)}, 1, 'sending', ${JSON.stringify(terms)}::text::jsonb, '{}', ${id}, 'BTC', now(), now())`;
  await sql`
    INSERT INTO payout_legs (id, order_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
    VALUES (${id}, ${id}, 1, ${kind}, 'tron', 'TRX', ${destination}, 5, 1, 'planned', now())`;
  await sql`
    WITH a AS (INSERT INTO payout_attempts (kind, chain, asset, destination, units, fee_units_max, state, raw, tx_id, next_check_at, created_at)
      VALUES ('legs', 'tron', 'TRX', ${destination}, ${signedUnits}, 1, 'sent', 'raw', ${id}, now(), now()) RETURNING *)
    INSERT INTO attempt_legs SELECT a.id, 0, l.id, a.chain, l.owner, a.destination, a.units, a.live FROM a, payout_legs l WHERE l.id = ${id}`;
};
const violations = async (id: number) =>
  (await checkInvariants(place.worker)).find((invariant) => invariant.id === id)?.violations;

describe("invariant 13, that a status never regresses", () => {
  it.each([
    ["screening", "deposit_screened", "expired", 0],
    ["screening", "deposit_screened", "cancelled", 0],
    ["action_required", "timer", "expired", 0],
    ["screening", "deposit_screened", "waiting", 1],
    ["action_required", "timer", "cancelled", 1],
    ["action_required", "deposit_gone", "expired", 1],
    ["exchanging", "deposit_screened", "expired", 1],
    ["sending", "timer", "expired", 1],
  ])("from %s by %s to %s counts %i", async (before, type, state, count) => {
    const { $client: sql } = place.owner;
    await sign();
    const id = `order-${made}`;
    for (const [version, event] of [
      { state: before, type: "created" },
      { state, type },
    ].entries())
      await sql`
        INSERT INTO order_events (order_id, version, source, external_id, type, body, state, at)
        VALUES (${id}, ${version + 1}, 'test', ${`${id}:${version}`}, ${event.type}, '{}', ${event.state}, now())`;
    const found = await violations(13);
    await sql.unsafe(
      "ALTER TABLE order_events DISABLE TRIGGER ALL; DELETE FROM order_events; ALTER TABLE order_events ENABLE TRIGGER ALL",
    );
    expect(found).toBe(count);
  });
});

describe("invariant 15, that what was signed is what the order says", () => {
  it("holds for the order's own address, and for each address of a mix", async () => {
    await sign();
    const payout = { kind: "to", address: "first" };
    await sign({ terms: { payout, mixer: { receiveAddresses: ["first", "theirs"] } } });
    expect(await violations(15)).toBe(0);
  });

  it.each([
    ["a payout to an address that the order does not name", { destination: "elsewhere" }],
    ["a refund of an order without a refund address", { kind: "refund" }],
    ["another sum than the leg's", { signedUnits: 6 }],
  ])("reports %s", async (_, change) => {
    await sign(change);
    expect(await violations(15)).toBe(1);
  });
});
