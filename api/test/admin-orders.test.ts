import { afterAll, beforeAll, expect, it } from "vitest";
import { adminOrderPageSchema, adminOrderSchema } from "../src/orders/admin-schema";
import type { OrderWire } from "../src/orders/schema";
import { type RunningSotto, startSotto } from "./running-sotto";
import { type ApiClient, apiClient } from "./server";

const WAIT_MS = 120_000;
const ETH = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";
const BTC = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const CREATED = 103;

let sotto: RunningSotto;
let api: ApiClient;
let token: string;
let first: OrderWire;
let mixed: OrderWire;

beforeAll(async () => {
  sotto = await startSotto();
  api = apiClient(sotto.base);
  token = await api.login(sotto.admin);
  const plain = { sendCurrency: "BTC", receiveCurrency: "ETH", sendAmount: "0.01", receiveAddress: ETH };
  first = await api.create(plain);
  for (let n = 1; n < CREATED; n++) await api.create({ ...plain, sendAmount: "0.02" });
  mixed = await api.create({
    ...plain,
    receiveCurrency: "BTC",
    receiveAddress: BTC,
    privacySettings: { mixingRounds: 2, delayMinutes: 0, useRandomAmounts: true, privacyLevel: "basic" },
  });
  for (const order of [first, mixed])
    await api.pay({ currency: "BTC", address: order.depositAddress, amount: order.sendAmount });
  await api.untilState(first.id, ["completed"], WAIT_MS);
  await api.untilState(mixed.id, ["completed"], WAIT_MS);
}, 180_000);
afterAll(() => sotto.stop());

const get = (path: string) =>
  fetch(`${sotto.base}/api/admin/exchanges${path}`, { headers: { authorization: `Bearer ${token}` } });
const list = async (query = "") => adminOrderPageSchema.parse(await (await get(query)).json());
const inspect = async (id: string) => adminOrderSchema.parse(await (await get(`/${id}`)).json());
const ids = async (query: string) => (await list(query)).items.map(({ id }) => id);

it("gives all orders, newest first, each once, in pages of 100", async () => {
  const page = await list();
  expect(page.items).toHaveLength(100);
  expect(page.items[0]).toMatchObject({ id: mixed.id, mixed: true, state: "completed", status: "completed" });
  const rest = await list(`?cursor=${page.nextCursor}`);
  expect(rest.nextCursor).toBeNull();
  const all = [...page.items, ...rest.items];
  expect(new Set(all.map(({ id }) => id)).size).toBe(CREATED + 1);
  const times = all.map(({ createdAt }) => createdAt);
  expect(times).toEqual([...times].sort().reverse());
  for (const cursor of ["x", "1.x", "99999999999999999.AAAAAAAAAAAAAAAAAAAAAA"])
    expect((await get(`?cursor=${cursor}`)).status).toBe(422);
});

it("finds them by status, state, currency, time, code and transaction", async () => {
  expect(await ids("?state=completed")).toEqual([mixed.id, first.id]);
  expect(await ids("?status=completed&state=waiting")).toEqual([]);
  expect(new Set((await list("?status=pending")).items.map(({ state }) => state))).toEqual(
    new Set(["waiting"]),
  );
  expect(await ids("?currency=xbt&state=completed")).toEqual([mixed.id, first.id]);
  expect(await ids("?currency=eth&state=completed")).toEqual([first.id]);
  expect(await ids("?currency=USDT")).toEqual([]);
  expect(await ids(`?code=${first.trackingCode}`)).toEqual([first.id]);
  const { createdAt } = await api.read(mixed.id);
  expect(await ids(`?since=${createdAt}`)).toEqual([mixed.id]);
  expect(await ids(`?until=${createdAt}&state=completed`)).toEqual([first.id]);
  const { deposits, payouts } = await api.read(first.id);
  for (const txHash of [deposits[0]?.txHash, payouts[0]?.txHash, payouts[0]?.txHash?.toUpperCase()])
    expect(await ids(`?txHash=${txHash}`)).toEqual([first.id]);
  expect(await ids("?txHash=nothing%00")).toEqual([]);
  expect((await get("?currency=NOPE")).status).toBe(404);
  expect((await get("?state=nowhere")).status).toBe(422);
});

it("shows what is inside: events, legs with their transactions, and entries that balance", async () => {
  const inside = await inspect(first.id);
  expect(inside).toMatchObject({ id: first.id, parentId: null, receiveAddress: ETH });
  expect(inside.events[0]).toMatchObject({ type: "created", cause: "visitor", state: "waiting" });
  expect(inside.events.at(-1)).toMatchObject({ type: "leg_final", state: "completed" });
  expect(inside.legs).toMatchObject([{ status: "final", attempts: [{ state: "final" }] }]);
  expect(inside.legs[0]?.txHash).toBe(inside.legs[0]?.attempts[0]?.txHash);
  const customer = inside.ledger.filter(({ account }) => account === "customer" || account === "payable");
  const sum = customer.reduce((total, { amount }) => total + BigInt(Math.round(Number(amount) * 1e8)), 0n);
  expect(sum).toBe(0n);
  expect(customer.length).toBeGreaterThan(4);
});

it("shows of a mix what happened, and neither its rounds' transactions nor its plan", async () => {
  const inside = await inspect(mixed.id);
  expect(inside.legs.length).toBeGreaterThan(1);
  const text = JSON.stringify(inside);
  const rounds =
    await sotto.sql`SELECT a.tx_id FROM mix_rounds r JOIN payout_attempts a ON a.id = r.attempt_id WHERE r.order_id = ${mixed.id}`;
  expect(rounds.length).toBeGreaterThan(0);
  for (const { tx_id } of rounds) expect(text).not.toContain(tx_id);
});

it("answers of a forgotten order what it answers of one that never was", async () => {
  const dropped = await fetch(`${sotto.base}/api/exchanges/${first.id}`, { method: "DELETE" });
  expect(dropped.status).toBe(200);
  const tell = async (id: string) => {
    const response = await get(`/${id}`);
    const problem = (await response.json()) as Record<string, unknown>;
    return [response.status, { ...problem, instance: null }];
  };
  expect(await tell(first.id)).toEqual(await tell("AAAAAAAAAAAAAAAAAAAAAA"));
  expect((await tell(first.id))[0]).toBe(404);
  expect(await ids(`?code=${first.trackingCode}`)).toEqual([]);
});
