import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PrivacySettings } from "../../openapi/src/client";
import { callAdministration } from "./contract/administration";
import { contract, faultsOf, operations } from "./contract/check";
import { callLoansAndOrders } from "./contract/loans";
import { type ContractWorld, given, LISTED, openContractWorld, RECEIVE } from "./contract/world";

let world: ContractWorld;

beforeAll(async () => {
  world = await openContractWorld();
});
afterAll(() => world.stop());

const ofOrder = (id: string) => ({ params: { path: { id } } });

describe("every operation answers as its contract says", () => {
  it("the service and its rates", async () => {
    const { client } = world;
    expect(given((await client.GET("/api/health")).data).network).toBe("simnet");
    const currencies = given((await client.GET("/api/currencies")).data);
    expect(currencies.filter(({ isActive }) => !isActive).map(({ id }) => id)).toEqual([
      "DASH",
      "ZEC",
      "ADA",
    ]);
    expect(given((await client.GET("/api/exchange-rates")).data)).toHaveLength(17 * 16);
    expect(given((await client.GET("/api/reserves")).data)).toHaveLength(17);
    expect(given((await client.GET("/api/fees")).data).exchange).toBe("0.45");
    const pair = (from: string, to: string) =>
      client.GET("/api/exchange-rate/{from}/{to}", { params: { path: { from, to } } });
    expect(given((await pair("BTC", "usdt_trc20")).data).to).toBe("USDT-TRC20");
    expect(given((await pair("BTC", "BTC")).data).rate).toBe("1");
    expect((await pair("BTC", "NOPE")).error?.code).toBe("currency/unknown");
    expect((await pair("BTC", "ADA")).error?.code).toBe("currency/paused");
  });

  it("what is the same for everybody, by its ETag", async () => {
    const first = await world.client.GET("/api/fees");
    const etag = given(first.response.headers.get("etag") ?? undefined);
    const again = await world.client.GET("/api/fees", { headers: { "if-none-match": etag } });
    expect(again.response.status).toBe(304);
  });

  it("calculations by what is sent and what is received, floating and fixed", async () => {
    const { client } = world;
    const pair = { fromCurrency: "LTC", toCurrency: "ETH" };
    const calculate = (more: { amount: string; direction?: "send" | "receive"; orderType?: "fixed" }) =>
      client.POST("/api/calculate", { body: { ...pair, ...more } });
    expect(given((await calculate({ amount: "10" })).data).quoteId).toBeNull();
    const receive = given((await calculate({ amount: "0.2", direction: "receive" })).data);
    expect(Number(receive.netReceiveAmount)).toBeGreaterThanOrEqual(0.2);
    const fixed = given((await calculate({ amount: "10", orderType: "fixed" })).data);
    expect(fixed.quoteId).toEqual(expect.any(String));
    expect((await calculate({ amount: "1e5" })).error?.code).toBe("amount/format");
  });

  it("a swap from its creation to the payout, live and by its code", { timeout: 240_000 }, async () => {
    const { client } = world;
    const order = await world.create();
    expect(order).toMatchObject({
      state: "waiting",
      status: "pending",
      deposits: [],
      payouts: [],
      guarantee: null,
    });
    const stream = await client.GET("/api/exchanges/{id}/events", {
      ...ofOrder(order.id),
      parseAs: "stream",
    });
    const states = followStates(given(stream.data ?? undefined));
    const payment = given((await client.GET("/api/exchanges/{id}/payment", ofOrder(order.id))).data);
    expect(payment.address).toBe(order.depositAddress);
    const svg = await client.GET("/api/exchanges/{id}/payment.svg", {
      ...ofOrder(order.id),
      parseAs: "text",
    });
    expect(svg.data).toMatch(/^<svg /);
    const look = () => client.POST("/api/exchanges/{id}/verify-payment", ofOrder(order.id));
    expect(given((await look()).data).verified).toBe(false);
    await world.pay(order);
    await eventually(async () => given((await look()).data).verified);
    const done = await world.until(order.id, "completed");
    expect(done.payouts).toHaveLength(1);
    const path = { currency: "ETH", address: RECEIVE.ETH };
    const arrived = await client.GET("/api/simnet/balance/{currency}/{address}", { params: { path } });
    expect(given(arrived.data).balance).toBe(done.receiveAmount);
    const track = await client.GET("/api/track/{code}", { params: { path: { code: order.trackingCode } } });
    expect(given(track.data)).toMatchObject({ status: "completed", id: order.trackingCode });
    expect(JSON.stringify(track.data)).not.toContain(order.id);
    expect((await states).at(-1)).toBe("completed");
  });

  it("a decision and a refund", { timeout: 240_000 }, async () => {
    const { client } = world;
    const order = await world.create();
    await world.pay(order, { amount: "0.0002" });
    const held = await world.until(order.id, "action_required");
    const decide = (body: { choice: "exchange" | "refund"; refundAddress?: string; revision?: number }) =>
      client.POST("/api/exchanges/{id}/decision", { ...ofOrder(order.id), body });
    expect((await decide({ choice: "refund" })).error?.code).toBe("order/refund-address-missing");
    const refund = { choice: "refund", refundAddress: RECEIVE.BTC } as const;
    const stale = (await decide({ ...refund, revision: held.revision + 7 })).error;
    expect(stale?.code).toBe("decision/stale");
    expect(faultsOf("Order", (stale as { order?: unknown } | undefined)?.order)).toEqual([]);
    expect((await decide({ ...refund, revision: held.revision })).response.status).toBe(200);
    const refunded = await world.until(order.id, "refunded");
    expect(refunded).toMatchObject({ status: "failed", outcome: "refunded" });
  });

  // Behind the two orders above, which it must have counted: the figures are computed once a minute.
  it("the figures of the orders that ended here", async () => {
    const { data, response } = await world.client.GET("/api/stats");
    const stats = given(data);
    expect(stats).toMatchObject({
      orders: 2,
      completed: 1,
      successRate: "100",
      exchangesTotal: 1,
      currencies: 17,
      fee: "0.45",
      enough: false,
    });
    expect(given(stats.completionSeconds ?? undefined).median).toBeLessThanOrEqual(60);
    expect(Date.now() - Date.parse(stats.window.to)).toBeLessThan(60_000);
    const etag = given(response.headers.get("etag") ?? undefined);
    const again = await world.client.GET("/api/stats", { headers: { "if-none-match": etag } });
    expect(again.response.status).toBe(304);
  });

  it("past rates of a pair", async () => {
    const history = (from: string, to: string, range?: "24h" | "7d" | "30d") =>
      world.client.GET("/api/rates/{from}/{to}/history", {
        params: { path: { from, to }, ...(range && { query: { range } }) },
      });
    for (const range of ["24h", "7d", "30d"] as const) {
      const past = given((await history("BTC", "usdt_trc20", range)).data);
      expect(past).toMatchObject({ from: "BTC", to: "USDT-TRC20", range });
      // The server has run for less than a quarter of an hour, which may have turned meanwhile.
      expect([1, 2]).toContain(past.points.length);
      expect(Number(past.points[0]?.rate)).toBeGreaterThan(50_000);
    }
    expect(given((await history("BTC", "ETH")).data).range).toBe("24h");
    expect(given((await history("BTC", "BTC")).data).points[0]?.rate).toBe("1");
    expect(given((await history("ADA", "BTC")).data).points.length).toBeGreaterThan(0);
  });

  it("past rates of no pair, or of no range", async () => {
    const ask = (from: string, to: string, range: string) =>
      world.client.GET("/api/rates/{from}/{to}/history", {
        params: { path: { from, to }, query: { range: range as "24h" } },
      });
    expect((await ask("NOPE", "BTC", "24h")).error?.code).toBe("currency/unknown");
    expect((await ask("BTC", "constructor", "24h")).error?.code).toBe("currency/unknown");
    expect((await ask("BTC", "B".repeat(500), "24h")).error?.code).toBe("currency/unknown");
    for (const range of ["", "1h", "24H", "24h ", "7d'--", "\u0000", "9".repeat(2_000)]) {
      const { error, response } = await ask("BTC", "ETH", range);
      expect([response.status, error?.code, error?.errors[0]?.pointer], range).toEqual([
        422,
        "request/invalid",
        "/range",
      ]);
    }
  });

  it("the rates as aggregators read them", async () => {
    const { client } = world;
    const answer = await client.GET("/api/rates.xml", { parseAs: "text" });
    const xml = given(answer.data);
    const items = [...xml.matchAll(/<item>(.*?)<\/item>/g)].map(([, item = ""]) =>
      Object.fromEntries([...item.matchAll(/<(\w+)>([^<>&]+)<\/\1>/g)].map(([, name, text]) => [name, text])),
    );
    expect(items).toHaveLength(17 * 16);
    const item = given(items.find(({ from, to }) => from === "LTC" && to === "USDT-TRC20"));
    const { in: amount, minamount, out, tofee } = item;
    expect(amount).toBe("1");
    const reserves = given((await client.GET("/api/reserves")).data);
    const available = given(reserves.find(({ currency }) => currency === "USDT-TRC20")).available;
    expect(Number(item.amount) / Number(available)).toBeCloseTo(1, 1);
    // What the export promises is what a calculation gives, but for what the market moved in between.
    const body = { fromCurrency: "LTC", toCurrency: "USDT-TRC20", amount: "100" };
    const { netReceiveAmount } = given((await client.POST("/api/calculate", { body })).data);
    expect((100 * Number(out) - Number(tofee)) / Number(netReceiveAmount)).toBeCloseTo(1, 2);
    expect(Number(minamount)).toBeLessThan(Number(item.maxamount));
    const etag = given(answer.response.headers.get("etag") ?? undefined);
    expect(etag).toMatch(/^"[^"]+"$/);
  });

  it("a refund address, set once, and a cancellation", async () => {
    const { client } = world;
    const order = await world.create();
    const set = () =>
      client.POST("/api/exchanges/{id}/refund-address", {
        ...ofOrder(order.id),
        body: { address: RECEIVE.BTC },
      });
    expect(given((await set()).data).refundAddress).toBe(RECEIVE.BTC);
    expect((await set()).error?.code).toBe("order/refund-address-set");
    const cancel = () => client.POST("/api/exchanges/{id}/cancel", ofOrder(order.id));
    expect(given((await cancel()).data).state).toBe("cancelled");
    expect((await cancel()).error?.code).toBe("order/not-cancellable");
    const drop = () => client.DELETE("/api/exchanges/{id}", ofOrder(order.id));
    const note = given((await drop()).data);
    expect(note.addresses).toHaveLength(1);
    const { payload, signature } = note;
    const claim = (refundAddress: string) =>
      client.POST("/api/claims", { body: { payload, signature, refundAddress } });
    expect((await claim(RECEIVE.BTC)).error?.code).toBe("claim/nothing");
    await world.pay(order);
    let claimed = await claim(RECEIVE.BTC);
    await eventually(async () => {
      claimed = await claim(RECEIVE.BTC);
      return claimed.data !== undefined;
    });
    const [opened] = given(claimed.data, claimed.error?.code);
    expect((await world.until(given(opened).id, "refunded")).receiveAddress).toBe("");
    expect((await drop()).error?.code).toBe("order/unknown");
  });

  it("a mix, from its session to five of its legs at two addresses", { timeout: 240_000 }, async () => {
    const { client } = world;
    const { sessionId } = given((await client.POST("/api/privacy/create-session")).data);
    const other = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
    const order = await world.create({
      privacySettings: { mixingRounds: 2, delayMinutes: 0 },
      receiveAddresses: [RECEIVE.ETH, other],
      sessionId,
    });
    expect(order).toMatchObject({
      feeRate: "1.45",
      privacySettings: { mixingRounds: 2, privacyLevel: "enhanced", receiveAddresses: [RECEIVE.ETH, other] },
      mixing: { round: 0, rounds: 2, step: "session", mayDelay: false },
    });
    const later = await client.POST("/api/exchanges/{id}/delay", {
      ...ofOrder(order.id),
      body: { delayMinutes: 60 },
    });
    expect(later.error?.code).toBe("order/closed");
    await world.pay(order);
    const done = await world.until(order.id, "completed");
    expect(done.mixing).toMatchObject({ round: 2, rounds: 2, skipped: 0, step: "done", observer: null });
    expect(done.payouts.length).toBeGreaterThanOrEqual(2);
    const held = await Promise.all(
      [RECEIVE.ETH, other].map(async (address) => {
        const path = { currency: "ETH", address };
        return given(
          (await client.GET("/api/simnet/balance/{currency}/{address}", { params: { path } })).data,
        );
      }),
    );
    for (const { balance } of held) expect(Number(balance)).toBeGreaterThan(0);
  });

  it("a mix whose delay its holder extends", { timeout: 240_000 }, async () => {
    const { client } = world;
    const order = await world.create({ privacySettings: { mixingRounds: 1, delayMinutes: 15 } });
    await world.pay(order);
    await world.until(order.id, "mixing");
    const delay = (delayMinutes: number) =>
      client.POST("/api/exchanges/{id}/delay", { ...ofOrder(order.id), body: { delayMinutes } });
    expect((await delay(15)).error?.code).toBe("mixer/delay");
    const longer = given((await delay(120)).data);
    expect(longer).toMatchObject({ privacySettings: { delayMinutes: 120 }, mixing: { mayDelay: true } });
    expect(longer.mixing?.observer).toMatchObject({ operatorCanLink: true, windowMinutes: 120 });
  });

  it("the mixer: a session, and calculations of both forms", async () => {
    const { client } = world;
    const session = given((await client.POST("/api/privacy/create-session")).data);
    expect(session.sessionId).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(Date.parse(session.expiresAt) - Date.now()).toBeGreaterThan(7_190_000);
    const mix = (privacySettings: PrivacySettings, change: { toCurrency?: string; amount?: string } = {}) =>
      client.POST("/api/privacy/calculate", {
        body: { fromCurrency: "BTC", toCurrency: "BTC", amount: "0.7314", privacySettings, ...change },
      });
    const home = given((await mix({ preset: "maximum" })).data);
    expect(home).toMatchObject({
      privacyScore: 420,
      scoreLabel: "very_high",
      totalFeeRate: "0.25",
      fee: "0.0018285",
      feeBreakdown: { base: "0.0018285", mixing: "0", delay: "0", maxPrivacy: "0" },
      exchangeRate: "1",
      poolSufficient: true,
      torAvailable: false,
      observer: {
        bestGuess: "1",
        candidateSet: 1,
        candidatesWanted: 20,
        shortfall: 19,
        operatorCanLink: true,
      },
    });
    const lands = 73_140_000 - 182_850 - Math.round(Number(home.networkFee) * 1e8);
    expect(Math.round(Number(home.netReceiveAmount) * 1e8)).toBe(lands);
    expect(home.estimatedProcessingTime).toBeGreaterThanOrEqual(3_600);
    const page = given(
      (await mix({ mixingRounds: 10, delayMinutes: 120, privacyLevel: "maximum" }, { toCurrency: "ETH" }))
        .data,
    );
    expect(page).toMatchObject({
      totalFeeRate: "8.45",
      feeRates: { base: "0.45", mixing: "5", delay: "1", maxPrivacy: "2" },
      feeBreakdown: { base: "0.0032913", mixing: "0.03657", delay: "0.007314", maxPrivacy: "0.014628" },
      fee: "0.0618033",
    });
    expect(page.netReceiveAmount).toMatch(/^\d+\.\d{1,8}$/);
    expect((await mix({}, { amount: "0.0001" })).error?.code).toBe("amount/min");
    expect((await mix({ enableTorIntegration: true })).error?.code).toBe("mixer/tor-unavailable");
  });

  it("addresses: validated and screened", async () => {
    const { client } = world;
    const validate = (currency: string, address: string) =>
      client.POST("/api/address/validate", { body: { currency, address } });
    expect(given((await validate("ETH", RECEIVE.ETH.toLowerCase())).data).normalized).toBe(RECEIVE.ETH);
    expect(given((await validate("BTC", RECEIVE.ETH)).data)).toMatchObject({ valid: false });
    const screen = (address: string) =>
      client.POST("/api/screening/check", { body: { currency: "BTC", address } });
    expect(given((await screen(RECEIVE.BTC)).data).result).toBe("clear");
    expect(given((await screen(LISTED.BTC)).data)).toEqual({ result: "listed", listDate: "2026-01-01" });
  });

  it("held orders: released and refunded by an administrator", { timeout: 240_000 }, async () => {
    const admin = await world.admin();
    const held = async () => {
      const order = await world.create({ refundAddress: RECEIVE.BTC });
      await world.pay(order, { from: LISTED.BTC });
      return world.until(order.id, "hold");
    };
    const [first, second] = await Promise.all([held(), held()]);
    expect(first).toMatchObject({ reason: "listed", payouts: [], status: "processing" });
    const body = { reason: "Looked at by the tests." };
    const released = await admin.POST("/api/admin/exchanges/{id}/release", { ...ofOrder(first.id), body });
    expect(released.response.status).toBe(200);
    const refunded = await admin.POST("/api/admin/exchanges/{id}/refund", { ...ofOrder(second.id), body });
    expect(refunded.response.status).toBe(200);
    await world.until(first.id, "completed");
    await world.until(second.id, "refunded");
    const again = await admin.POST("/api/admin/exchanges/{id}/release", { ...ofOrder(first.id), body });
    expect(again.error?.code).toBe("order/not-held");
  });

  it("the simulated networks' clockwork", async () => {
    const { client } = world;
    const mined = given(
      (await client.POST("/api/simnet/mine", { body: { currency: "XMR", blocks: 3 } })).data,
    );
    const reorg = given(
      (await client.POST("/api/simnet/reorg", { body: { currency: "XMR", depth: 1 } })).data,
    );
    expect(reorg.height).toBeGreaterThanOrEqual(mined.height);
    const body = { currency: "LTC", address: "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh", amount: "1" };
    // A block may come between: then the next one is dropped.
    for (let attempt = 0; ; attempt++) {
      const { txHash } = given((await client.POST("/api/simnet/pay", { body })).data);
      const dropped = await client.POST("/api/simnet/drop", { body: { txHash } });
      if (dropped.data?.txHash === txHash) break;
      expect(attempt).toBeLessThan(10);
    }
  });

  it("a chain that a deep reorg halted, resumed", { timeout: 240_000 }, async () => {
    const { client } = world;
    const admin = await world.admin();
    const watched = async () => {
      const { chains } = given((await client.GET("/api/health")).data);
      return given(chains.find(({ chain }) => chain === "bitcoincash"));
    };
    const mine = async (blocks: number) => {
      const body = { currency: "BCH", blocks };
      const { height } = given((await client.POST("/api/simnet/mine", { body })).data);
      await eventually(async () => ((await watched()).height ?? 0) >= height);
    };
    await mine(60);
    await client.POST("/api/simnet/reorg", { body: { currency: "BCH", depth: 50 } });
    await eventually(async () => (await watched()).status === "halted");
    const resume = () =>
      admin.POST("/api/admin/chains/{chain}/resume", {
        params: { path: { chain: "bitcoincash" } },
        body: { reason: "A test's reorg." },
      });
    expect((await resume()).data).toEqual({ chain: "bitcoincash", status: "ok" });
    // The first look finds the reorg, the second one only if the first did not halt again.
    await mine(1);
    await mine(1);
    expect((await watched()).status).toBe("ok");
    expect((await resume()).error?.code).toBe("chain/not-halted");
  });

  it("an administrator's session and books", async () => {
    const admin = await world.admin();
    expect((await admin.POST("/api/admin/verify")).data).toEqual({
      valid: true,
      username: world.sotto.admin.username,
      role: "approver",
      totp: false,
    });
    const invariants = given((await admin.GET("/api/admin/invariants")).data);
    expect(invariants.length).toBeGreaterThanOrEqual(12);
    expect(invariants.filter(({ violations }) => violations !== 0)).toEqual([]);
    const balances = given((await admin.GET("/api/admin/trial-balance")).data);
    expect(balances.filter(({ sum }) => sum !== "0")).toEqual([]);
    expect(given((await admin.GET("/api/admin/wallets")).data).length).toBeGreaterThan(10);
    expect((await admin.POST("/api/admin/logout")).data).toEqual({ valid: false });
    expect((await admin.GET("/api/admin/invariants")).error?.code).toBe("auth/required");
  });

  callLoansAndOrders(() => world);
  callAdministration(() => world);

  it("and none was left out", () => {
    const answered = new Set(
      world.seen.filter(({ status }) => status < 300).map(({ operationId }) => operationId),
    );
    expect(operations.filter(({ operationId }) => !answered.has(operationId))).toEqual([]);
    expect(operations.length).toBe(Object.values(contract.paths).flatMap((path) => Object.keys(path)).length);
  });
});

/** Follows a live stream to its order's end; every event's data is checked against the contract. */
async function followStates(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const states: string[] = [];
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const line = event.split("\n").find((part) => part.startsWith("data: "));
      if (line === undefined) continue;
      const order = JSON.parse(line.slice("data: ".length)) as { state: string };
      expect(faultsOf("Order", order)).toEqual([]);
      states.push(order.state);
      if (order.state === "completed") return states;
    }
  }
  return states;
}

async function eventually(isSo: () => Promise<boolean>, withinMs = 90_000): Promise<void> {
  const untilMs = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > untilMs) throw new Error(`not within ${withinMs} ms`);
    await sleep(100);
  }
}
