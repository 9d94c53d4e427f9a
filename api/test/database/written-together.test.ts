import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlState, violatedConstraint } from "../../src/db/transaction";
import { insertOrderRow, openPlace, type Place } from "./place";

let place: Place;
let keys = 0;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

const failureOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => violatedConstraint(error) || sqlState(error) || String(error),
  );

describe("what is written by one statement", () => {
  it("adds up the entries of each account, also those of several bookings", async () => {
    const entry = (account: string, units: number) => ({
      ...{ account, asset: "XMR", units: String(units), normal: account === "chain" ? 1 : -1 },
      may_overdraw: account === "float",
    });
    const at = new Date(0).toISOString();
    const bookAll = (...bookings: ReturnType<typeof entry>[][]) =>
      failureOf(
        place.worker.$client`SELECT book_entries(${JSON.stringify(
          bookings.map((entries) => ({ kind: "test", key: `k${++keys}`, at, entries })),
        )}::text::jsonb)`,
      );
    const [brought, taken] = [
      [entry("chain", 70), entry("float", -70)],
      [entry("chain", -20), entry("customer:c", -5), entry("customer:c", 2), entry("float", 23)],
    ];
    expect(await bookAll(taken)).toBeDefined();
    expect(await bookAll(brought, taken)).toBeUndefined();
    expect(await bookAll([entry("customer:c", 4), entry("float", -4)])).toBe("ledger_accounts_overdrawn");
    expect(await bookAll([entry("chain", 1), entry("float", -2)])).toBe("23514");
    const rows = await place.owner
      .$client`SELECT account, balance::text FROM ledger_accounts WHERE asset = 'XMR' ORDER BY account`;
    expect(rows.map(({ account, balance }) => [account, balance])).toEqual([
      ["chain", "50"],
      ["customer:c", "3"],
      ["float", "47"],
    ]);
    const [reserve] = await place.owner
      .$client`SELECT hot::text, owed::text FROM reserves WHERE asset = 'XMR'`;
    expect(reserve).toEqual({ hot: "50", owed: "3" });
  });

  it("moves an order once, and not without its money, its work and its events", async () => {
    await insertOrderRow(place.owner);
    const [{ id, version } = {}] = await place.owner.$client`SELECT id, version FROM orders`;
    const money = { frees: [], takes: [], bookings: [], legs: [], finals: [] };
    const move = {
      ...{ id, from_version: version, version: Number(version) + 1, state: "waiting", body: {} },
      ...{ refund_address: null, next_timer_at: null, updated_at: new Date(0).toISOString() },
      ...{ events: [], work: [], money },
    };
    const moveAll = async (...moves: object[]): Promise<unknown> =>
      place.worker.$client`SELECT id FROM advance_orders(${JSON.stringify(moves)}::text::jsonb) AS moved (id)`
        .then((rows) => rows.map((row) => row.id))
        .catch(({ message }: Error) => message);
    expect(await moveAll(move, { ...move, from_version: move.version, version: move.version + 1 })).toBe(
      "each order moves once",
    );
    for (const left of ["money", "work", "events"])
      expect(await moveAll({ ...move, [left]: undefined })).toBe("a move that does not say all of it");
    expect(await moveAll({ ...move, from_version: 7 }, { ...move, id: "another" })).toEqual([]);
    expect(await moveAll(move, { ...move, id: "another" })).toEqual([id]);
    expect(await moveAll(move)).toEqual([]);
  });
});
