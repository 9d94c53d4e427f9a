// What the signer derives again of what others wrote: whose addresses deposits came to, and what a family of orders brought.
import { describe, expect, it } from "vitest";
import { RATE } from "../orders/example-order";
import { due, insertPaid, place, plan, settledHooks } from "./settled-world";

const SHORT = "credited deposits to our addresses are less than is paid for";

settledHooks();

describe("a deposit", () => {
  it("counts where the keys derive its address, and at no address that somebody else wrote down", async () => {
    expect(await due(await plan(await insertPaid()))).toMatchObject({ destination: "receive-address" });
    expect(await due(await plan(await insertPaid({}, null, "thief-address")))).toBe(SHORT);
  });

  it("at a foreign address holds up no payment for another of the same order", async () => {
    const orderId = await insertPaid();
    const legId = await plan(orderId);
    const { $client: sql } = place.worker;
    await sql`INSERT INTO addresses (chain, address, index, order_id) VALUES ('bitcoin', 'foreign', 12, ${orderId})`;
    await sql`INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, order_id, state, required, first_seen_at)
      VALUES ('foreign', 'bitcoin', 'foreign', 0, 'BTC', 'foreign', 1, 'order', ${orderId}, 'credited', 1, now())`;
    expect(await due(legId)).toMatchObject({ destination: "receive-address" });
  });

  it("is paid for once in a family of orders", async () => {
    const [parent, child] = [await insertPaid(), await insertPaid()];
    const legId = await plan(child);
    await plan(parent);
    expect(await due(legId)).toMatchObject({ destination: "receive-address" });
    const { $client: sql } = place.owner;
    await sql`ALTER TABLE orders DISABLE TRIGGER ALL`;
    await sql`UPDATE orders SET parent_id = ${parent} WHERE id = ${child}`;
    await sql`ALTER TABLE orders ENABLE TRIGGER ALL`;
    expect(await due(legId)).toBe(SHORT);
    // What came for the child is a deposit of its parent.
    await sql`UPDATE deposits SET order_id = ${parent} WHERE order_id = ${child}`;
    expect(await due(legId)).toMatchObject({ destination: "receive-address" });
    await sql`UPDATE deposits SET units = units - 1 WHERE order_id = ${parent}`;
    expect(await due(legId)).toBe(SHORT);
  });
});

describe("a recipient", () => {
  it("is refused for an address of a deleted order, where that was ours", async () => {
    const legId = await plan(await insertPaid());
    const { $client: sql } = place.owner;
    await sql`INSERT INTO forgotten_addresses (hash, chain, index)
      VALUES (forgotten_hash('address:tron:receive-address'), 'tron', 3)`;
    // Somebody wrote it down for an order and deleted that: the keys derive another one.
    expect(await due(legId)).toMatchObject({ destination: "receive-address" });
  });
});

describe("a rate", () => {
  it("far above the order's quote is paid by an approver's release only", async () => {
    const of = async (numerator: bigint) => {
      const legId = await plan(await insertPaid(), "settle", { rate: { ...RATE, numerator } });
      const found = await due(legId);
      return typeof found === "string" ? found : found.doubt;
    };
    expect(await of((RATE.numerator * 3n) / 2n)).toBeNull();
    expect(await of((RATE.numerator * 3n) / 2n + 1n)).toBe("the rate is far above the order's quote");
  });
});

describe("a deposit on a sister chain", () => {
  it("counts where the keys of the chain that handed the address out derive it", async () => {
    const legId = await plan(await insertPaid({}, null, "sister-address"));
    expect(await due(legId)).toBe(SHORT);
    const { $client: sql } = place.owner;
    await sql`UPDATE deposits SET home = 'dash', home_index = 90 WHERE address = 'sister-address'`;
    expect(await due(legId)).toMatchObject({ destination: "receive-address" });
    await sql`UPDATE deposits SET home_index = 91 WHERE address = 'sister-address'`;
    expect(await due(legId)).toBe(SHORT);
  });
});
