import type { Hex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { waitFor } from "../api-client";
import { expectSoundBooks } from "../sound-books";
import { type Coin, CREDIT_DEPTH, type Customer, type EngineWorld, openEngineWorld } from "./engine-world";
import { ETHER, SWAP_MS_MAX, swapsOn, USDT } from "./swaps";

let world: EngineWorld;
let api: EngineWorld["server"]["api"];
let swaps: ReturnType<typeof swapsOn>;
let customer: Customer;
let token: string;

beforeAll(async () => {
  world = await openEngineWorld();
  api = world.server.api;
  swaps = swapsOn(world);
  await swaps.fund();
  token = await api.login();
}, 240_000);
beforeEach(async () => {
  await world.mining(true);
  customer = await world.newCustomer({ ETH: 2n * ETHER, "USDT-ERC20": 1_000n * USDT });
}, 120_000);
afterAll(() => world?.close(), 240_000);

/** The reorg is handled whole: an administrator who resumes the chain before sees it halted again. */
const untilLost = (coin: Coin, amount: number): Promise<void> =>
  waitFor("the loss", SWAP_MS_MAX, async () => Math.abs((await lost(coin)) - amount) < 1e-9);

const isHalted = async () =>
  (await api.health()).chains.some(({ chain, status }) => chain === "ethereum" && status === "halted");

/** What reorgs have taken of a coin, in whole coins, as the books have it. */
async function lost(coin: Coin): Promise<number> {
  const books = (await api.trialBalance(token)).find(({ asset }) => asset === coin);
  return Number(books?.accounts.find(({ account }) => account === "reorg_loss")?.balance ?? 0);
}

/** An order whose deposit is just deep enough to be credited, while no block comes by itself. Blocks of nothing lie below it. */
async function credited(send: Coin, amount: string, units: bigint, receive: Coin) {
  const order = await swaps.create(send, amount, receive);
  await world.mining(false);
  await world.anvil.mine(CREDIT_DEPTH);
  const txId = await customer.pay(send, order.depositAddress, units);
  await world.anvil.mine(CREDIT_DEPTH);
  await api.untilState(order.id, ["sending"], SWAP_MS_MAX);
  return { order, txId };
}

const rawOf = async (txId: Hex): Promise<unknown> => world.anvil.rpc("eth_getRawTransactionByHash", [txId]);

const heightOf = async (txId: Hex): Promise<number> =>
  Number(
    z.object({ blockNumber: z.string() }).parse(await world.anvil.rpc("eth_getTransactionReceipt", [txId]))
      .blockNumber,
  );

describe.each([
  { send: "USDT-ERC20", amount: "500", units: 500n * USDT, receive: "ETH" },
  { send: "ETH", amount: "0.4", units: (ETHER * 4n) / 10n, receive: "USDT-ERC20" },
] as const)(
  "a reorg of Ethereum that takes a credited deposit of $send",
  ({ send, amount, units, receive }) => {
    it("halts the chain, and once it is resumed counts the deposit once again where it comes back", async () => {
      const before = await lost(send);
      const { order, txId } = await credited(send, amount, units, receive);
      const raw = await rawOf(txId);
      await world.anvil.reorg(CREDIT_DEPTH);
      await waitFor("the halt", SWAP_MS_MAX, isHalted);
      await untilLost(send, before + Number(amount));
      const [gone] = (await api.read(order.id)).deposits;
      expect(gone?.confirmations ?? 0).toBe(0);
      await world.anvil.rpc("eth_sendRawTransaction", [raw]);
      await api.resumeChain(token, "ethereum", "Examined.");
      await world.mining(true);
      const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
      await waitFor("its new block", SWAP_MS_MAX, async () => {
        const [deposit] = (await api.read(order.id)).deposits;
        return (deposit?.confirmations ?? 0) >= CREDIT_DEPTH;
      });
      expect(done.deposits.map(({ txHash }) => txHash)).toEqual([txId]);
      await swaps.expectPaid(done);
      await waitFor("a chain that is not halted", SWAP_MS_MAX, async () => !(await isHalted()));
      await expectSoundBooks(api);
      expect(await lost(send)).toBe(before);
    }, 240_000);

    it("books the loss as ours where it is gone for good, with the payout that was mined above it", async () => {
      const before = await lost(send);
      const { order, txId } = await credited(send, amount, units, receive);
      await waitFor("the payout in a block", SWAP_MS_MAX, async () => {
        await world.anvil.mine(1);
        return (await world.balance(receive, order.receiveAddress)) > 0n;
      });
      const depth = Number(await world.anvil.rpc("eth_blockNumber")) - (await heightOf(txId)) + 1;
      expect(depth).toBeGreaterThan(CREDIT_DEPTH);
      await world.anvil.reorg(depth + 1);
      await waitFor("the halt", SWAP_MS_MAX, isHalted);
      await untilLost(send, before + Number(amount));
      expect(await world.balance(send, order.depositAddress)).toBe(0n);
      await api.resumeChain(token, "ethereum", "Examined.");
      await world.mining(true);
      const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
      await swaps.expectPaid(done);
      await waitFor("a chain that is not halted", SWAP_MS_MAX, async () => !(await isHalted()));
      await expectSoundBooks(api);
      expect(await lost(send)).toBeCloseTo(before + Number(amount), 9);
    }, 240_000);
  },
);
