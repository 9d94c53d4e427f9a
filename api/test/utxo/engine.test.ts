import { formatUnits, parseUnits } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { base58check } from "../../src/chains/addresses/base58-checked";
import { prefixesOf } from "../../src/chains/addresses/bitcoin-networks";
import { scriptOfAddress } from "../../src/chains/utxo/script";
import type { OrderWire } from "../../src/routes/orders/schema";
import { waitFor } from "../api-client";
import { childrenOf } from "../children";
import { expectSoundBooks } from "../sound-books";
import { type Coin, CREDIT_DEPTH, openUtxoWorld, type UtxoWorld } from "./engine-world";
import { whyNoNodes } from "./node";

const why = whyNoNodes("swaps between Bitcoin and Litecoin");
const SWAP_MS_MAX = 180_000;
const WHOLE = 100_000_000n;

let world: UtxoWorld;
let api: UtxoWorld["server"]["api"];

const create = async (send: Coin, amount: string, receive: Coin): Promise<OrderWire> =>
  api.create({
    sendCurrency: send,
    receiveCurrency: receive,
    sendAmount: amount,
    receiveAddress: await world.nodes[receive].newAddress(),
    refundAddress: await world.nodes[send].newAddress(),
  });

const pay = (order: OrderWire): Promise<{ txId: string }> =>
  world.nodes[order.sendCurrency as Coin].pay({
    address: order.depositAddress,
    units: parseUnits(order.sendAmount, 8),
  });

/** The address of the same key as wallets wrote it before CashAddr. */
function oldForm(cash: string): string {
  const script = scriptOfAddress(cash, prefixesOf("bitcoincash", "regtest"));
  return base58check.encode(Buffer.from(`6f${script.slice(6, 46)}`, "hex"));
}

/** What landed is what was said, to the last unit, and nothing else ever reached that address. */
const expectPaid = async (order: OrderWire): Promise<void> => {
  const landed = await world.balance(order.receiveCurrency as Coin, order.receiveAddress);
  expect(formatUnits(landed, 8)).toBe(order.receiveAmount);
  expect(order.payouts).toHaveLength(1);
};

beforeAll(async () => {
  if (why !== undefined) return;
  world = await openUtxoWorld();
  api = world.server.api;
}, 300_000);
afterEach(() => world?.mining(true));
afterAll(() => world?.close(), 240_000);

describe.skipIf(why !== undefined)("the engine on nodes of Bitcoin and Litecoin", () => {
  it("takes the operator's funds as its float, and can promise them once they are confirmed", async () => {
    await world.nodes.BTC.pay({ address: await world.hotAddress("BTC"), units: 20n * WHOLE });
    await world.nodes.LTC.pay({ address: await world.hotAddress("LTC"), units: 1_000n * WHOLE });
    await world.nodes.BCH.pay({ address: await world.hotAddress("BCH"), units: 40n * WHOLE });
    await world.mining(true);
    await waitFor("reserves", SWAP_MS_MAX, async () => {
      const held = new Map((await api.reserves()).map((one) => [one.currency, Number(one.available)]));
      return ["BTC", "LTC", "BCH"].every((coin) => (held.get(coin) ?? 0) > 0);
    });
    await expectSoundBooks(api);
  }, 300_000);

  it("swaps BTC to LTC, paid to a Taproot address by the node's own wallet", async () => {
    const order = await create("BTC", "0.02", "LTC");
    expect(order.depositAddress).toMatch(/^bcrt1p/);
    await pay(order);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.confirmationsRequired).toBe(CREDIT_DEPTH);
    await expectPaid(done);
    await expectSoundBooks(api);
  }, 300_000);

  it("swaps LTC to BTC, spending deposits of customers", async () => {
    const order = await create("LTC", "12.5", "BTC");
    expect(order.depositAddress).toMatch(/^rltc1q/);
    await pay(order);
    await expectPaid(await api.untilState(order.id, ["completed"], SWAP_MS_MAX));
    await expectSoundBooks(api);
  }, 300_000);

  it("swaps ETH to BTC, from a node of Ethereum", async () => {
    const receiveAddress = await world.nodes.BTC.newAddress();
    const order = await api.create({
      sendCurrency: "ETH",
      receiveCurrency: "BTC",
      sendAmount: "0.4",
      receiveAddress,
    });
    await world.anvil.pay({ to: order.depositAddress, units: parseUnits("0.4", 18) });
    await expectPaid(await api.untilState(order.id, ["completed"], SWAP_MS_MAX));
    await expectSoundBooks(api);
  }, 300_000);
});

describe.skipIf(why !== undefined)("the engine on a node of Bitcoin Cash", () => {
  it("swaps BCH to BTC, paid by the wallet of bcash", async () => {
    const order = await create("BCH", "0.5", "BTC");
    expect(order.depositAddress).toMatch(/^bchreg:q/);
    await pay(order);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.confirmationsRequired).toBe(CREDIT_DEPTH);
    await expectPaid(done);
    await expectSoundBooks(api);
  }, 300_000);

  it("swaps BTC to BCH, to an address in the old form", async () => {
    const cash = await world.nodes.BCH.newAddress();
    const order = await api.create({
      sendCurrency: "BTC",
      receiveCurrency: "BCH",
      sendAmount: "0.02",
      receiveAddress: oldForm(cash),
      refundAddress: await world.nodes.BTC.newAddress(),
    });
    expect(order.receiveAddress).toBe(cash);
    await pay(order);
    await expectPaid(await api.untilState(order.id, ["completed"], SWAP_MS_MAX));
    await expectSoundBooks(api);
  }, 300_000);

  it("does not credit an output that carries a token, nor spend it", async () => {
    const order = await create("BCH", "0.5", "BTC");
    const plain = scriptOfAddress(order.depositAddress, prefixesOf("bitcoincash", "regtest"));
    // The prefix, a category, a fungible amount of one.
    const script = `ef${"ab".repeat(32)}1001${plain}`;
    await world.nodes.BCH.payScript({ script, units: WHOLE / 2n });
    await world.nodes.BCH.mine(CREDIT_DEPTH + 1);
    await pay(order);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.deposits.map(({ amount }) => amount)).toEqual(["0.5"]);
    await expectPaid(done);
    await expectSoundBooks(api);
  }, 300_000);
});

describe.skipIf(why !== undefined)("deposits that move, and vanish", () => {
  it("takes a deposit back that a reorg throws out, and counts it once in its new block", async () => {
    await world.mining(false);
    const { BTC: node } = world.nodes;
    const order = await create("BTC", "0.015", "LTC");
    const { txId } = await pay(order);
    await node.mine(1);
    await waitFor("its first confirmation", SWAP_MS_MAX, async () => {
      const [deposit] = (await api.read(order.id)).deposits;
      return deposit?.confirmations === 1;
    });
    await node.reorg(1);
    await waitFor("the loss of its block", SWAP_MS_MAX, async () => {
      const [deposit] = (await api.read(order.id)).deposits;
      return deposit?.confirmations === 0;
    });
    await world.mining(true);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.deposits.map(({ txHash }) => txHash)).toEqual([txId]);
    await expectPaid(done);
    await expectSoundBooks(api);
  }, 300_000);

  it("takes a payment for replaced once its coins are spent elsewhere, and credits the one that comes instead", async () => {
    await world.mining(false);
    const order = await create("BTC", "0.01", "LTC");
    const first = await pay(order);
    await api.untilState(order.id, ["confirming"], SWAP_MS_MAX);
    await world.nodes.BTC.doubleSpend(first.txId);
    await expectSecondCredited(order);
  }, 300_000);

  it("does so too where that happened while no worker ran", async () => {
    await world.mining(false);
    const order = await create("BTC", "0.01", "LTC");
    const first = await pay(order);
    await api.untilState(order.id, ["confirming"], SWAP_MS_MAX);
    const worker = childrenOf(world.server.pid).find(({ role }) => role === "worker");
    if (worker === undefined) throw new Error("no worker runs");
    process.kill(worker.pid, "SIGSTOP");
    await world.nodes.BTC.doubleSpend(first.txId);
    process.kill(worker.pid, "SIGKILL");
    await expectSecondCredited(order);
  }, 300_000);
});

async function expectSecondCredited(order: OrderWire): Promise<void> {
  await api.untilState(order.id, ["waiting"], SWAP_MS_MAX);
  const second = await pay(order);
  await world.mining(true);
  const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
  const credited = done.deposits.filter(({ confirmations }) => confirmations > 0);
  expect(credited.map(({ txHash }) => txHash)).toEqual([second.txId]);
  await expectPaid(done);
  await expectSoundBooks(api);
}

describe.skipIf(why !== undefined)("nodes that forget, and answers that are lost", () => {
  it("keeps an order whose payment a restarted node has forgotten, until it is sent again", async () => {
    await world.mining(false);
    const { BTC: node } = world.nodes;
    const order = await create("BTC", "0.01", "LTC");
    await pay(order);
    await api.untilState(order.id, ["confirming"], SWAP_MS_MAX);
    await node.stop();
    await node.start();
    await node.mine(1);
    await waitFor("a look at the restarted node", SWAP_MS_MAX, async () => {
      const { chains } = await api.health();
      const height = await node.height();
      return chains.some((one) => one.chain === "bitcoin" && one.status === "ok" && one.height === height);
    });
    expect((await api.read(order.id)).state).toBe("confirming");
    await node.loadWallet();
    await world.mining(true);
    await expectPaid(await api.untilState(order.id, ["completed"], SWAP_MS_MAX));
    await expectSoundBooks(api);
  }, 300_000);

  it("pays once although the answer to what it sent was lost", async () => {
    const { litecoinWay } = world;
    const order = await create("BTC", "0.01", "LTC");
    let lost = 0;
    litecoinWay.tamper = ({ method }, answer) => {
      if (method !== "sendrawtransaction" || lost > 0) return answer;
      lost += 1;
      return "silence";
    };
    await pay(order);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(lost).toBe(1);
    await expectPaid(done);
    await expectSoundBooks(api);
  }, 300_000);
});
