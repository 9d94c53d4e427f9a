import { encodeFunctionData, parseAbi } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitFor } from "../api-client";
import { expectSoundBooks } from "../sound-books";
import { OUTSIDE } from "./anvil";
import { CREDIT_DEPTH, type EngineWorld, openEngineWorld } from "./engine-world";

const ETHER = 10n ** 18n;
const USDT = 10n ** 6n;
const WAIT_MS = 120_000;
const SPOOF = parseAbi(["function spoof(address token, address from, address to)"]);

let world: EngineWorld;
let api: EngineWorld["server"]["api"];
let hot: string;

beforeAll(async () => {
  world = await openEngineWorld();
  api = world.server.api;
  token = await api.login();
  hot = await world.hotAddress();
  await world.anvil.pay({ to: hot, units: 200n * ETHER });
  await world.tokens.transfer({ token: world.tokens.tether, address: hot, units: 500_000n * USDT });
  await world.anvil.mine(CREDIT_DEPTH);
  await waitFor("reserves", WAIT_MS, async () => {
    const reserves = await api.reserves();
    return ["ETH", "USDT-ERC20"].every((coin) =>
      reserves.some(({ currency, available }) => currency === coin && Number(available) > 0),
    );
  });
}, 240_000);
afterAll(() => world?.close(), 240_000);

let token: string;
const unplanned = () => api.unplannedSpends(token);

/** A swap to ETH that is paid for; its payout is up to us. */
async function paid() {
  const customer = await world.newCustomer({ ETH: ETHER, "USDT-ERC20": 500n * USDT });
  const receiver = await world.newCustomer({});
  const order = await api.create({
    sendCurrency: "USDT-ERC20",
    receiveCurrency: "ETH",
    sendAmount: "500",
    receiveAddress: receiver.account.address,
  });
  await customer.pay("USDT-ERC20", order.depositAddress, 500n * USDT);
  return order;
}

it("is nothing that a stranger can cause: coins sent to us, nor logs that name us", async () => {
  const first = await paid();
  const spoofer = await world.anvil.deploy("Spoofer");
  for (const ours of [hot, first.depositAddress]) {
    const args = [world.tokens.standard, ours as `0x${string}`, OUTSIDE] as const;
    await world.anvil.call({
      to: spoofer,
      data: encodeFunctionData({ abi: SPOOF, functionName: "spoof", args }),
    });
    await world.anvil.pay({ to: ours, units: 1n });
  }
  await api.untilState(first.id, ["completed"], WAIT_MS);
  const second = await paid();
  await api.untilState(second.id, ["completed"], WAIT_MS);
  expect(await unplanned()).toEqual([]);
}, 240_000);

it("stops signing at once where somebody else spends our coins, until an approver adopts it", async () => {
  await world.mining(false);
  await world.anvil.rpc("anvil_impersonateAccount", [hot]);
  const theft = { from: hot, to: OUTSIDE, value: `0x${(3n * ETHER).toString(16)}`, gas: "0x5208" };
  const txHash = await world.anvil.rpc("eth_sendTransaction", [theft]);
  await waitFor("the unconfirmed theft", WAIT_MS, async () => (await unplanned()).length === 1);
  expect(await unplanned()).toMatchObject([{ chain: "ethereum", txHash: null, state: "open" }]);
  await world.mining(true);
  await waitFor("its name", WAIT_MS, async () => (await unplanned())[0]?.txHash === txHash);
  const order = await paid();
  await api.untilState(order.id, ["sending"], WAIT_MS);
  await world.anvil.mine(2 * CREDIT_DEPTH);
  expect(await world.balance("ETH", order.receiveAddress)).toBe(0n);
  const [spend] = await unplanned();
  await api.adoptSpend(token, spend?.id ?? "", "A test's own theft.");
  await api.untilState(order.id, ["completed"], WAIT_MS);
  expect(await unplanned()).toEqual([]);
  const missing = (await api.trialBalance(token)).find(({ asset }) => asset === "ETH")?.accounts;
  expect(Number(missing?.find(({ account }) => account === "missing")?.balance)).toBeGreaterThan(3);
  await expectSoundBooks(api);
}, 300_000);
