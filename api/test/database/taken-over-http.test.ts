import { describe, expect, it } from "vitest";
import { nextIndexes } from "../../src/address/store";
import { depositIdOf } from "../../src/core/ids";
import { encodeJson } from "../../src/core/json";
import type { Order } from "../../src/orders/machine/order";
import { insertOrder } from "../../src/orders/store/store";
import { CREATED_AT, decision, exampleDeposit, exampleMixer, SEND_UNITS } from "../orders/example-order";
import { FakeChain } from "./fake-chain";
import { insertPaid, place, settledHooks } from "./settled-world";
import {
  DENIED,
  failureOf,
  handle,
  insertAs,
  newOrder,
  orderNow,
  placeHonestly,
  watch,
  wish,
} from "./taken-over-world";

settledHooks();

/** Runs one statement with the login of the public process. */
const asHttp = (statement: string): Promise<string | null> => failureOf(place.http.$client.unsafe(statement));
const text = (value: unknown): string => `'${JSON.stringify(encodeJson(value))}'`;

describe("an order that the public process places", () => {
  it.each([
    ["plain", {}],
    ["fixed", { orderType: "fixed" }],
    ["mixed", { mixer: exampleMixer(2) }],
    ["with instructions", { mismatch: { less: "refund", late: "exchange" } }],
  ] as const)("is taken as that process writes it (%s)", async (_name, terms) => {
    const order = await placeHonestly(newOrder({ terms }));
    expect((await orderNow(order.id)).phase.state).toBe("waiting");
  });

  const changed: [string, Partial<Order>][] = [
    ["a deposit", { deposits: [exampleDeposit({ status: "gone" })] }],
    ["a settlement", { settlement: { at: 1 } as never }],
    ["a leg", { legs: [{ id: "l" } as never] }],
    ["a child", { children: ["x" as never] }],
    ["another phase", { phase: { state: "refunding" } }],
    ["money that came late", { late: true }],
    ["an approval", { approval: "at_market" }],
    ["a revision", { revision: 1 }],
    ["reserve that it does not promise", { heldUnits: 1n, unpaidUnits: 1n }],
    ["a member of no order", { other: 1 } as never],
  ];
  it.each(changed)("has no %s", async (_what, change) => {
    expect(await failureOf(insertAs("http", newOrder(change)))).toBe(DENIED);
  });

  it("has columns that say what its terms say", async () => {
    const victim = newOrder();
    const other = await placeHonestly(newOrder());
    expect(await failureOf(insertAs("http", victim, { book: "another" }))).toBe(DENIED);
    expect(await failureOf(insertAs("http", victim, { state: "hold" }))).toBe(DENIED);
    expect(await failureOf(insertAs("http", victim, { version: 2 }))).toBe(DENIED);
    expect(await failureOf(insertAs("http", victim, { timer: null }))).toBe(DENIED);
    expect(await failureOf(insertAs("http", victim, { parentId: other.id }))).toBe(DENIED);
    expect(await failureOf(insertAs("http", victim))).toBeNull();
  });

  it.each([
    ["sendUnits", -1n],
    ["sendUnits", "1"],
    ["feePpm", -1n],
    ["book", 7],
    ["payout", { kind: "refund_only", because: "claimed" }],
    ["quote", { rate: { numerator: 1n, denominator: 0n }, networkFeeUnits: 0n, receiveUnits: 1n }],
    ["mismatch", { less: "keep" }],
    ["mixer", { ...exampleMixer(2), receiveAddresses: [] }],
    ["other", 1],
  ])("has terms that every process can read (%s: %o)", async (member, value) => {
    const order = newOrder();
    const terms = { ...order.terms, [member]: value } as Order["terms"];
    expect(await failureOf(insertAs("http", { ...order, terms }, { book: order.terms.book }))).toBe(DENIED);
  });

  it("is placed by that process only", async () => {
    expect(await failureOf(insertAs("admin", newOrder()))).toBe(DENIED);
  });
});

describe("an address that the public process assigns", () => {
  it("is the one that a new order names, and the only one of it", async () => {
    const order = await placeHonestly(newOrder());
    const [index = 0] = await nextIndexes(place.http, "bitcoin", 1);
    const assign = (address: string, at: number, pool = false) =>
      asHttp(
        `INSERT INTO addresses (chain, address, index, order_id, pool) VALUES ('bitcoin', '${address}', ${at}, '${order.id}', ${pool})`,
      );
    expect(await assign("another", index)).toBe(DENIED);
    const bare = newOrder();
    await insertAs("http", bare);
    const assignBare = (at: number) =>
      asHttp(
        `INSERT INTO addresses (chain, address, index, order_id) VALUES ('bitcoin', '${bare.terms.depositAddress}', ${at}, '${bare.id}')`,
      );
    expect(await assignBare(index + 1)).toBe(DENIED);
    expect(await assignBare(index)).toBeNull();
  });

  it("is not the hot wallet's", async () => {
    await place.owner
      .$client`INSERT INTO public_wallets (chain, kind, xpub, hot_address) VALUES ('litecoin', 'xpub', 'x', 'hot-litecoin')`;
    const order = newOrder({ terms: { sendAsset: "LTC", depositAddress: "hot-litecoin" } });
    expect(await failureOf(placeHonestly(order))).toBe(DENIED);
  });
});

describe("the history of an order", () => {
  const note = (change: Record<string, string>) => {
    const row = {
      version: "version",
      source: "'holder'",
      key: "id || ':x'",
      type: "'decision'",
      state: "state",
      ...change,
    };
    return `INSERT INTO order_events (order_id, version, source, external_id, type, body, state, at)
      SELECT id, ${row.version}, ${row.source}, ${row.key}, ${row.type}, '{}', ${row.state}, updated_at FROM orders`;
  };

  it("takes no event beforehand: a paid order continues, and a deposit of a waiting one is seen", async () => {
    const paid = await insertPaid();
    const [waiting, bystander] = [await placeHonestly(newOrder()), await placeHonestly(newOrder())];
    const before = note({ version: "version + 1", source: "'x'" });
    expect(await asHttp(`${before} WHERE id = '${paid}'`)).toBe(DENIED);
    expect(await asHttp(`${before} WHERE id = '${waiting.id}'`)).toBe(DENIED);
    await handle({ ...bystander, id: paid }, { kind: "settle" });
    expect((await orderNow(paid)).phase.state).toBe("sending");
    const chain = new FakeChain("bitcoin", "BTC", CREATED_AT);
    for (const order of [waiting, bystander])
      chain.mine(chain.transfer(`tx of ${order.id}`, order.terms.depositAddress, SEND_UNITS));
    await watch(chain);
    for (const order of [waiting, bystander])
      expect((await orderNow(order.id)).deposits[0]?.status).toBe("credited");
  });

  it.each([
    ["of the watcher", { source: "'deposit'", key: "'bitcoin:tx:0:1:seen'", type: "'deposit_seen'" }],
    ["of the worker", { source: "'command'", key: "'1:settle'" }],
    ["of an administrator", { source: "'admin'", type: "'release'" }],
    ["of a claim", { source: "'claim'", type: "'claimed'", key: "'bitcoin:tx:0'" }],
    ["of a kind that is no wish", { type: "'leg_final'" }],
    ["that led to another state", { state: "'completed'" }],
  ])("takes no event %s", async (_whose, change) => {
    // A version without an event, so that its number is free.
    const order = newOrder();
    await insertAs("http", order);
    await place.http.$client`UPDATE orders SET version = version + 1 WHERE id = ${order.id}`;
    expect(await asHttp(`${note(change)} WHERE id = '${order.id}'`)).toBe(DENIED);
    expect(await asHttp(`${note({})} WHERE id = '${order.id}'`)).toBeNull();
  });
});

describe("work for the worker", () => {
  const queue = (key: string, kind: string, orderId: string | null, more = {}) => {
    const row = { payload: text({ kind }), created: "now()", due: "now()", done: "NULL", ...more };
    return asHttp(`INSERT INTO outbox (key, kind, order_id, payload, created_at, next_attempt_at, done_at)
      VALUES ('${key}', '${kind}', ${orderId === null ? "NULL" : `'${orderId}'`}, ${row.payload}, ${row.created}, ${row.due}, ${row.done})`);
  };

  it("is not put there without a wish, nor done beforehand", async () => {
    const order = await placeHonestly(newOrder());
    expect(await queue(`mine:${order.id}`, "plan_refund", order.id)).toBe(DENIED);
    expect(await queue(`${order.id}:1:1`, "plan_refund", order.id)).toBe(DENIED);
    expect(await queue(`${order.id}:2:1`, "x", null, { done: "now()" })).toBe(DENIED);
    expect(await queue("poison", "x", null, { payload: "'1'" })).toBe(DENIED);
    expect(
      await queue("loan:1:2:1", "plan_loan", null, { payload: text({ kind: "plan_loan", loanId: "1" }) }),
    ).toBe(DENIED);
    expect(
      await queue(`${order.id}:1:1`, "open_child", order.id, {
        payload: text({ kind: "open_child", depositId: "x" }),
      }),
    ).toBe(DENIED);
  });

  it("is there for what a customer decides, once", async () => {
    const asked = await askedOrder();
    expect((await wish(asked, decision("refund", { at: CREATED_AT + 125_000 }))).ok).toBe(true);
    const rows = await place.owner.$client`SELECT key, kind FROM outbox WHERE order_id = ${asked.id}`;
    expect(rows.map(({ key, kind }) => [key, kind])).toContainEqual([
      `${asked.id}:${asked.version + 1}:1`,
      "plan_refund",
    ]);
    expect(await queue(`${asked.id}:${asked.version + 1}:2`, "plan_refund", asked.id)).toBe(DENIED);
  });
});

/** An order that the worker asks about: nothing is left to pay it with. */
async function askedOrder(refundAddress = "refund-address"): Promise<Order> {
  const id = await insertPaid({ sendUnitsMax: 1n }, refundAddress);
  await handle({ ...newOrder(), id }, { kind: "settle" });
  const order = await orderNow(id);
  expect(order.phase.state).toBe("action_required");
  return order;
}

describe("an order that waits for a decision", () => {
  const advance = (order: Order, change: string) =>
    asHttp(`UPDATE orders SET version = version + 1, ${change} WHERE id = '${order.id}'`);

  it("keeps its deadline, and is read by all processes", async () => {
    const order = await askedOrder();
    for (const change of [
      "next_timer_at = NULL",
      "body = jsonb_set(body, '{phase,deadline}', '9999999999999')",
      "body = jsonb_set(body, '{phase,reason}', '\"late\"')",
      "body = jsonb_set(body, '{phase,offer}', '1')",
      "body = jsonb_set(body, '{approval}', '\"nonsense\"')",
      "body = jsonb_set(body, '{approval}', '\"at_market\"')",
      "body = jsonb_set(body, '{revision}', '\"1\"')",
      "body = jsonb_set(body, '{revision}', '99')",
      `body = jsonb_set(body, '{heldUnits}', '{"$bigint": "5"}')`,
      "body = jsonb_set(body, '{heldUnits}', '1')",
      "body = jsonb_set(body, '{legs}', '[{}]')",
      "body = jsonb_set(body, '{deposits,0,units}', '{\"$bigint\": \"1\"}')",
      `state = 'refunding', body = jsonb_set(body, '{phase}', '{"state": "refunding"}')`,
      `state = 'exchanging', next_timer_at = NULL, body = jsonb_set(jsonb_set(body, '{phase}', '{"state": "exchanging"}'), '{approval}', '{}')`,
    ])
      expect(await advance(order, change), change).toBe(DENIED);
    expect(await orderNow(order.id)).toEqual(order);
  });

  it("is not brought to the refund of one that was not asked, by either login", async () => {
    const paid = await insertPaid({}, null);
    for (const role of ["http", "admin"] as const)
      expect(
        await failureOf(place[role].$client`
          UPDATE orders SET refund_address = 'mine', state = 'refunding', version = version + 1,
            body = jsonb_set(body, '{phase}', '{"state": "refunding"}') WHERE id = ${paid}`),
      ).toBe(DENIED);
  });
});

describe("one deposit", () => {
  it("is paid back as it came, and only to the order that it came for", async () => {
    const chain = new FakeChain("bitcoin", "BTC", CREATED_AT);
    // A body with units of a thief's choice: the worker's login could write it now.
    const id = depositIdOf("bitcoin:small-tx:0");
    const order = newOrder({
      phase: { state: "sending" },
      deposits: [exampleDeposit({ id, status: "pending" })],
    });
    const creation = { source: "test", externalId: order.id, type: "created" } as const;
    await place.worker.transaction((tx) => insertOrder(tx, { order, commands: [] }, creation));
    await place.worker.$client`INSERT INTO addresses (chain, address, index, order_id)
      VALUES ('bitcoin', ${order.terms.depositAddress}, 900000, ${order.id})`;
    const other = await insertPaid();
    await place.worker.$client`
      INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, order_id, state, required, first_seen_at, height, block_hash)
      VALUES (${id}, 'bitcoin', 'small-tx', 0, 'BTC', ${order.terms.depositAddress}, 60000, 'order', ${other}, 'confirmed', 1, now(), 3, 'h')`;
    const open = () => handle(order, { kind: "open_child", depositId: id }, chain);
    expect(await failureOf(open())).toMatch(/a child of nothing/);
    await place.worker.$client`UPDATE deposits SET order_id = ${order.id} WHERE id = ${id}`;
    expect(await failureOf(open())).toBeNull();
    const [row] = await place.owner.$client`SELECT id FROM orders WHERE parent_id = ${order.id}`;
    const child = await orderNow(row?.id);
    expect(child.terms.sendUnits).toBe(60000n);
    expect(child.deposits.map(({ units }) => units)).toEqual([60000n]);
    const [account] = await place.owner.$client`
      SELECT balance::text FROM ledger_accounts WHERE account = ${`customer:${child.terms.book}`}`;
    expect(account?.balance).toBe("60000");
  });
});
