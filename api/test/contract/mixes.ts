import { expect, it } from "vitest";
import { type ContractWorld, RECEIVE } from "./world";

const TIMEOUT = { timeout: 240_000 };
const OTHER = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";

/** Mixes, and their calculations against each other. */
export function callMixes(worldOf: () => ContractWorld): void {
  it("a mix, from its session to five of its legs at two addresses", TIMEOUT, async () => {
    const { ok, code, ...world } = worldOf();
    const { sessionId } = await ok("createPrivacySession");
    const receiveAddresses = [RECEIVE.ETH, OTHER];
    const privacySettings = { mixingRounds: 2, delayMinutes: 0 };
    const order = await world.create({ privacySettings, receiveAddresses, sessionId });
    expect(order).toMatchObject({
      feeRate: "1.45",
      privacySettings: { mixingRounds: 2, privacyLevel: "enhanced", receiveAddresses },
      mixing: { round: 0, rounds: 2, step: "session", endsAt: null, mayDelay: false },
    });
    expect(await code("delayExchange", { id: order.id }, { delayMinutes: 60 })).toBe("order/closed");
    await world.pay(order);
    const done = await world.until(order.id, "completed");
    expect(done.mixing).toMatchObject({
      round: 2,
      rounds: 2,
      skipped: 0,
      step: "done",
      endsAt: null,
      observer: null,
    });
    expect(done.payouts.length).toBeGreaterThanOrEqual(2);
    expect(new Set(done.payouts.map(({ address }) => address))).toEqual(new Set(receiveAddresses));
    for (const address of receiveAddresses) {
      const { balance } = await ok("simnetBalance", { currency: "ETH", address });
      expect(Number(balance)).toBeGreaterThan(0);
    }
  });

  it("a mix whose delay its customer extends", TIMEOUT, async () => {
    const { ok, code, ...world } = worldOf();
    const order = await world.create({ privacySettings: { mixingRounds: 1, delayMinutes: 15 } });
    const { id } = order;
    await world.pay(order);
    const begun = await world.until(id, "mixing");
    const endOf = ({ mixing }: typeof begun) => Date.parse(mixing?.endsAt ?? "");
    expect(endOf(begun) - Date.now()).toBeGreaterThan(14 * 60_000);
    expect(endOf(begun) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    expect(await code("delayExchange", { id }, { delayMinutes: 15 })).toBe("mixer/delay");
    const longer = await ok("delayExchange", { id }, { delayMinutes: 120 });
    expect(longer).toMatchObject({ privacySettings: { delayMinutes: 120 }, mixing: { mayDelay: true } });
    expect(endOf(longer) - endOf(begun)).toBe(105 * 60_000);
    expect(longer.mixing?.observer).toMatchObject({ operatorCanLink: true, windowMinutes: 120 });
  });

  it("the mixer: a session's time, and the figures of a calculation", async () => {
    const { ok } = worldOf();
    const { expiresAt } = await ok("createPrivacySession");
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(7_190_000);
    const mix = { fromCurrency: "BTC", toCurrency: "BTC", amount: "0.7314" };
    const home = await ok("calculatePrivacy", {}, { ...mix, privacySettings: { preset: "maximum" } });
    const lands = 73_140_000 - 182_850 - Math.round(Number(home.networkFee) * 1e8);
    expect(Math.round(Number(home.netReceiveAmount) * 1e8)).toBe(lands);
    expect(home.estimatedProcessingTime).toBeGreaterThanOrEqual(3_600);
    const swapped = { sendCurrency: "BTC", receiveCurrency: "BTC", sendAmount: "0.7314" };
    const mixed = { ...swapped, privacySettings: { preset: "maximum" as const } };
    const { estimatedTime } = await ok("calculateExchange", {}, mixed);
    expect(estimatedTime).toBe(home.estimatedProcessingTime);
    const other = { ...swapped, receiveCurrency: "LTC" };
    expect((await ok("calculateExchange", {}, other)).estimatedTime).toBeLessThan(3_600);
  });
}
