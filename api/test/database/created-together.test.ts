import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createOrders } from "../../src/orders/verbs/create";
import {
  answer,
  claim,
  codeOf,
  fixed,
  floating,
  given,
  idsOf,
  openCreation,
  parts,
  place,
  written,
} from "./creation-world";

openCreation();

it("orders that are made at the same time are written in one transaction, each whole and its own", async () => {
  const create = createOrders<string>(parts());
  const records: string[] = [];
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      create(floating({ receiveCurrency: n % 2 === 0 ? "ETH" : "USDT-ERC20", sendAmount: `0.${n + 10}` }), {
        answer,
        record: async (_tx, id) => void records.push(id),
      }),
    ),
  );
  const ids = idsOf(outcomes);
  expect(await written(ids)).toEqual({ transactions: 1, whole: 12 });
  expect(records).toEqual(ids);
  const rows = await place.owner.$client<{ id: string; units: string; asset: string }[]>`
    SELECT id, terms #>> '{sendUnits,$bigint}' AS units, terms ->> 'receiveAsset' AS asset FROM orders WHERE id = ANY(${ids}::text[])`;
  for (const [n, id] of ids.entries())
    expect(rows.find((row) => row.id === id)).toEqual({
      id,
      units: String(BigInt(n + 10) * 1_000_000n),
      asset: n % 2 === 0 ? "ETH" : "USDT-ERC20",
    });
});

it("an order that is refused leaves the others in their transaction", async () => {
  await place.owner.$client`
    INSERT INTO admin_switches (name, paused, reason, turned_at) VALUES ('asset:USDT-ERC20', true, 'test', now())`;
  given.full.add("litecoin");
  const create = createOrders<string>(parts());
  const outcomes = await Promise.all([
    create(floating(), { answer }),
    create(floating({ receiveCurrency: "USDT-ERC20" }), { answer }),
    create(floating({ sendCurrency: "LTC", sendAmount: "10" }), { answer }),
    create(floating(), { answer }),
  ]);
  expect(outcomes.map(codeOf)).toEqual(["made", "currency/paused", "chain/full", "made"]);
  expect(await written(idsOf(outcomes))).toEqual({ transactions: 1, whole: 2 });
});

it("one that cannot be written is no other's fault", async () => {
  const create = createOrders<string>(parts());
  const failing = async (): Promise<void> => {
    throw new Error("not recorded");
  };
  const outcomes = await Promise.allSettled([
    create(floating(), { answer }),
    create(floating(), { answer, record: failing }),
    create(floating(), { answer }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const ids = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? idsOf([outcome.value]) : []));
  expect(await written(ids)).toEqual({ transactions: 2, whole: 2 });
});

it("orders that draw one tracking code draw again", async () => {
  const draws = [1, 1, 2, 3];
  // A tracking code is made of a few bytes; nothing else of an order is.
  given.random = (count) =>
    count < 12 && draws.length > 0 ? Buffer.alloc(count, draws.shift()) : randomBytes(count);
  const create = createOrders<string>(parts());
  const outcomes = await Promise.all([1, 2].map(() => create(floating(), { answer })));
  expect(await written(idsOf(outcomes))).toEqual({ transactions: 1, whole: 2 });
  expect(draws).toEqual([]);
});

it("of two requests under one idempotency key, one is made, and both have its answer", async () => {
  const create = createOrders<string>(parts());
  const input = floating();
  const idempotency = claim(input);
  const outcomes = await Promise.all(
    [idempotency, undefined, idempotency, undefined].map((key) =>
      create(input, { answer, idempotency: key }),
    ),
  );
  const [first, second, third, fourth] = idsOf(outcomes);
  expect(third).toBe(first);
  expect(new Set([first, second, fourth]).size).toBe(3);
  expect(await written([first ?? "", second ?? "", fourth ?? ""])).toEqual({ transactions: 1, whole: 3 });
});

it("of two orders of one quote, one is made", async () => {
  const create = createOrders<string>(parts());
  const [once, other] = [await fixed(), await fixed()];
  const outcomes = await Promise.all([once, once, other].map((input) => create(input, { answer })));
  expect(outcomes.map(codeOf).sort()).toEqual(["made", "made", "quote/used"]);
  expect(await written(idsOf(outcomes))).toMatchObject({ whole: 2 });
});

it("holds of one reserve add up, and are refused only to those that do not fit", async () => {
  const held = async () => {
    const [row] = await place.owner
      .$client`SELECT held::text, unpaid::text FROM reserves WHERE asset = 'ETH'`;
    return row;
  };
  await place.owner.$client`UPDATE reserves SET held = 0, unpaid = 0 WHERE asset = 'ETH'`;
  const create = createOrders<string>(parts());
  const inputs = [await fixed(), await fixed(), await fixed()];
  const two = await Promise.all(inputs.slice(0, 2).map((input) => create(input, { answer })));
  expect(await written(idsOf(two))).toMatchObject({ whole: 2 });
  const [quote] = await place.owner.$client<{ units: string }[]>`
    SELECT receive_units::text AS units FROM quotes WHERE id = ${inputs[0]?.quoteId ?? ""}`;
  const each = BigInt(quote?.units ?? 0);
  expect(await held()).toEqual({ held: String(2n * each), unpaid: String(2n * each) });
  // Room for one more: of two together the one that comes first has it.
  await place.owner.$client`UPDATE reserves SET hot = ${String(5n * 3n * each)} WHERE asset = 'ETH'`;
  const [third = floating()] = inputs.slice(2);
  const outcomes = await Promise.all([third, await fixed()].map((input) => create(input, { answer })));
  expect(outcomes.map(codeOf).sort()).toEqual(["made", "reserve/insufficient"]);
  expect(await held()).toEqual({ held: String(3n * each), unpaid: String(3n * each) });
  await place.owner.$client`UPDATE reserves SET hot = ${String(10n ** 25n)} WHERE asset = 'ETH'`;
});

it("orders at fixed rates that receive one asset are written together, each with its quote, and a quote that is asked for twice holds up none", async () => {
  const create = createOrders<string>(parts());
  const inputs = await Promise.all(
    Array.from({ length: 12 }, (_, n) => fixed({ receive: n % 3 === 0 ? "USDT-ERC20" : "ETH" })),
  );
  const firsts = [await fixed({ receive: "USDT-ERC20" }), await fixed()];
  // The first of each waits for its reserve, and the others for the first.
  const outcomes = await place.owner.$client.begin(async (tx) => {
    await tx`SELECT 1 FROM reserves ORDER BY asset FOR UPDATE`;
    const first = Promise.all(firsts.map((input) => create(input, { answer })));
    await sleep(1_000);
    const others = Promise.all([...inputs, ...inputs.slice(-1)].map((input) => create(input, { answer })));
    await sleep(2_000);
    return { made: Promise.all([first, others]).then((made) => made.flat()) };
  });
  const made = await outcomes.made;
  expect(made.map(codeOf).filter((code) => code !== "made")).toEqual(["quote/used"]);
  const ids = idsOf(made);
  const { transactions, whole } = await written(ids);
  expect({ transactions, whole }).toEqual({ transactions: 4, whole: 14 });
  const rows = await place.owner.$client<{ id: string; order_id: string }[]>`
    SELECT id, order_id FROM quotes WHERE order_id = ANY(${ids}::text[])`;
  const orderOf = new Map(rows.map((row) => [row.id, row.order_id]));
  expect(inputs.map(({ quoteId = "" }) => orderOf.get(quoteId))).toEqual(ids.slice(2));
});

it("promises that are made together are counted together, and only those that do not fit are refused", async () => {
  const create = createOrders<string>(parts());
  // 2 BTC are 120,000 USDT. Of the 500,000 that unpaid orders may promise, one client may have half of what others leave.
  const inputs = await Promise.all([1, 2, 3, 4].map(() => fixed({ sendUnits: 200_000_000n })));
  const outcomes = await Promise.all(inputs.map((input) => create(input, { answer })));
  expect(outcomes.map(codeOf).sort()).toEqual(["made", "made", "made", "pair/paused"]);
});
