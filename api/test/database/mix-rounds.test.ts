import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { insertPoolAddress } from "../../src/address/store";
import { type OrderId, orderIdOf } from "../../src/core/ids";
import { ownersOf } from "../../src/deposits/owners-store";
import {
  dropRound,
  lockPlannedRounds,
  planRound,
  type Round,
  signRound,
} from "../../src/mixing/rounds-store";
import { openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");

let place: Place;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());
beforeEach(async () => {
  await place.owner.$client.unsafe(
    "DELETE FROM mix_rounds; DELETE FROM payout_attempts; DELETE FROM addresses; DELETE FROM orders",
  );
});

async function mix(id: string, done = 0, state = "mixing"): Promise<void> {
  await place.owner.$client`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
    VALUES (${id}, ${String(100_000_000 + id.charCodeAt(0))}, 1, ${state}, '{"mixer": {}}',
      ${JSON.stringify({ mix: { roundsDone: done, roundsSkipped: 0 } })}::text::jsonb, ${`book-${id}`}, 'BTC', now(), now())`;
}

const round = (id: string, no = 1, units = 5n): Round => ({
  orderId: orderIdOf(id),
  no,
  chain: "bitcoin",
  asset: "BTC",
  units,
  feeUnitsMax: 1n,
});
const plan = (orderId: string, no = 1): Promise<boolean> => planRound(place.worker, round(orderId, no), NOW);
const planned = (except: readonly OrderId[] = []): Promise<Round[]> =>
  place.worker.transaction((tx) => lockPlannedRounds(tx, "bitcoin", { limit: 10, except }));

describe("a round", () => {
  it("is written down once, when it is the next of a mix under way", async () => {
    await mix("a");
    expect(await plan("a", 2)).toBe(false);
    expect(await plan("a")).toBe(true);
    expect(await plan("a")).toBe(false);
    expect(await planned()).toEqual([round("a")]);
  });

  it("is not written down by a worker that woke late: the mix has gone on, or is paid", async () => {
    await mix("a", 1);
    await mix("b", 0, "sending");
    expect(await plan("a")).toBe(false);
    expect(await plan("b")).toBe(false);
    expect(await plan("nobody")).toBe(false);
    expect(await planned()).toEqual([]);
  });

  it("that is being ended by another worker is not waited for: that one wants the order next", async () => {
    await mix("a");
    await plan("a");
    await place.worker.transaction(async (tx) => {
      await dropRound(tx, orderIdOf("a"), 1);
      const late = Promise.race([plan("a"), new Promise((resolve) => setTimeout(resolve, 3_000, "waits"))]);
      expect(await late).toBe(false);
    });
  });

  it("can be left out while nobody has signed for it", async () => {
    await mix("a");
    await plan("a");
    await place.owner.$client`
      INSERT INTO payout_attempts (id, kind, chain, asset, destination, units, fee_units_max, state, raw, tx_id, next_check_at, created_at)
      OVERRIDING SYSTEM VALUE VALUES (1, 'round', 'bitcoin', 'BTC', '', 5, 1, 'signed', 'raw', 'tx', now(), now())`;
    await signRound(place.worker, round("a"), "1");
    expect(await dropRound(place.worker, orderIdOf("a"), 1)).toBe(false);
    expect(await planned()).toEqual([]);
  });
});

it("rounds that the pool cannot carry do not stand in the way of others", async () => {
  for (const id of ["a", "b", "c"]) {
    await mix(id);
    await plan(id);
  }
  const [a, b, c] = [orderIdOf("a"), orderIdOf("b"), orderIdOf("c")];
  expect((await planned([a])).map(({ orderId }) => orderId)).toEqual(["b", "c"]);
  expect((await planned([a, c])).map(({ orderId }) => orderId)).toEqual(["b"]);
  expect(await planned([a, b, c])).toEqual([]);
});

it("a pool address belongs to no order: what strangers send there is nobody's deposit", async () => {
  await mix("a");
  const place1 = { chain: "bitcoin", orderId: orderIdOf("a") } as const;
  await insertPoolAddress(place.worker, { ...place1, address: "pool", index: 7 });
  await place.owner.$client`
    INSERT INTO addresses (chain, address, index, order_id) VALUES ('bitcoin', 'own', 8, 'a')`;
  const owners = await ownersOf(place.worker, "bitcoin", ["pool", "own"]);
  expect(owners.get("pool")).toEqual({ orderId: null, index: 7 });
  expect(owners.get("own")).toEqual({ orderId: "a", index: 8 });
});
