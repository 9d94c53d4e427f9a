import { mulDivFloor } from "../../src/core/amount";
import { type AssetCode, assetOf } from "../../src/core/assets";
import type { Clock, TimeMs } from "../../src/core/ports";
import { type RateSource, referencePrice, walkStep } from "../../src/market/rates";
import type { Dice } from "./dice";

/** What the market said at one moment: USDT per whole coin, times 10^12. */
export type PricePoint = { at: TimeMs; prices: ReadonlyMap<AssetCode, bigint> };

type Pair = { send: AssetCode; receive: AssetCode };

export type SimulatedMarket = RateSource & {
  /** Everything it ever said; kept for the auditor. */
  history: PricePoint[];
  /** Moves a coin by 1.5 to 4.5 %: more than a fixed rate bears, less than what pauses a pair. */
  jump(): void;
  /** Lets one coin fall, or rise, against another by 2 %; nothing where neither can move. */
  fall(pair: Pair): void;
  rise(pair: Pair): void;
};

const MOVE_PPM = 20_000;

/** The market of one world: a seeded walk round the reference table, with jumps. */
export function createMarket(assets: readonly AssetCode[], clock: Clock, dice: Dice): SimulatedMarket {
  const offsetsPpm = new Map<AssetCode, number>();
  const shiftsPpm = new Map<AssetCode, number>();
  const volatile = assets.filter((asset) => !["USDT", "USDC"].includes(assetOf(asset).symbol));
  const history: PricePoint[] = [];
  const move = ({ send, receive }: Pair, ppm: number): void => {
    const asset = [send, receive].find((one) => volatile.includes(one));
    if (asset !== undefined)
      shiftsPpm.set(asset, (shiftsPpm.get(asset) ?? 0) + (asset === send ? ppm : -ppm));
  };
  return {
    name: "simulation",
    history,
    jump() {
      const asset = dice.pick(volatile);
      const size = 15_000 + dice.below(30_000);
      const shift = shiftsPpm.get(asset) ?? 0;
      // Away from the walk's end, so that it never strays without bound.
      const up = shift < -60_000 || (shift < 60_000 && dice.permille(500));
      shiftsPpm.set(asset, shift + (up ? size : -size));
    },
    fall: (pair) => move(pair, -MOVE_PPM),
    rise: (pair) => move(pair, MOVE_PPM),
    async prices() {
      const prices = new Map<AssetCode, bigint>();
      for (const asset of assets) {
        const offset = volatile.includes(asset) ? walkStep(offsetsPpm.get(asset) ?? 0, dice.random) : 0;
        offsetsPpm.set(asset, offset);
        const ppm = 1_000_000n + BigInt(offset) + BigInt(shiftsPpm.get(asset) ?? 0);
        prices.set(asset, mulDivFloor(referencePrice(asset), ppm, 1_000_000n));
      }
      history.push({ at: clock.now(), prices });
      return prices;
    },
  };
}
