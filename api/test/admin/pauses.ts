import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { newKey } from "./keys";
import { attempts, call, ETH, eventually, newOrder, orderOf, sotto, switchOf, turn } from "./world";

const TRON = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";

/** An asset that is not traded for a while. */
export function testPausedAsset(): void {
  describe("a paused asset", () => {
    it("is inactive and refused on both sides, in quotes and orders, until it is resumed", async () => {
      const isActive = async (): Promise<unknown> =>
        ((await call("GET", "/api/currencies")).body as unknown as { id: string; isActive: boolean }[]).find(
          ({ id }) => id === "LTC",
        )?.isActive;
      const quote = (fromCurrency: string, toCurrency: string) =>
        call("POST", "/api/calculate", { body: { fromCurrency, toCurrency, amount: "1" } });
      const create = (sendCurrency: string, receiveCurrency: string, receiveAddress: string) =>
        call("POST", "/api/exchanges", {
          body: { sendCurrency, receiveCurrency, sendAmount: "1", receiveAddress },
        });
      expect(await isActive()).toBe(true);
      expect((await turn("assets/ltc", "pause", "operator")).body).toMatchObject({
        name: "asset:LTC",
        paused: true,
        reason: "A test.",
      });
      expect(await isActive()).toBe(false);
      expect(await switchOf("asset:LTC")).toMatchObject({ paused: true });
      const ltc = "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh";
      const { secret: apiKey } = await newKey();
      const rate = await call("GET", "/api/v1/exchange-rate/LTC/BTC", { apiKey });
      expect([rate.status, rate.body]).toMatchObject([409, { error: { code: "currency/paused" } }]);
      for (const refused of [
        await quote("LTC", "ETH"),
        await quote("ETH", "LTC"),
        await create("LTC", "ETH", ETH),
        await create("ETH", "LTC", ltc),
      ])
        expect([refused.status, refused.body.code]).toEqual([409, "currency/paused"]);
      expect((await quote("ETH", "BTC")).status).toBe(200);
      expect((await turn("assets/LTC", "resume")).body).toMatchObject({ paused: false });
      expect(await isActive()).toBe(true);
      expect((await create("ETH", "LTC", ltc)).status).toBe(201);
      expect((await turn("assets/NOPE", "pause")).body.code).toBe("currency/unknown");
    });

    it("is refused where the order is written, too: the list of currencies may be half a second old", async () => {
      await sotto().sql`UPDATE admin_switches SET paused = true WHERE name = 'asset:LTC'`;
      const { body } = await call("POST", "/api/exchanges", {
        body: { sendCurrency: "LTC", receiveCurrency: "ETH", sendAmount: "1", receiveAddress: ETH },
      });
      expect(body.code).toBe("currency/paused");
      await turn("assets/LTC", "resume");
    });

    it("is still paid out to those who have paid", { timeout: 240_000 }, async () => {
      const order = await newOrder({
        send: "BTC",
        receive: "LTC",
        amount: "0.01",
        to: "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh",
      });
      await turn("assets/LTC", "pause");
      await call("POST", "/api/simnet/pay", {
        body: { currency: "BTC", address: order.depositAddress, amount: "0.01" },
      });
      await eventually("the payout", async () => (await orderOf(order.id)).state === "completed");
      await turn("assets/LTC", "resume");
    });
  });
}

/** Payouts that wait. */
export function testPausedPayouts(): void {
  describe("paused payouts", () => {
    it("are not signed, follow what is signed to its end, and go out when they are resumed", {
      timeout: 240_000,
    }, async () => {
      const pair = { send: "BTC", receive: "ETH", amount: "0.01", to: ETH };
      const pay = ({ depositAddress }: { depositAddress: string }) =>
        call("POST", "/api/simnet/pay", {
          body: { currency: "BTC", address: depositAddress, amount: "0.01" },
        });
      const [early, late] = [await newOrder(pair), await newOrder(pair)];
      await pay(early);
      await eventually(
        "a signed payout",
        async () =>
          (
            await attempts(
              `id IN (SELECT p.attempt_id FROM attempt_legs p JOIN payout_legs l ON l.id = p.leg_id WHERE order_id = '${early.id}')`,
            )
          ).length === 1,
      );
      expect((await turn("payouts", "pause", "operator")).status).toBe(200);
      expect(await switchOf("payouts")).toMatchObject({ paused: true, reason: "A test." });
      await pay(late);
      await eventually("the first payout's end", async () => (await orderOf(early.id)).state === "completed");
      await eventually("the second leg", async () => (await orderOf(late.id)).state === "sending");
      await sleep(1_500);
      const ofLate = `id IN (SELECT p.attempt_id FROM attempt_legs p JOIN payout_legs l ON l.id = p.leg_id WHERE order_id = '${late.id}')`;
      expect(await attempts(ofLate)).toHaveLength(0);
      // What the customer sees is what is: on its way, nothing sent.
      expect(await orderOf(late.id)).toMatchObject({ state: "sending", status: "processing", txHash: null });
      expect((await turn("payouts", "resume")).status).toBe(200);
      await eventually("the second payout's end", async () => (await orderOf(late.id)).state === "completed");
      expect(await attempts(ofLate)).toHaveLength(1);
      expect(await switchOf("payouts")).toMatchObject({ paused: false });
    });
  });
}

/** A signer that signs nothing. */
export function testStoppedSigner(): void {
  describe("a stopped signer", () => {
    it("signs no payout, no sweep and no round, until it is resumed", { timeout: 240_000 }, async () => {
      const swap = await newOrder({ send: "USDT-TRC20", receive: "ETH", amount: "500", to: ETH });
      const session = (await call("POST", "/api/privacy/create-session")).body;
      const mixed = await call("POST", "/api/exchanges", {
        body: {
          sendCurrency: "BTC",
          receiveCurrency: "USDT-TRC20",
          sendAmount: "0.02",
          receiveAddress: TRON,
          privacySettings: { mixingRounds: 1, delayMinutes: 0 },
          sessionId: session.sessionId,
        },
      });
      expect(mixed.status).toBe(201);
      const mix = mixed.body as { id: string; depositAddress: string };
      await eventually(
        "nothing under way",
        async () => (await attempts("state IN ('signed', 'broadcasting', 'sent', 'mined')")).length === 0,
      );
      expect((await turn("signer", "pause", "operator")).status).toBe(200);
      const before = (await attempts("true")).length;
      for (const [currency, address, amount] of [
        ["USDT-TRC20", swap.depositAddress, "500"],
        ["BTC", mix.depositAddress, "0.02"],
      ])
        await call("POST", "/api/simnet/pay", { body: { currency, address, amount } });
      await eventually("the leg", async () => (await orderOf(swap.id)).state === "sending");
      await eventually(
        "the round",
        async () => (await sotto().sql`SELECT 1 FROM mix_rounds WHERE order_id = ${mix.id}`).length === 1,
      );
      await sleep(1_500);
      expect((await attempts("true")).length).toBe(before);
      expect((await turn("signer", "resume")).status).toBe(200);
      await eventually("the swap's end", async () => (await orderOf(swap.id)).state === "completed");
      await eventually("the mix's end", async () => (await orderOf(mix.id)).state === "completed");
      await eventually(
        "a sweep",
        async () => (await attempts(`kind = 'sweep' AND sender = '${swap.depositAddress}'`)).length > 0,
      );
      expect(await attempts("kind = 'round'")).not.toHaveLength(0);
      expect((await orderOf(mix.id)).mixing).toMatchObject({ round: 1, skipped: 0 });
    });
  });
}
