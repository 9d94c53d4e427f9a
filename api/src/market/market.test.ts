import { describe, expect, test } from "vitest";
import { registryUnits } from "../core/asset-amount";
import { ASSET_CODES, type AssetCode, CHAIN_IDS } from "../core/assets";
import type { Reserve } from "../reserves/reserve-change";
import { limitsOf, promisableUnits } from "./limits";
import { listReserves } from "./listing";
import {
  type CurrentPrices,
  feeCapOf,
  isActive,
  type MarketQuestion,
  type Moves,
  marketFor,
  networkFeeOf,
  ONE_PAYOUT,
  orderCapUnits,
  type Pair,
  payableUnits,
  rateOf,
} from "./market";
import { beyondLargest } from "./payment-cost";
import { PRICE_SCALE } from "./price";
import { PRICE_AGE_MS_MAX, referencePrice } from "./rates";

const NOW = 1_000_000;
const all = <Value>(value: (code: AssetCode) => Value) =>
  new Map(ASSET_CODES.map((code) => [code, value(code)]));
const current = (change: Partial<CurrentPrices> = {}): CurrentPrices => ({
  at: NOW,
  prices: all((code) => ({ price: referencePrice(code), at: NOW, paused: false })),
  networkFees: all(() => ({ payoutUnits: 1_000n, sweepUnits: 500n })),
  reserves: all(() => ({ own: 10n ** 15n, held: 0n, planned: 0n, unpaid: 0n })),
  chains: new Set(CHAIN_IDS),
  assets: new Set(ASSET_CODES),
  paused: new Set(),
  ...change,
});
const reserves = (change: Partial<Reserve> & { own: bigint }, code: AssetCode) =>
  new Map([...current().reserves, [code, { held: 0n, planned: 0n, unpaid: 0n, ...change }] as const]);
const prices = (code: AssetCode, change: { at?: number; paused?: boolean }) =>
  new Map([
    ...current().prices,
    [code, { price: PRICE_SCALE, at: change.at ?? NOW, paused: change.paused ?? false }] as const,
  ]);
const PAIR = { send: "BTC", receive: "USDT-TRC20" } as const;
const question = (pair: Pair): MarketQuestion => ({
  ...pair,
  sendUnits: 0n,
  refund: { asset: pair.send, units: 0n },
  heldUnits: 0n,
  moves: ONE_PAYOUT,
  payoutPayeeUnits: null,
  refundPayeeUnits: null,
});

describe("a rate", () => {
  test("is there while both prices are fresh", () => {
    expect(rateOf(current(), PAIR, NOW + PRICE_AGE_MS_MAX)).not.toBeNull();
    expect(rateOf(current(), PAIR, NOW + PRICE_AGE_MS_MAX + 1)).toBeNull();
    expect(rateOf(current({ prices: prices("BTC", { paused: true }) }), PAIR, NOW)).toBeNull();
    expect(rateOf(current({ prices: new Map() }), PAIR, NOW)).toBeNull();
  });

  test("of an asset to itself is 1, even without a price", () => {
    const same = { send: "BTC", receive: "BTC" } as const;
    expect(rateOf(current({ prices: new Map() }), same, NOW)).toEqual({ numerator: 1n, denominator: 1n });
  });
});

test("the network fee is the payout's and the sweep's, each rounded up in the received asset", () => {
  // 1,000 sun at 0.25 USDT are 250 units of USDT; 500 satoshi at 60,000 are 300,000.
  expect(networkFeeOf(current(), PAIR, NOW)).toBe(250n + 300_000n);
  expect(networkFeeOf(current({ networkFees: new Map() }), PAIR, NOW)).toBeNull();
  expect(networkFeeOf(current({ prices: prices("TRX", { paused: true }) }), PAIR, NOW)).toBeNull();
});

const MUCH = 10n ** 12n;

describe("the network fee of what an order does", () => {
  const fee = (moves: Moves, pair: Pair = PAIR) => networkFeeOf(current(), pair, NOW, moves) ?? 0n;

  test("contains the sweep or the spending of every deposit", () => {
    expect(fee({ furtherUnits: [MUCH, MUCH], mix: null }) - fee(ONE_PAYOUT)).toBe(600_000n);
    // Of each no more than it brings.
    expect(fee({ furtherUnits: [MUCH, 1n], mix: null }) - fee(ONE_PAYOUT)).toBe(300_600n);
  });

  test("of a mix contains every round and every leg, with half as much again", () => {
    // On TRON a leg costs 1,500 sun, a round 2,250 with its sweep, at 0.25 USDT.
    const mix = { rounds: 4, legs: 5 };
    expect(fee({ furtherUnits: [], mix })).toBe(300_000n + 4n * 563n + 5n * 375n);
    // A round on Bitcoin makes five outputs, each of which is spent later.
    const within = { send: "BTC", receive: "BTC" } as const;
    expect(fee({ furtherUnits: [], mix }, within)).toBe(500n + 4n * 6_000n + 5n * 1_500n);
  });

  test("raises the minimum to ten times it, and rounds may spend what they were charged", () => {
    const moves = { furtherUnits: [], mix: { rounds: 10, legs: 5 } };
    const within = { send: "BTC", receive: "BTC" } as const;
    expect(limitsOf(current(), within, NOW, { moves })?.min).toBe(fee(moves, within) * 10n);
    const order = { ...question(within), moves };
    expect(marketFor(current(), order, NOW)).toMatchObject({
      payoutFeeUnits: fee(moves, within),
      roundUnits: 6_000n,
      roundFeeUnitsMax: 6_000n,
      refundFeeUnits: 1_500n,
      furtherDepositsFeeUnits: 0n,
    });
    const split = { ...order, moves: { ...moves, furtherUnits: [MUCH, MUCH] } };
    expect(marketFor(current(), split, NOW)).toMatchObject({
      refundFeeUnits: 2_500n,
      furtherDepositsFeeUnits: 1_000n,
    });
  });
});

describe("what can be paid", () => {
  const gas = 3_000n * 25n;

  test("is our hot coins less what is held, planned and kept for gas", () => {
    const own = { own: 1_000_000n, held: 100_000n, planned: 50_000n };
    expect(payableUnits(current({ reserves: reserves(own, "BTC") }), "BTC")).toBe(850_000n - gas);
    expect(payableUnits(current({ reserves: reserves({ ...own, held: 950_000n }, "BTC") }), "BTC")).toBe(0n);
  });

  test("of a token is nothing while the native coin cannot carry its gas", () => {
    expect(payableUnits(current(), "USDT-TRC20")).toBe(10n ** 15n);
    const short = { own: gas - 1n };
    expect(payableUnits(current({ reserves: reserves(short, "TRX") }), "USDT-TRC20")).toBe(0n);
    expect(payableUnits(current({ reserves: reserves({ own: gas }, "TRX") }), "USDT-TRC20")).toBe(10n ** 15n);
  });

  test("is listed as a part of our own coins too, rounded down", () => {
    const listed = (change: Partial<Reserve> & { own: bigint }) =>
      listReserves(current({ reserves: reserves(change, "USDT-TRC20") })).find(
        ({ asset }) => asset === "USDT-TRC20",
      );
    expect(listed({ own: 1_000n })).toEqual({ asset: "USDT-TRC20", units: 1_000n, percent: 100 });
    expect(listed({ own: 1_000n, held: 200n, planned: 51n })?.percent).toBe(74);
    expect(listed({ own: 1_000n, held: 1_000n })?.percent).toBe(0);
    expect(listed({ own: 0n })?.percent).toBe(0);
  });

  test("of an asset without a reserve is nothing", () => {
    expect(payableUnits(current({ reserves: new Map() }), "BTC")).toBe(0n);
    expect(promisableUnits(current({ reserves: new Map() }), "BTC", "fixed")).toBe(0n);
  });

  test("to orders at a fixed rate is what unpaid orders may hold, a fifth of the reserve together", () => {
    const promisable = (change: Partial<Reserve>, orderType: "floating" | "fixed" = "fixed") =>
      promisableUnits(
        current({ reserves: reserves({ own: 1_000n, ...change }, "USDT-TRC20") }),
        "USDT-TRC20",
        orderType,
      );
    expect(promisable({ held: 700n })).toBe(200n);
    expect(promisable({ held: 150n, unpaid: 150n })).toBe(50n);
    expect(promisable({ held: 200n, unpaid: 200n })).toBe(0n);
    expect(promisable({ own: 900n, held: 200n, unpaid: 200n })).toBe(0n);
    expect(promisable({ held: 900n })).toBe(100n);
    expect(promisable({ held: 200n, unpaid: 200n }, "floating")).toBe(800n);
  });
});

describe("the market for an order", () => {
  const order = { ...question(PAIR), heldUnits: 7n };

  test("counts the order's own hold as payable", () => {
    expect(marketFor(current(), order, NOW)).toMatchObject({
      payableUnits: 10n ** 15n + 7n,
      payoutFeeUnits: 300_250n,
      refundFeeUnits: 1_500n,
      spendUnits: 500n,
      payoutUnitsMin: registryUnits("USDT-TRC20", "dustAmount"),
      refundUnitsMin: registryUnits("BTC", "dustAmount"),
    });
  });

  test("has no rate while the received asset's chain is halted, and is unknown without fees", () => {
    const chains = new Set(CHAIN_IDS.filter((chain) => chain !== "tron"));
    expect(isActive(current({ chains }), "USDT-TRC20")).toBe(false);
    expect(marketFor(current({ chains }), order, NOW)?.rate).toBeNull();
    expect(marketFor(current({ networkFees: new Map() }), order, NOW)).toBeNull();
  });
});

describe("a wallet of many small coins", () => {
  const COIN = 100_000n;
  const within = { send: "BTC", receive: "BTC" } as const;
  const wallet = (coins: number, perInput: bigint) => {
    const sizes = Array.from({ length: coins }, () => COIN);
    const totalUnits = COIN * BigInt(coins);
    const beyondUnits = beyondLargest(sizes, totalUnits);
    return current({
      reserves: reserves({ own: totalUnits }, "BTC"),
      networkFees: all(() => ({ payoutUnits: perInput * 3n, sweepUnits: perInput, beyondUnits })),
    });
  };

  test("charges each payment for the coins that it takes", () => {
    const fee = (units: bigint) =>
      networkFeeOf(wallet(1_000, 100n), within, NOW, ONE_PAYOUT, { units, heldUnits: 0n });
    expect(fee(150_000n)).toBe(100n + 300n);
    expect(fee(20n * COIN)).toBe(100n + 300n + 30n * 100n);
  });

  test("of 200 large ones pays with few, whatever else is promised", () => {
    const busy = (promised: bigint) => ({
      ...wallet(200, 100n),
      reserves: reserves({ own: COIN * 200n, planned: promised }, "BTC"),
    });
    const fee = (promised: bigint) =>
      networkFeeOf(busy(promised), within, NOW, ONE_PAYOUT, { units: COIN / 2n, heldUnits: 0n });
    expect(fee(0n)).toBe(400n);
    expect(fee(COIN * 100n)).toBe(400n);
    expect(fee(COIN * 180n)).toBe(100n + 300n + 6n * 100n);
  });

  test("is offered no more than one transaction can pay, nor what costs more than a tenth", () => {
    // Beside three times the fee it leaves change that can be made: 546 units.
    const ofTwoHundred = 200n * COIN - 3n * 201n * 100n - 546n;
    expect(payableUnits(wallet(1_000, 100n), "BTC")).toBe(ofTwoHundred);
    expect(limitsOf(wallet(1_000, 100n), within, NOW)?.max).toBe(ofTwoHundred);
    const dear = limitsOf(wallet(1_000, 20_000n), within, NOW);
    expect(dear !== null && dear.max < dear.min).toBe(true);
    expect(payableUnits(wallet(3, 100n), "BTC")).toBe(3n * COIN - 75n * 300n);
  });

  test("a refund that is more than can be promised may cost what all the inputs do that it may need", () => {
    const cap = (at: CurrentPrices, units: bigint) =>
      feeCapOf(at, "BTC", NOW, { payment: { units, heldUnits: 0n }, payeeUnits: null }).feeUnitsMax;
    const promisable = payableUnits(wallet(1_000, 100n), "BTC") ?? 0n;
    expect(cap(wallet(1_000, 100n), promisable)).toBe(3n * 201n * 100n);
    // The reserve is promised to others.
    const promised = reserves({ own: 1_000n * COIN, planned: 1_000n * COIN }, "BTC");
    expect(cap({ ...wallet(1_000, 100n), reserves: promised }, COIN)).toBe(3n * 201n * 100n);
    expect(cap({ ...wallet(3, 100n), reserves: promised }, COIN)).toBe(3n * 5n * 100n);
  });
});

describe("the fee cap of a payment", () => {
  const fees = { ...question({ send: "BTC", receive: "ETH" }), sendUnits: 10_000_000n };
  const gas = current({ networkFees: all(() => ({ payoutUnits: 10n ** 14n, sweepUnits: 500n })) });
  const market = (change: Partial<MarketQuestion>) => marketFor(gas, { ...fees, ...change }, NOW);

  test("is three times the expected fee, and of a recipient that costs more up to a twentieth of it", () => {
    const plain = market({ payoutPayeeUnits: 10n ** 14n });
    expect(plain).toMatchObject({ payoutFeeUnitsMax: 3n * 10n ** 14n, isPayeeTooDear: false });
    const contract = market({ payoutPayeeUnits: 10n ** 15n });
    expect(contract).toMatchObject({ payoutFeeUnitsMax: 3n * 10n ** 15n, isPayeeTooDear: false });
    expect(contract?.payoutFeeUnits).toBe(plain?.payoutFeeUnits);
    expect(market({ payoutPayeeUnits: 9n * 10n ** 17n })?.isPayeeTooDear).toBe(true);
  });

  test("leaves room for a contract where the node was not asked", () => {
    expect(market({})?.payoutFeeUnitsMax).toBe(9n * 10n ** 14n);
    expect(market({ sendUnits: 1_000n })?.payoutFeeUnitsMax).toBe(3n * 10n ** 14n);
    // 0.1 BTC are 2 ETH or so: a twentieth of a fifth of them, for each leg of five.
    const moves = { furtherUnits: [], mix: { rounds: 1, legs: 5 } };
    const dear = current({ networkFees: all(() => ({ payoutUnits: 5n * 10n ** 15n, sweepUnits: 500n })) });
    const one = marketFor(dear, fees, NOW)?.payoutFeeUnitsMax ?? 0n;
    const each = marketFor(dear, { ...fees, moves }, NOW)?.payoutFeeUnitsMax ?? 0n;
    expect(one).toBe(45n * 10n ** 15n);
    expect(each < one && each >= 15n * 10n ** 15n).toBe(true);
  });

  test("of a token is bounded by its worth in the native coin", () => {
    const question = { payment: { units: 1_000_000n, heldUnits: 0n }, payeeUnits: 10n ** 9n };
    // One USDT is 4 TRX.
    expect(feeCapOf(current(), "USDT-TRC20", NOW, question)).toEqual({
      feeUnitsMax: 200_000n,
      isTooDear: true,
    });
  });
});

describe("limits", () => {
  test("are the registry's minimum, and the cap of 250,000 USDT or what the reserve can pay", () => {
    expect(limitsOf(current(), PAIR, NOW)).toEqual({ min: 100_000n, max: 416_666_666n });
    const small = current({ reserves: reserves({ own: 600_000_000n }, "USDT-TRC20") });
    expect(limitsOf(small, PAIR, NOW)?.max).toBe(1_000_000n);
    expect(limitsOf(small, PAIR, NOW, { orderType: "fixed" })?.max).toBe(200_000n);
    expect(limitsOf(current({ prices: new Map() }), PAIR, NOW)).toBeNull();
  });

  test("a maximum on a chain whose blocks earn little is what six hours of them earn", () => {
    expect(orderCapUnits(current(), "DASH", NOW)).toBe(139n * 41_000_000n);
    expect(orderCapUnits(current(), "USDT-TRC20", NOW)).toBe(250_000_000_000n);
    expect(orderCapUnits(current({ prices: new Map() }), "DASH", NOW)).toBeNull();
  });

  test("a minimum is at least ten times the network fee", () => {
    const networkFees = all(() => ({ payoutUnits: 1_000n, sweepUnits: 20_000n }));
    const fee = networkFeeOf(current({ networkFees }), PAIR, NOW) ?? 0n;
    const min = limitsOf(current({ networkFees }), PAIR, NOW)?.min ?? 0n;
    // In satoshi a unit of USDT is a 600th.
    expect(min).toBe(((fee + 599n) / 600n) * 10n);
    expect(min > 100_000n).toBe(true);
  });
});
