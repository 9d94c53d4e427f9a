import { mulDivFloor } from "../core/amount";
import { ASSETS, type AssetCode } from "../core/assets";
import { type Random, randomBelow, type TimeMs } from "../core/ports";
import { PRICE_SCALE, type PriceScaled } from "./price";

/** A place where prices come from: USDT per whole coin, times 10^12. */
export type RateSource = {
  name: string;
  prices(): Promise<ReadonlyMap<AssetCode, PriceScaled>>;
};

/** The name of the simulated market, the only source there is yet. */
export const SIMULATED = "simulated";

/** A price older than this pauses its pairs: the market may have left it. */
export const PRICE_AGE_MS_MAX = 60_000;
/** A price that moves further than this within a minute pauses its pairs: it may be a fault of the source. */
export const PRICE_MOVE_PPM_MAX = 50_000n;

/** Round figures of the right magnitude, in USDT; the simulated market walks round them. */
const REFERENCE: Readonly<Record<AssetCode, string>> = {
  BTC: "60000",
  ETH: "3000",
  "USDT-TRC20": "1",
  "USDT-ERC20": "1",
  "USDT-BEP20": "1",
  "USDT-POLYGON": "1",
  "USDC-ERC20": "1",
  "USDC-BEP20": "1",
  "USDC-POLYGON": "1",
  "USDC-SOL": "1",
  LTC: "80",
  BCH: "400",
  XMR: "160",
  TRX: "0.25",
  BNB: "600",
  SOL: "150",
  POL: "0.4",
  DASH: "30",
  ZEC: "40",
  ADA: "0.5",
};

/** The reference price of an asset, scaled. */
export function referencePrice(asset: AssetCode): PriceScaled {
  const [whole = "0", fraction = ""] = REFERENCE[asset].split(".");
  return BigInt(whole) * PRICE_SCALE + BigInt(fraction.padEnd(12, "0"));
}

/** The maximum, in parts per million, that one step moves a price, and how far a price strays from its reference. */
const STEP_PPM = 200;
const STRAY_PPM = 20_000;

/** One step of a seeded walk: at most ±0.02 %, leaning back towards the reference. */
export function walkStep(offsetPpm: number, random: Random): number {
  const step = randomBelow(random, 2 * STEP_PPM + 1) - STEP_PPM;
  const lean = Math.trunc(offsetPpm / 50);
  return Math.max(-STRAY_PPM, Math.min(STRAY_PPM, offsetPpm + step - lean));
}

/** Simnet's, regtest's and the tests' market: a seeded random walk round the reference table, without any network. */
export function simulatedRates(random: Random): RateSource {
  const offsets = new Map<AssetCode, number>();
  return {
    name: SIMULATED,
    async prices() {
      const prices = new Map<AssetCode, PriceScaled>();
      for (const { code, symbol } of ASSETS) {
        const stable = symbol === "USDT" || symbol === "USDC";
        const offset = stable ? 0 : walkStep(offsets.get(code) ?? 0, random);
        offsets.set(code, offset);
        prices.set(code, mulDivFloor(referencePrice(code), 1_000_000n + BigInt(offset), 1_000_000n));
      }
      return prices;
    },
  };
}

/** Whether a price moved further within a minute than we trust. */
export function movedTooFast(
  before: { price: PriceScaled; at: TimeMs } | undefined,
  now: { price: PriceScaled; at: TimeMs },
): boolean {
  if (before === undefined || now.at - before.at > 60_000) return false;
  const difference = now.price > before.price ? now.price - before.price : before.price - now.price;
  return difference * 1_000_000n > before.price * PRICE_MOVE_PPM_MAX;
}
