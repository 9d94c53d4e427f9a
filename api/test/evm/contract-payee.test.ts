import type { Sql } from "postgres";
import { formatUnits } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitFor } from "../api-client";
import { plainClient } from "../postgres/plain";
import { type EngineWorld, openEngineWorld } from "./engine-world";

const SWAP_MS_MAX = 120_000;
let world: EngineWorld;
let sql: Sql;

beforeAll(async () => {
  world = await openEngineWorld();
  sql = plainClient(world.databaseUrl, 1);
}, 240_000);
afterAll(async () => {
  await sql?.end({ timeout: 5 });
  await world?.close();
}, 240_000);

it("a contract as payee is paid with a cap of three times what it costs, at the price that was quoted", async () => {
  const { api } = world.server;
  await world.anvil.pay({ to: await world.hotAddress(), units: 10n ** 19n });
  await waitFor("the reserve", SWAP_MS_MAX, async () =>
    (await api.reserves()).some(({ currency, available }) => currency === "ETH" && Number(available) > 1),
  );
  const receiveAddress = await world.anvil.deploy("SmartWallet");
  const customer = await world.newCustomer({ ETH: 10n ** 18n, "USDT-ERC20": 1_000_000_000n });
  const order = await api.create({
    sendCurrency: "USDT-ERC20",
    receiveCurrency: "ETH",
    sendAmount: "900",
    receiveAddress,
  });
  await customer.pay("USDT-ERC20", order.depositAddress, 900_000_000n);
  const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
  expect(formatUnits(await world.balance("ETH", receiveAddress), 18)).toBe(done.receiveAmount);
  const [paid] = await sql<{ cap: string; asked: string; plain: string }[]>`
    SELECT l.fee_units_max AS cap, a.fee_units_max AS asked, f.payout_units AS plain
    FROM payout_legs l JOIN attempt_legs p ON p.leg_id = l.id JOIN payout_attempts a ON a.id = p.attempt_id
    JOIN network_fees f ON f.asset = 'ETH' WHERE l.destination = ${receiveAddress}`;
  // Its code needs more than twice the gas of a plain payment; a cap of three plain ones left 5 % above it.
  expect(BigInt(paid?.asked ?? 0) > (BigInt(paid?.plain ?? 0) * 3n) / 2n).toBe(true);
  expect(BigInt(paid?.cap ?? 0) >= BigInt(paid?.asked ?? 0) * 2n).toBe(true);
}, 300_000);
