import { expect, it } from "vitest";
import { faultsOf } from "./check";
import { orderEventsIn } from "./events";
import { type ContractWorld, eventually, GOOD_ORDER, RECEIVE } from "./world";

const TIMEOUT = { timeout: 240_000 };

/** A new key, and the calls that bear it. */
async function keyOf(world: ContractWorld) {
  const admin = await world.admin();
  const { id, secret } = await admin.ok("createApiKey", {}, { name: "a wallet" });
  const headers = { "x-api-key": secret };
  return { ...world.callsOf(headers), headers, revoke: () => admin.ok("revokeApiKey", { id }) };
}

/** An exchange by `/api/v1` from its quote to its deletion, and whom a key does not reach. */
export function callThirdParty(worldOf: () => ContractWorld): void {
  it("a fixed rate, paid and completed, through /api/v1 only", TIMEOUT, async () => {
    const world = worldOf();
    const { ok, headers } = await keyOf(world);
    expect((await ok("v1ListCurrencies")).data).toHaveLength(20);
    expect((await ok("v1ReadRate", { from: "btc", to: "ETH" })).data.from).toBe("BTC");
    const checked = await ok("v1ValidateAddress", {}, { currency: "ETH", address: RECEIVE.ETH });
    expect(checked.data).toMatchObject({ valid: true, normalized: RECEIVE.ETH });
    const pair = { sendCurrency: "BTC", receiveCurrency: "ETH", orderType: "fixed" } as const;
    const { data: quote } = await ok("v1CalculateExchange", {}, { ...pair, sendAmount: "0.1" });
    const asked = { ...GOOD_ORDER, orderType: "fixed", quoteId: quote.quoteId ?? "" } as const;
    const { data: order } = await ok("v1CreateExchange", {}, asked);
    expect(order).toMatchObject({ orderType: "fixed", receiveAmount: quote.netReceiveAmount });
    const { id } = order;
    const { data: payment } = await ok("v1ReadPayment", { id });
    expect(payment.address).toBe(order.depositAddress);
    await world.pay(order as never);
    await eventually(async () => (await ok("v1ReadExchange", { id })).data.state === "completed");
    const path = { params: { path: { id } } };
    const events = await world.client.GET("/api/v1/exchanges/{id}/events", {
      ...path,
      headers,
      parseAs: "text",
    });
    const [last, ...others] = orderEventsIn(events.data ?? "");
    expect(others).toEqual([]);
    expect(last?.data).toMatchObject({ id, state: "completed" });
    expect(faultsOf("Order", last?.data)).toEqual([]);
    expect((await ok("v1DeleteExchange", { id })).data.addresses).toHaveLength(1);
    const [left] = await world.sotto
      .sql`SELECT count(*)::int AS rows FROM api_key_orders WHERE order_id = ${id}`;
    expect(left?.rows).toBe(0);
  });

  it("a decision, a refund and a cancellation, and a key that was revoked", TIMEOUT, async () => {
    const world = worldOf();
    const { ok, code, revoke } = await keyOf(world);
    const { data: small } = await ok("v1CreateExchange", {}, GOOD_ORDER);
    const { id } = small;
    await world.pay(small as never, { amount: "0.0002" });
    await eventually(async () => (await ok("v1ReadExchange", { id })).data.state === "action_required");
    await ok("v1SetRefundAddress", { id }, { address: RECEIVE.BTC });
    const { revision } = (await ok("v1ReadExchange", { id })).data;
    await ok("v1DecideExchange", { id }, { choice: "refund", revision });
    await eventually(async () => (await ok("v1ReadExchange", { id })).data.outcome === "refunded");
    const other = (await ok("v1CreateExchange", {}, GOOD_ORDER)).data.id;
    expect((await ok("v1CancelExchange", { id: other })).data.state).toBe("cancelled");
    await revoke();
    expect(await code("v1ReadExchange", { id })).toBe("auth/api-key");
  });
}

/** An order's own names, and those of the specification: both bases take either. */
export function callCalculations(worldOf: () => ContractWorld): void {
  it("one calculation by an order's names and by the others, with a key and without", async () => {
    const world = worldOf();
    const { ok } = await keyOf(world);
    const own = { sendCurrency: "BTC", receiveCurrency: "USDT-TRC20" } as const;
    const other = { fromCurrency: "BTC", toCurrency: "USDT-TRC20" } as const;
    const sent = [
      { ...own, sendAmount: "0.05" },
      { ...other, amount: "0.05" },
    ] as const;
    const received = [
      { ...own, receiveAmount: "2500" },
      { ...other, amount: "2500", direction: "receive" },
    ] as const;
    for (const body of sent)
      for (const calculation of [
        (await ok("v1CalculateExchange", {}, body)).data,
        await world.ok("calculateExchange", {}, body),
      ])
        expect(calculation.sendAmount).toBe("0.05");
    for (const body of received)
      for (const calculation of [
        (await ok("v1CalculateExchange", {}, body)).data,
        await world.ok("calculateExchange", {}, body),
      ])
        expect(Number(calculation.netReceiveAmount)).toBeCloseTo(2500, 2);
  });
}

const OF_ORDERS = {
  v1ReadExchange: undefined,
  v1ReadPayment: undefined,
  v1WatchExchange: undefined,
  v1DecideExchange: { choice: "exchange" },
  v1SetRefundAddress: { address: RECEIVE.BTC },
  v1CancelExchange: undefined,
  v1DeleteExchange: undefined,
} as const;

/** Whom a key does not reach. */
export function callOthersOrders(worldOf: () => ContractWorld): void {
  it("an order of another key, or of none, is as unknown as one that is not", async () => {
    const world = worldOf();
    const [mine, theirs] = [await keyOf(world), await keyOf(world)];
    const made = (await mine.ok("v1CreateExchange", {}, GOOD_ORDER)).data.id;
    const open = (await world.create()).id;
    for (const operation of Object.keys(OF_ORDERS) as (keyof typeof OF_ORDERS)[]) {
      const ask = async (id: string) => {
        const { response, error } = await theirs.answer(operation, { id }, OF_ORDERS[operation] as never);
        return { status: response.status, error: JSON.stringify(error).replaceAll(/urn:uuid:[\w-]+/g, "") };
      };
      const absent = await ask("AAAAAAAAAAAAAAAAAAAAAA");
      expect(absent, operation).toMatchObject({
        status: 404,
        error: expect.stringContaining("order/unknown"),
      });
      for (const id of [made, open]) expect(await ask(id), operation).toEqual(absent);
    }
    expect((await mine.ok("v1ReadExchange", { id: made })).data.state).toBe("waiting");
    // The customer's own page still opens it: its id is its secret.
    expect((await world.ok("readExchange", { id: made })).id).toBe(made);
    await mine.ok("v1CancelExchange", { id: made });
  });
}
