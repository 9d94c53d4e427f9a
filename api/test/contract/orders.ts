import { expect, it } from "vitest";
import { faultsOf } from "./check";
import { orderEventsIn } from "./events";
import { type ContractWorld, eventually, GOOD_ORDER, given, LISTED, RECEIVE } from "./world";

const TIMEOUT = { timeout: 240_000 };

/** One order that is paid out and one that is refunded. */
export function callExchanges(worldOf: () => ContractWorld): void {
  it("a swap from its creation to the payout, live and by its code", TIMEOUT, async () => {
    const { client, ok, ...world } = worldOf();
    const order = await world.create();
    const fresh = { state: "waiting", status: "pending", deposits: [], payouts: [], guarantee: null };
    expect(order).toMatchObject(fresh);
    const { id } = order;
    const ofOrder = { params: { path: { id } } };
    const stream = await client.GET("/api/exchanges/{id}/events", { ...ofOrder, parseAs: "stream" });
    const states = followStates(given(stream.data ?? undefined));
    expect((await ok("readPayment", { id })).address).toBe(order.depositAddress);
    const svg = await client.GET("/api/exchanges/{id}/payment.svg", { ...ofOrder, parseAs: "text" });
    expect(svg.data).toMatch(/^<svg /);
    const isSeen = async () => (await ok("verifyPayment", { id })).verified;
    expect(await isSeen()).toBe(false);
    await world.pay(order);
    await eventually(isSeen);
    const done = await world.until(id, "completed");
    expect(done.payouts).toHaveLength(1);
    const { balance } = await ok("simnetBalance", { currency: "ETH", address: RECEIVE.ETH });
    expect(balance).toBe(done.receiveAmount);
    const track = await ok("trackExchange", { code: order.trackingCode });
    expect(track).toMatchObject({ status: "completed", id: order.trackingCode });
    expect(JSON.stringify(track)).not.toContain(id);
    const tail = RECEIVE.ETH.slice(-4).toUpperCase();
    expect(await ok("trackExchange", { code: order.trackingCode, tail })).toEqual(track);
    expect(await world.code("trackExchange", { code: order.trackingCode, tail: "wxyz" })).toBe(
      "track/unknown",
    );
    expect((await states).at(-1)).toBe("completed");
  });

  it("an order with the figures that the client was shown, rounded as it shows them", async () => {
    const { ok, answer, ...world } = worldOf();
    const asked = { fromCurrency: "BTC", toCurrency: "ETH", amount: "0.1" };
    const seen = await ok("calculateExchange", {}, asked);
    const exchangeRate = Number(seen.exchangeRate).toFixed(6);
    const better = await answer("createExchange", {}, { ...GOOD_ORDER, receiveAmount: "1000" });
    expect(faultsOf("QuoteMovedProblem", better.error)).toEqual([]);
    const figures = { receiveAmount: Number(seen.netReceiveAmount).toFixed(6), exchangeRate, fee: seen.fee };
    const order = await world.create({ ...figures, depositAddressType: "taproot" });
    expect(order.fee).toBe(seen.fee);
    expect((await ok("cancelExchange", { id: order.id })).state).toBe("cancelled");
  });

  it("a decision and a refund", TIMEOUT, async () => {
    const { answer, code, ...world } = worldOf();
    const { id, ...order } = await world.create();
    await world.pay({ id, ...order }, { amount: "0.0002" });
    const { revision } = await world.until(id, "action_required");
    expect(await code("decideExchange", { id }, { choice: "refund" })).toBe("order/refund-address-missing");
    const refund = { choice: "refund", refundAddress: RECEIVE.BTC } as const;
    const { error } = await answer("decideExchange", { id }, { ...refund, revision: revision + 7 });
    expect(error?.code).toBe("decision/stale");
    expect(faultsOf("DecisionStaleProblem", error)).toEqual([]);
    expect((await answer("decideExchange", { id }, { ...refund, revision })).response.status).toBe(200);
    expect(await world.until(id, "refunded")).toMatchObject({ status: "failed", outcome: "refunded" });
  });
}

/** Orders that say at which type of address they are to be paid. */
export function callAddressTypes(worldOf: () => ContractWorld): void {
  it("orders paid at an address of each type that the currency has", TIMEOUT, async () => {
    const { ok, ...world } = worldOf();
    const btc = (await ok("listCurrencies")).find(({ id }) => id === "BTC");
    const types = given(btc?.depositAddressTypes);
    expect(types).toEqual(["taproot", "native-segwit", "p2sh", "legacy"]);
    const orders = await Promise.all(types.map((depositAddressType) => world.create({ depositAddressType })));
    for (const [at, order] of orders.entries()) {
      expect(order.depositAddressType).toBe(types[at]);
      expect(order.depositAddress).toMatch(given([/^bc1p/, /^bc1q/, /^3/, /^1/][at]));
      expect(await ok("readPayment", { id: order.id })).toMatchObject({
        address: order.depositAddress,
        addressType: types[at],
      });
      await world.pay(order);
    }
    for (const { id } of orders) expect((await world.until(id, "completed")).payouts).toHaveLength(1);
    expect((await world.create()).depositAddressType).toBe("taproot");
  });
}

/** Orders that end otherwise: cancelled and claimed, held and looked at by an administrator. */
export function callOtherEnds(worldOf: () => ContractWorld): void {
  it("a refund address, set once, and a cancellation", async () => {
    const { ok, code, answer, ...world } = worldOf();
    const order = await world.create();
    const { id } = order;
    const address = RECEIVE.BTC;
    expect((await ok("setRefundAddress", { id }, { address })).refundAddress).toBe(address);
    expect(await code("setRefundAddress", { id }, { address })).toBe("order/refund-address-set");
    expect((await ok("cancelExchange", { id })).state).toBe("cancelled");
    expect(await code("cancelExchange", { id })).toBe("order/not-cancellable");
    const { addresses, payload, signature } = await ok("deleteExchange", { id });
    expect(addresses).toHaveLength(1);
    const claim = () => answer("claimDeposits", {}, { payload, signature, refundAddress: RECEIVE.BTC });
    expect((await claim()).error?.code).toBe("claim/nothing");
    await world.pay(order);
    let claimed = await claim();
    await eventually(async () => {
      claimed = await claim();
      return claimed.data !== undefined;
    });
    const [opened] = given(claimed.data, claimed.error?.code);
    expect((await world.until(given(opened).id, "refunded")).receiveAddress).toBe("");
    expect(await code("deleteExchange", { id })).toBe("order/unknown");
  });

  it("held orders: released and refunded by an administrator", TIMEOUT, async () => {
    const world = worldOf();
    const { answer, ok, code } = await world.admin();
    const held = async () => {
      const order = await world.create({ refundAddress: RECEIVE.BTC });
      await world.pay(order, { from: LISTED.BTC });
      return world.until(order.id, "hold");
    };
    const [first, second] = await Promise.all([held(), held()]);
    expect(first).toMatchObject({ reason: "listed", payouts: [], status: "processing" });
    const { sourcesForReview } = await ok("inspectExchange", { id: first.id });
    expect(sourcesForReview).toMatchObject([{ no: 1, found: "listed", currency: "BTC" }]);
    const unseen = { reason: "Looked at by the tests." };
    for (const seenSources of [[], [2]])
      for (const operation of ["releaseExchange", "refundExchange"] as const)
        expect(await code(operation, { id: first.id }, { ...unseen, seenSources })).toBe(
          "order/sources-unseen",
        );
    expect((await world.until(first.id, "hold")).reason).toBe("listed");
    const body = { ...unseen, seenSources: [1] };
    expect((await answer("releaseExchange", { id: first.id }, body)).response.status).toBe(200);
    // Who does not say what they saw clears all.
    expect((await answer("refundExchange", { id: second.id }, unseen)).response.status).toBe(200);
    await world.until(first.id, "completed");
    await world.until(second.id, "refunded");
    expect(await code("releaseExchange", { id: first.id }, body)).toBe("order/not-held");
  });
}

/** Follows a live stream to its order's end; every event's data is checked against the contract. */
async function followStates(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const states: string[] = [];
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf("\n\n") + 2;
    if (end < 2) continue;
    for (const { data } of orderEventsIn(text.slice(0, end))) {
      expect(faultsOf("Order", data)).toEqual([]);
      states.push(data.state);
      if (data.state === "completed") return states;
    }
    text = text.slice(end);
  }
  return states;
}
