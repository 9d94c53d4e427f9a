import { networkFeeUnits, paramsOf, withHeadroom } from "../../src/chains/simnet/params";
import { mulDivFloor, type Rate } from "../../src/core/amount";
import { type AssetCode, assetOf, NATIVE_ASSET } from "../../src/core/assets";
import type { TimeMs } from "../../src/core/ports";
import { type CurrentPrices, networkChargeOf, ONE_PAYOUT, rateOf } from "../../src/market/market";
import { referencePrice, walkStep } from "../../src/market/rates";
import { type MixMoves, PAYOUT_SHAPE } from "../../src/mixer/network-cost";
import type { Dice } from "../simulation/dice";

/** As often as the worker asks for prices, and everybody can read them. */
const TICK_MS = 5_000;

export type Pair = { send: AssetCode; receive: AssetCode };
/** The rate, and what one deposit, a plain payout, each round and each leg of a mix are charged for the networks. */
export type Terms = {
  rate: Rate;
  depositUnits: bigint;
  payoutUnits: bigint;
  roundUnits: bigint;
  legUnits: bigint;
};

/** The network fee of a plain exchange, or of a mix. */
export const networkFee = (terms: Terms, mix: MixMoves | null): bigint =>
  terms.depositUnits +
  (mix === null
    ? terms.payoutUnits
    : terms.roundUnits * BigInt(mix.rounds) + terms.legUnits * BigInt(mix.legs));

/** The rates and network fees that were published, at every moment: the service applies them, and observers kept them. */
export type PublicMarket = { termsAt(pair: Pair, at: TimeMs): Terms };

/** A market of so many hours that walks as simnet's does. */
export function createMarket(
  assets: readonly AssetCode[],
  span: { startsAt: TimeMs; hours: number },
  dice: Dice,
): PublicMarket {
  const needed = [...new Set(assets.flatMap((asset) => [asset, NATIVE_ASSET[assetOf(asset).chain]]))];
  const ticks = Math.ceil((span.hours * 3_600_000) / TICK_MS) + 1;
  const walks = new Map(needed.map((asset) => [asset, walk(asset, ticks, dice)]));
  const networkFees = new Map(needed.map((asset) => [asset, feesOf(asset)]));
  const boards = new Map<number, CurrentPrices>();
  const boardAt = (tick: number): CurrentPrices => {
    const known = boards.get(tick);
    if (known !== undefined) return known;
    const at = span.startsAt + tick * TICK_MS;
    const prices = new Map(
      needed.map((asset) => [asset, { price: priceAt(asset, walks.get(asset)?.[tick]), at, paused: false }]),
    );
    const current: CurrentPrices = {
      at,
      prices,
      networkFees,
      reserves: new Map(),
      chains: new Set(),
      assets: new Set(needed),
      paused: new Set(),
    };
    boards.set(tick, current);
    return current;
  };
  return {
    termsAt(pair, at) {
      const current = boardAt(Math.floor((at - span.startsAt) / TICK_MS));
      const rate = rateOf(current, pair, current.at);
      const plain = networkChargeOf(current, pair, current.at);
      const leg = networkChargeOf(current, pair, current.at, {
        ...ONE_PAYOUT,
        mix: { rounds: 0, legs: 1 },
      });
      const second = networkChargeOf(current, pair, current.at, {
        ...ONE_PAYOUT,
        furtherUnits: [10n ** 30n],
      });
      if (rate === null || plain === null || leg === null || second === null)
        throw new Error("a market without a price");
      const { units, roundUnits } = plain;
      const { furtherUnits: depositUnits } = second;
      return {
        rate,
        depositUnits,
        payoutUnits: units - depositUnits,
        roundUnits,
        legUnits: leg.units - depositUnits,
      };
    },
  };
}

/** Parts per million off the reference, tick by tick. */
function walk(asset: AssetCode, ticks: number, dice: Dice): Int32Array {
  const offsets = new Int32Array(ticks);
  if (["USDT", "USDC"].includes(assetOf(asset).symbol)) return offsets;
  let offset = 0;
  for (let tick = 0; tick < ticks; tick++) {
    offset = walkStep(offset, dice.random);
    offsets[tick] = offset;
  }
  return offsets;
}

const priceAt = (asset: AssetCode, offsetPpm = 0): bigint =>
  mulDivFloor(referencePrice(asset), 1_000_000n + BigInt(offsetPpm), 1_000_000n);

/** What payouts and sweeps cost on simnet, as the worker asks its chains. */
function feesOf(asset: AssetCode): { payoutUnits: bigint; sweepUnits: bigint } {
  const { chain } = assetOf(asset);
  if (paramsOf(chain).model === "utxo") {
    const payoutUnits = networkFeeUnits(chain, { model: "utxo", ...PAYOUT_SHAPE });
    const inputs = PAYOUT_SHAPE.inputs + 1;
    const larger = networkFeeUnits(chain, { model: "utxo", ...PAYOUT_SHAPE, inputs });
    return { payoutUnits, sweepUnits: larger - payoutUnits };
  }
  const cost = (of: AssetCode) => withHeadroom(networkFeeUnits(chain, { model: "account", asset: of }));
  const topUp = assetOf(asset).kind === "token" ? cost(NATIVE_ASSET[assetOf(asset).chain]) : 0n;
  return { payoutUnits: cost(asset), sweepUnits: cost(asset) + topUp };
}
