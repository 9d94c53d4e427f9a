// What an order's books say of a payment that was set aside, when the order is forgotten and when it is claimed.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type BookId, depositIdOf } from "../../src/core/ids";
import { transaction } from "../../src/db/transaction";
import { asideEntry, claimEntry, creditEntry, type LedgerTransaction } from "../../src/ledger/entry";
import { checkInvariants } from "../../src/ledger/invariants";
import { createLedgerStore } from "../../src/ledger/store";
import { newBookId } from "../../src/orders/ids";
import { openPlace, type Place } from "./place";

const random = { bytes: (count: number) => randomBytes(count) };
const ledger = createLedgerStore(new Uint8Array(32));
const money = { id: depositIdOf("d"), asset: "BTC", units: 25_000n } as const;

let place: Place;
let made = 0;

beforeAll(async () => {
  place = await openPlace();
  await sql()`INSERT INTO installation (network, ledger_secret) VALUES ('simnet', decode(repeat('01', 32), 'hex'))`;
});
afterAll(() => place.close());
const sql = () => place.owner.$client;

const append = (...bookings: LedgerTransaction[]) =>
  transaction(place.worker, async (tx) => {
    for (const booking of bookings) await ledger.append(tx, booking, 0);
  });

/** An order that has ended, with its book. */
async function ended(): Promise<{ id: string; book: BookId }> {
  const id = `order-${++made}`;
  const book = newBookId(random);
  await sql()`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
    VALUES (${id}, ${String(200_000_000 + made)}, 1, 'expired', '{}', '{}', ${book}, 'BTC', now(), now())`;
  await sql()`INSERT INTO addresses (chain, address, index, order_id) VALUES ('bitcoin', ${id}, ${made}, ${id})`;
  return { id, book };
}

async function forget(id: string): Promise<unknown> {
  const [row] = await sql()`SELECT outcome FROM forget_order(${id})`;
  return row?.outcome;
}

const violations = async (): Promise<number[]> =>
  (await checkInvariants(place.worker))
    .filter((one) => [1, 2, 3, 4, 5].includes(one.id) && one.violations > 0)
    .map((one) => one.id);

const owedToNobody = async () =>
  (await sql()`SELECT balance::text FROM ledger_accounts WHERE account = 'unallocated'`)[0]?.balance;

beforeEach(async () => {
  await sql().unsafe("DELETE FROM deposits");
});

it("stays credited once when its order is forgotten, and when one that claimed it is", async () => {
  const first = await ended();
  await sql()`
    INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, state, required, first_seen_at, credited_at, height, block_hash, block_at)
    VALUES ('d', 'bitcoin', 't', 0, 'BTC', ${first.id}, 25000, 'unallocated', 'credited', 2, now(), now(), 5, 'h5', now())`;
  await append(
    creditEntry({ ...money, holding: "chain", owedTo: `customer:${first.book}` }),
    asideEntry({ ...money, book: first.book }),
  );
  expect(await violations()).toEqual([]);
  expect(await forget(first.id)).toBe("forgotten");
  expect(await violations()).toEqual([]);
  expect(await owedToNobody()).toBe("25000");

  // Claimed, and set aside once more because it was too little to be sent back.
  const second = await ended();
  await append(claimEntry({ ...money, book: second.book }), asideEntry({ ...money, book: second.book }));
  expect(await forget(second.id)).toBe("forgotten");
  expect(await violations()).toEqual([]);
  expect(await owedToNobody()).toBe("25000");

  // Claimed again, and sent back.
  const third = await ended();
  await append(claimEntry({ ...money, book: third.book }));
  await sql()`UPDATE deposits SET kind = 'order', order_id = ${third.id}`;
  expect(await violations()).toEqual([]);
  expect(await forget(third.id)).toBe("unfinished");
  expect(await owedToNobody()).toBe("0");
});
