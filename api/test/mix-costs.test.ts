import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { type AssetCode, assetOf } from "../src/core/assets";
import { PRICE_SCALE } from "../src/market/price";
import { referencePrice } from "../src/market/rates";
import type { OrderWire } from "../src/routes/orders/schema";
import { type ApiClient, apiClient, waitFor } from "./api-client";
import { type RunningSotto, startSotto } from "./running-sotto";

const WAIT_MS = 200_000;
const BTC = ["bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g"];
const ETH = ["0x9858EfFD232B4033E47d90003D41EC34EcaEda94", "0x8617E340B3D01FA5F11F306F4090FD50E238070D"];
const TRON = ["TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"];

let sotto: RunningSotto;
let api: ApiClient;
beforeAll(async () => {
  sotto = await startSotto();
  api = apiClient(sotto.base);
}, 240_000);
afterAll(() => sotto.stop());

/** Mixes of every kind: whole and split, one address and two, on UTXO and account chains, a token, across currencies. */
const MIXES = [
  { currency: "ETH", amount: "0.03", to: ETH.slice(0, 1), rounds: 10, split: true },
  { currency: "ETH", amount: "0.03", to: ETH, rounds: 4, split: false },
  { currency: "ETH", amount: "0.03", to: ETH.slice(0, 1), rounds: 3, split: false },
  { currency: "BTC", amount: "0.05", to: BTC.slice(0, 1), rounds: 6, split: true },
  { currency: "BTC", amount: "0.031", to: BTC, rounds: 2, split: false },
  { currency: "BTC", amount: "0.0437", to: BTC.slice(0, 1), rounds: 3, split: true },
  { currency: "USDT-TRC20", amount: "150", to: TRON, rounds: 5, split: true },
] as const;

/** Per asset, what `network_fees` was charged less what it paid. */
async function networkFees(): Promise<Map<AssetCode, bigint>> {
  const rows = await sotto.sql<{ asset: AssetCode; units: string }[]>`
    SELECT asset, balance::text AS units FROM ledger_accounts WHERE account = 'network_fees'`;
  return new Map(rows.map(({ asset, units }) => [asset, BigInt(units)]));
}

/** The same in millionths of a USDT, at simnet's reference prices. */
const inUsdt = (fees: ReadonlyMap<AssetCode, bigint>): bigint =>
  [...fees].reduce(
    (sum, [asset, units]) =>
      sum +
      (units * referencePrice(asset) * 1_000_000n) / PRICE_SCALE / 10n ** BigInt(assetOf(asset).decimals),
    0n,
  );

/** Nothing is on its way, and no coins are left that the sweeper would still move. */
async function isQuiet(): Promise<boolean> {
  const [row] = await sotto.sql<{ open: number }[]>`
    SELECT (SELECT count(*) FROM payout_attempts WHERE state IN ('signed', 'broadcasting', 'sent', 'mined'))::int
      + (SELECT count(*) FROM unswept WHERE asset = 'ETH' AND units > 1000000000000000 OR asset = 'USDT-TRC20' AND units > 1000000)::int
      AS open`;
  return row?.open === 0;
}

it("mixes and plain orders burn no more than they were charged", { timeout: 480_000 }, async () => {
  expect(inUsdt(await networkFees())).toBe(0n);
  const orders: OrderWire[] = [];
  for (const { currency, amount, to, rounds, split } of MIXES) {
    const order = await api.create({
      sendCurrency: currency,
      receiveCurrency: currency,
      sendAmount: amount,
      receiveAddress: to[0] ?? "",
      ...(to.length > 1 && { receiveAddresses: [...to] }),
      privacySettings: {
        mixingRounds: rounds,
        delayMinutes: 0,
        useRandomAmounts: split,
        privacyLevel: "basic",
      },
    });
    await api.pay({ currency, address: order.depositAddress, amount });
    orders.push(order);
  }
  for (const { id } of orders) {
    const done = await api.untilState(id, ["completed"], WAIT_MS);
    expect(done.mixing).toMatchObject({ skipped: 0 });
  }
  await waitFor("the last sweep", WAIT_MS, isQuiet);
  const fees = await networkFees();
  for (const asset of ["ETH", "BTC"] as const) expect(fees.get(asset) ?? 0n).toBeGreaterThan(0n);
  // Charged in USDT, paid in TRX.
  const tron = new Map(
    ["USDT-TRC20", "TRX"].map((asset) => [asset as AssetCode, fees.get(asset as AssetCode) ?? 0n]),
  );
  expect(inUsdt(tron)).toBeGreaterThan(0n);
  const [made] = await sotto.sql<{ transactions: number }[]>`
    SELECT count(*)::int AS transactions FROM payout_attempts WHERE chain = 'ethereum'`;
  expect(made?.transactions).toBeGreaterThanOrEqual(3 + 2 * 17 + 5);
});

const answer = z.object({
  code: z.string().optional(),
  params: z.object({ limit: z.string() }).optional(),
  minAmount: z.string().optional(),
  networkFee: z.string().optional(),
});

async function calculate(more: object): Promise<{ status: number; body: z.infer<typeof answer> }> {
  const response = await fetch(`${sotto.base}/api/privacy/calculate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ fromCurrency: "ETH", toCurrency: "ETH", ...more }),
  });
  return { status: response.status, body: answer.parse(await response.json()) };
}

it("a mix below ten times its network fee is refused, and the limit says how much is needed", async () => {
  const privacySettings = { preset: "maximum" };
  const refused = await calculate({ amount: "0.01", privacySettings });
  expect(refused).toMatchObject({ status: 422, body: { code: "amount/min" } });
  const limit = refused.body.params?.limit ?? "";
  const least = await calculate({ amount: limit, privacySettings });
  expect(least).toMatchObject({ status: 200, body: { minAmount: limit } });
  expect(Number(least.body.networkFee) * 10).toBeCloseTo(Number(limit), 6);
});

it("an order to two addresses has the network fee that was calculated for two", async () => {
  const privacySettings = { mixingRounds: 1, delayMinutes: 0, useRandomAmounts: false };
  const one = await calculate({ amount: "0.2", privacySettings });
  const two = await calculate({ amount: "0.2", privacySettings, receiveAddressCount: 2 });
  expect(Number(two.body.networkFee)).toBeGreaterThan(Number(one.body.networkFee));
  const [receiveAddress = "", other = ""] = ETH;
  const order = await api.create({
    sendCurrency: "ETH",
    receiveCurrency: "ETH",
    sendAmount: "0.2",
    receiveAddress,
    receiveAddresses: [receiveAddress, other],
    privacySettings,
  });
  expect(order.networkFee).toBe(two.body.networkFee);
});
