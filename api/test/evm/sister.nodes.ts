// Tokens that come on one real EVM chain to an address of another one, from the payment to the way back.
import { createPublicClient, erc20Abi, getAddress, http } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hotAddressOf, waitFor } from "../api-client";
import { pacedMining } from "../paced-mining";
import { expectSoundBooks } from "../sound-books";
import { type Anvil, type DeployedTokens, deployTokens, OUTSIDE, startAnvil } from "./anvil";
import { CREDIT_DEPTH, type EngineWorld, openEngineWorld } from "./engine-world";

const ETHER = 10n ** 18n;
const USDT = 10n ** 6n;
/** The token of the sister chain has as many decimals as its native coin. */
const PAID = 120n * ETHER;
const BLOCK_MS = 200;
const WAIT_MS = 120_000;

let bsc: Anvil;
let tokens: DeployedTokens;
let world: EngineWorld;
let api: EngineWorld["server"]["api"];
let token: string;
let pace: (on: boolean) => Promise<void>;

beforeAll(async () => {
  bsc = await startAnvil({ chainId: 56 });
  tokens = await deployTokens(bsc);
  pace = pacedMining([bsc], BLOCK_MS);
  world = await openEngineWorld({
    SOTTO_BSC_RPC_URL: bsc.url,
    SOTTO_USDT_BEP20_CONTRACT: tokens.standard,
    SOTTO_CONFIRMATIONS: `ethereum=${CREDIT_DEPTH},bsc=${CREDIT_DEPTH}`,
  });
  api = world.server.api;
  token = await api.login();
  await pace(true);
  await world.anvil.pay({ to: await world.hotAddress(), units: 200n * ETHER });
  await bsc.pay({ to: await hotAddressOf(api, "BNB"), units: 5n * ETHER });
  await waitFor("reserves", WAIT_MS, async () => {
    const reserves = await api.reserves();
    return ["ETH", "BNB"].every((coin) =>
      reserves.some(({ currency, available }) => currency === coin && Number(available) > 0),
    );
  });
}, 240_000);
afterAll(async () => {
  await pace?.(false);
  await world?.close();
  await bsc?.close();
}, 240_000);

async function onBsc(address: string): Promise<bigint> {
  const reader = createPublicClient({ transport: http(bsc.url) });
  const args = [getAddress(address)] as const;
  return reader.readContract({ address: tokens.standard, abi: erc20Abi, functionName: "balanceOf", args });
}

/** A stranger's or a customer's payment on the sister chain, out of an account of its own. */
async function payOnBsc(address: string, units: bigint): Promise<void> {
  await tokens.mint({ token: tokens.standard, address: OUTSIDE, units });
  await tokens.transfer({ token: tokens.standard, address, units });
}

it("are seen, swept and sent back less their cost, and leave the order alone", async () => {
  const customer = await world.newCustomer({ ETH: ETHER, "USDT-ERC20": 500n * USDT });
  const receiver = await world.newCustomer({});
  const refund = await world.newCustomer({});
  const order = await api.create({
    sendCurrency: "USDT-ERC20",
    receiveCurrency: "ETH",
    sendAmount: "500",
    receiveAddress: receiver.account.address,
  });
  // Too little to be worth its network fee: it is not shown.
  await payOnBsc(order.depositAddress, ETHER / 2n);
  await payOnBsc(order.depositAddress, PAID);
  await waitFor("the coins", WAIT_MS, async () => (await api.recoveries(token))[0]?.state === "final");
  const [found, ...others] = await api.recoveries(token);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ currency: "USDT-BEP20", amount: "120", home: "ethereum", chain: "bsc" });
  expect(found).toMatchObject({ order: order.trackingCode, address: order.depositAddress });
  await waitFor("the sweep", WAIT_MS, async () => (await onBsc(order.depositAddress)) < PAID);
  expect((await api.read(order.id)).state).toBe("waiting");
  const asked = { refundAddress: refund.account.address, reason: "The customer's wrong network." };
  const back = await api.refundRecovery(token, found?.id ?? "", asked);
  expect(back).toMatchObject({ currency: "USDT-BEP20", amount: "120" });
  await waitFor("the coins' return", WAIT_MS, async () => (await onBsc(asked.refundAddress)) > 0n);
  const returned = await onBsc(asked.refundAddress);
  expect(returned).toBeLessThan(PAID);
  expect(returned).toBeGreaterThan((PAID * 9n) / 10n);
  expect(await api.recoveries(token)).toEqual([]);
  await waitFor(
    "its end",
    WAIT_MS,
    async () => (await api.inspect(token, back.trackingCode)).state === "refunded",
  );
  expect((await api.read(order.id)).state).toBe("waiting");
  await customer.pay("USDT-ERC20", order.depositAddress, 500n * USDT);
  await api.untilState(order.id, ["completed"], WAIT_MS);
  await expectSoundBooks(api);
}, 300_000);
