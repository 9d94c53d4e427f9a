import { encodeFunctionData, erc20Abi, formatUnits, getAddress, parseUnits } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OrderWire } from "../../src/routes/orders/schema";
import { waitFor } from "../api-client";
import { expectSoundBooks } from "../sound-books";
import { whyNoNodes } from "../utxo/node";
import { litecoinAndEthereum, openMoneroWorld } from "./engine-world";
import { whyNoMonero } from "./node";

const what = "swaps of other coins to Monero";
const why = whyNoMonero(what) ?? whyNoNodes(what);
const SWAP_MS_MAX = 180_000;
const XMR = 10n ** 12n;

const open = () => openMoneroWorld(litecoinAndEthereum);
let world: Awaited<ReturnType<typeof open>>;

const toXmr = async (sendCurrency: string, sendAmount: string, index: number): Promise<OrderWire> =>
  world.server.api.create({
    sendCurrency,
    receiveCurrency: "XMR",
    sendAmount,
    receiveAddress: await world.monero.customerAddress(index),
  });

/** What the customer's wallet has is what was said, and the key of the payout proves it. */
async function expectPaid({ id }: OrderWire): Promise<OrderWire> {
  const done = await world.server.api.untilState(id, ["completed"], SWAP_MS_MAX);
  const landed = await world.monero.receivedAt(done.receiveAddress);
  expect(formatUnits(landed, 12)).toBe(done.receiveAmount);
  const [payout] = done.payouts;
  expect(done.payouts).toHaveLength(1);
  const proof = { txId: payout?.txHash ?? "", txKey: payout?.txKey ?? "", address: done.receiveAddress };
  expect(await world.monero.provenBy(proof)).toBe(landed);
  await expectSoundBooks(world.server.api);
  return done;
}

beforeAll(async () => {
  if (why !== undefined) return;
  world = await open();
  const address = await world.hotAddress("XMR");
  for (let at = 0; at < 4; at += 1) await world.monero.pay({ address, units: 20n * XMR });
  await world.mining(true);
  await waitFor("reserves", SWAP_MS_MAX, async () =>
    (await world.server.api.reserves()).some((one) => one.currency === "XMR" && Number(one.available) > 0),
  );
}, 300_000);
afterAll(() => world?.close(), 240_000);

describe.skipIf(why !== undefined)("swaps to Monero, paid on nodes of Litecoin and Ethereum", () => {
  it("swaps LTC to XMR", async () => {
    const order = await toXmr("LTC", "5", 1);
    await world.litecoin.pay({ address: order.depositAddress, units: parseUnits("5", 8) });
    await expectPaid(order);
  }, 300_000);

  it("swaps USDT on Ethereum to XMR, whose gas is topped up for the sweep", async () => {
    // Its sweeps need ether of the hot wallet.
    await world.anvil.pay({ to: await world.hotAddress("ETH"), units: 10n * 10n ** 18n });
    const order = await toXmr("USDT-ERC20", "400", 2);
    const { tether } = world.tokens;
    await world.tokens.transfer({
      token: tether,
      address: order.depositAddress,
      units: parseUnits("400", 6),
    });
    await expectPaid(order);
    const args = [getAddress(order.depositAddress)] as const;
    const balanceOf = {
      to: tether,
      data: encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args }),
    };
    await waitFor(
      "the sweep",
      SWAP_MS_MAX,
      async () => BigInt(String(await world.anvil.rpc("eth_call", [balanceOf, "latest"]))) === 0n,
    );
    await expectSoundBooks(world.server.api);
  }, 300_000);
});
