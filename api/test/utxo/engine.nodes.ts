import { parseUnits } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { base58check } from "../../src/chains/addresses/base58-checked";
import { prefixesOf } from "../../src/chains/addresses/bitcoin-networks";
import { scriptOfAddress } from "../../src/chains/utxo/script";
import type { OrderWire } from "../../src/routes/orders/schema";
import { waitFor } from "../api-client";
import { childrenOf } from "../children";
import { expectSoundBooks } from "../sound-books";
import { CREDIT_DEPTH, LITECOIN_DEPTH, openUtxoWorld, type UtxoWorld } from "./engine-world";
import { whyNoNodes } from "./node";
import { SWAP_MS_MAX, swapsOn, WHOLE } from "./swaps";

const why = whyNoNodes("swaps between Bitcoin, Litecoin and Bitcoin Cash, and what goes wrong with them");

let world: UtxoWorld;
let api: UtxoWorld["server"]["api"];
let swaps: ReturnType<typeof swapsOn>;

beforeAll(async () => {
  if (why !== undefined) return;
  world = await openUtxoWorld();
  api = world.server.api;
  swaps = swapsOn(world);
  await swaps.fund();
}, 300_000);
afterEach(() => world?.mining(true));
afterAll(() => world?.close(), 240_000);

/** The address of the same key as wallets wrote it before CashAddr. */
function oldForm(cash: string): string {
  const script = scriptOfAddress(cash, prefixesOf("bitcoincash", "regtest"));
  return base58check.encode(Buffer.from(`6f${script.slice(6, 46)}`, "hex"));
}

describe.skipIf(why !== undefined)("the engine on nodes of Bitcoin and Litecoin", () => {
  it("swaps LTC to BTC, spending deposits of customers", async () => {
    const order = await swaps.create("LTC", "12.5", "BTC");
    expect(order.depositAddress).toMatch(/^rltc1q/);
    await swaps.pay(order);
    await swaps.expectPaid(await api.untilState(order.id, ["completed"], SWAP_MS_MAX));
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
    await swaps.expectPaid(await api.untilState(order.id, ["completed"], SWAP_MS_MAX));
    await expectSoundBooks(api);
  }, 300_000);
});

describe.skipIf(why !== undefined)("the engine on a node of Bitcoin Cash", () => {
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
    await swaps.pay(order);
    await swaps.expectPaid(await api.untilState(order.id, ["completed"], SWAP_MS_MAX));
    await expectSoundBooks(api);
  }, 300_000);

  it("does not credit an output that carries a token, nor spend it", async () => {
    const order = await swaps.create("BCH", "0.5", "BTC");
    const plain = scriptOfAddress(order.depositAddress, prefixesOf("bitcoincash", "regtest"));
    // The prefix, a category, a fungible amount of one.
    const script = `ef${"ab".repeat(32)}1001${plain}`;
    await world.nodes.BCH.payScript({ script, units: WHOLE / 2n });
    await world.nodes.BCH.mine(CREDIT_DEPTH + 1);
    await swaps.pay(order);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.deposits.map(({ amount }) => amount)).toEqual(["0.5"]);
    await swaps.expectPaid(done);
    await expectSoundBooks(api);
  }, 300_000);
});

describe.skipIf(why !== undefined)("deposits that move, and vanish", () => {
  it("takes a deposit back that a reorg throws out, and counts it once in its new block", async () => {
    await world.mining(false);
    const { BTC: node } = world.nodes;
    const order = await swaps.create("BTC", "0.015", "LTC");
    const { txId } = await swaps.pay(order);
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
    await swaps.expectPaid(done);
    await expectSoundBooks(api);
  }, 300_000);

  it("takes a payment for replaced once its coins are spent elsewhere, and credits the one that comes instead", async () => {
    await world.mining(false);
    const order = await swaps.create("BTC", "0.01", "LTC");
    const first = await swaps.pay(order);
    await api.untilState(order.id, ["confirming"], SWAP_MS_MAX);
    await world.nodes.BTC.doubleSpend(first.txId);
    await expectSecondCredited(order);
  }, 300_000);

  it("does so too where that happened while no worker ran", async () => {
    await world.mining(false);
    const order = await swaps.create("BTC", "0.01", "LTC");
    const first = await swaps.pay(order);
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
  const second = await swaps.pay(order);
  await world.mining(true);
  const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
  const credited = done.deposits.filter(({ confirmations }) => confirmations > 0);
  expect(credited.map(({ txHash }) => txHash)).toEqual([second.txId]);
  await swaps.expectPaid(done);
  await expectSoundBooks(api);
}

describe.skipIf(why !== undefined)("nodes that forget, and answers that are lost", () => {
  it("keeps an order whose payment a killed node has forgotten, until it is sent again", async () => {
    await world.mining(false);
    const { BTC: node } = world.nodes;
    const order = await swaps.create("BTC", "0.01", "LTC");
    await swaps.pay(order);
    await api.untilState(order.id, ["confirming"], SWAP_MS_MAX);
    await node.kill();
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
    await swaps.expectPaid(await api.untilState(order.id, ["completed"], SWAP_MS_MAX));
    await expectSoundBooks(api);
  }, 300_000);

  it("pays once although the answer to what it sent was lost", async () => {
    const { litecoinWay } = world;
    const order = await swaps.create("BTC", "0.01", "LTC");
    let lost = 0;
    litecoinWay.tamper = ({ method }, answer) => {
      if (method !== "sendrawtransaction" || lost > 0) return answer;
      lost += 1;
      return "silence";
    };
    await swaps.pay(order);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(lost).toBe(1);
    await swaps.expectPaid(done);
    await expectSoundBooks(api);
  }, 300_000);
});

describe.skipIf(why !== undefined)("a node that is killed during a payout", () => {
  it("is sent the same payment again, and the order is paid once", async () => {
    await world.mining(false);
    const { BTC: node, LTC } = world.nodes;
    const order = await swaps.create("LTC", "12.5", "BTC");
    await swaps.pay(order);
    await LTC.mine(LITECOIN_DEPTH);
    await api.untilState(order.id, ["sending"], SWAP_MS_MAX);
    const waiting = async () => z.array(z.string()).parse(await node.rpc("getrawmempool"));
    await waitFor("the payout in the mempool", SWAP_MS_MAX, async () => (await waiting()).length > 0);
    const sent = await waiting();
    await node.kill();
    await node.start();
    expect((await api.read(order.id)).state).toBe("sending");
    await waitFor("the payout in the mempool again", SWAP_MS_MAX, async () => (await waiting()).length > 0);
    expect(await waiting()).toEqual(sent);
    await world.mining(true);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.payouts.map(({ txHash }) => txHash)).toEqual(sent);
    await swaps.expectPaid(done);
    await expectSoundBooks(api);
  }, 300_000);
});
