import { parseUnits } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { waitFor } from "../api-client";
import { expectSoundBooks } from "../sound-books";
import { CREDIT_DEPTH, LITECOIN_DEPTH, openUtxoWorld, type UtxoWorld } from "./engine-world";
import { type MwebNode, startMwebNode } from "./mweb";
import { type TestNode, whyNoNodes } from "./node";
import { SWAP_MS_MAX, swapsOn, WHOLE } from "./swaps";

const why = whyNoNodes("swaps of coins that leave Litecoin's MWEB");

let world: UtxoWorld;
let litecoin: MwebNode;
let api: UtxoWorld["server"]["api"];
let swaps: ReturnType<typeof swapsOn>;

beforeAll(async () => {
  if (why !== undefined) return;
  world = await openUtxoWorld({}, async () => {
    litecoin = await startMwebNode();
    return litecoin;
  });
  api = world.server.api;
  swaps = swapsOn(world);
  // Less of Litecoin than one of the payments below: it cannot do without what a customer pays.
  await world.nodes.BTC.pay({ address: await world.hotAddress("BTC"), units: 5n * WHOLE });
  await litecoin.pay({ address: await world.hotAddress("LTC"), units: 5n * WHOLE });
  await world.mining(true);
  await waitFor("reserves", SWAP_MS_MAX, async () => {
    const held = new Map((await api.reserves()).map((one) => [one.currency, Number(one.available)]));
    return ["BTC", "LTC"].every((coin) => (held.get(coin) ?? 0) > 0);
  });
  await world.mining(false);
}, 300_000);
afterAll(() => world?.close(), 240_000);

const inputs = z.object({ vin: z.array(z.object({ txid: z.string() })) });
const blocks = z.object({ tx: z.array(z.string()) });
const ids = z.array(z.string());

describe.skipIf(why !== undefined)("a payment out of MWEB", () => {
  it("is credited once it can be spent, and our next payment spends it at once", async () => {
    const paid = await swaps.create("LTC", "60", "BTC");
    await litecoin.pegOut({ address: paid.depositAddress, units: parseUnits(paid.sendAmount, 8) });
    await litecoin.mine(1);
    const { tx } = blocks.parse(await litecoin.rpc("getblock", [await litecoin.rpc("getbestblockhash")]));
    const hogEx = tx.at(-1);
    await litecoin.mine(LITECOIN_DEPTH - 2);
    await waitFor("all but its last confirmation", SWAP_MS_MAX, async () => {
      const [deposit] = (await api.read(paid.id)).deposits;
      return deposit?.confirmations === LITECOIN_DEPTH - 1;
    });
    const waiting = await api.read(paid.id);
    expect([waiting.state, waiting.confirmationsRequired]).toEqual(["confirming", LITECOIN_DEPTH]);
    expect(waiting.deposits.map(({ txHash }) => txHash)).toEqual([hogEx]);
    await litecoin.mine(1);
    const pool = async (node: TestNode) => ids.parse(await node.rpc("getrawmempool"));
    const inPool = (node: TestNode) =>
      waitFor("a payout in the mempool", SWAP_MS_MAX, async () => (await pool(node)).length > 0);
    await inPool(world.nodes.BTC);
    await world.nodes.BTC.mine(CREDIT_DEPTH);
    await swaps.expectPaid(await api.untilState(paid.id, ["completed"], SWAP_MS_MAX));

    const next = await swaps.create("BTC", "0.01", "LTC");
    expect(Number(next.receiveAmount)).toBeGreaterThan(5);
    await swaps.pay(next);
    await world.nodes.BTC.mine(CREDIT_DEPTH);
    await inPool(litecoin);
    const [payout] = await pool(litecoin);
    const { vin } = inputs.parse(await litecoin.rpc("getrawtransaction", [payout, true]));
    expect(vin.map(({ txid }) => txid)).toContain(hogEx);

    await world.mining(true);
    await swaps.expectPaid(await api.untilState(next.id, ["completed"], SWAP_MS_MAX));
    await expectSoundBooks(api);
  }, 300_000);
});
