import { expect, it } from "vitest";
import { type ContractWorld, LISTED, RECEIVE } from "./world";

const REASON = "The customer's wrong network.";

/** A token that comes on another network than its address is of, and an approver who sends it back. */
export function callRecoveries(worldOf: () => ContractWorld): void {
  it("coins on another network: seen, and sent back once", { timeout: 120_000 }, async () => {
    const { client, create, until } = worldOf();
    const { ok, code } = await worldOf().admin();
    const order = await create({
      sendCurrency: "USDT-ERC20",
      receiveCurrency: "BTC",
      sendAmount: "500",
      receiveAddress: RECEIVE.BTC,
    });
    const payment = { currency: "USDT-BEP20", address: order.depositAddress, amount: "120" };
    await client.POST("/api/simnet/pay", { body: payment });
    const found = async () =>
      (await ok("readOverview")).recoveries.find(({ address }) => address === order.depositAddress);
    await expect.poll(async () => (await found())?.state, { timeout: 60_000 }).toBe("final");
    const waiting = await found();
    expect(waiting).toMatchObject({ chain: "bsc", home: "ethereum", currency: "USDT-BEP20", amount: "120" });
    expect(waiting).toMatchObject({ order: order.trackingCode, refundAddress: null });
    const named = { id: waiting?.id ?? "" };
    expect(await code("refundRecovery", named, { refundAddress: LISTED.ETH, reason: REASON })).toBe(
      "address/listed",
    );
    const asked = { refundAddress: RECEIVE.ETH, reason: REASON };
    const back = await ok("refundRecovery", named, asked);
    expect(back).toMatchObject({ refundAddress: RECEIVE.ETH, currency: "USDT-BEP20", amount: "120" });
    expect(await code("refundRecovery", named, asked)).toBe("recovery/opened");
    expect(await code("refundRecovery", { id: "bsc:gone:0" }, asked)).toBe("recovery/unknown");
    const state = async () => (await ok("inspectExchange", { id: back.trackingCode })).state;
    await expect.poll(state, { timeout: 90_000 }).toBe("refunded");
    expect((await until(order.id, "waiting")).deposits).toEqual([]);
  });
}
