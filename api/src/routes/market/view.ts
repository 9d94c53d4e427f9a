import { depthPolicy, LEAST_STAKE, type NetworkMode } from "../../chains/policy";
import { addressTypesOf } from "../../core/address-types";
import { formatRate } from "../../core/amount";
import { amountText } from "../../core/asset-amount";
import { assetOf } from "../../core/assets";
import { FEE_SCHEDULE, ppmToPercent } from "../../core/fees";
import { isoOf } from "../../core/instant";
import type { Calculation } from "../../market/calculate";
import { COUNTED_IN, type DayPrices } from "../../market/day-prices";
import type { RateHistory } from "../../market/history";
import type { ListedCurrency, ListedRate, ListedReserve, PairFigures } from "../../market/listing";
import type { Pair } from "../../market/market";
import { DELAY_FREE_MINUTES, mixerFeeRange } from "../../mixer/fee";
import { DELAY_MINUTES, ROUNDS } from "../../mixer/settings";
import type {
  CalculationWire,
  CurrencyWire,
  DayPricesWire,
  FeesWire,
  PairRateWire,
  RateHistoryWire,
  RateWire,
  ReserveWire,
} from "./schema";

export function currencyWire(listed: ListedCurrency, network: NetworkMode): CurrencyWire {
  const asset = assetOf(listed.asset);
  const { symbol, name, networkDisplayName } = asset;
  return {
    id: asset.code,
    symbol,
    name,
    network: asset.network,
    networkDisplayName,
    decimals: asset.decimals,
    minAmount: asset.minAmount,
    maxAmount: listed.maxUnits === null ? null : amountText(asset.code, listed.maxUnits),
    isActive: listed.isActive,
    confirmations: depthPolicy(asset.chain, network, LEAST_STAKE, undefined).confirmations,
    icon: symbol.toLowerCase(),
    color: asset.color,
    description: name === networkDisplayName ? name : `${name} on ${networkDisplayName}`,
    depositAddressTypes: [...addressTypesOf(asset.chain)],
    memoRequired: false,
  };
}

export const rateWire = ({ pair, rate, at }: ListedRate): RateWire => ({
  from: pair.send,
  to: pair.receive,
  rate: rateText(pair, rate),
  updatedAt: isoOf(at),
});

export const pairRateWire = ({ pair, rate, at, limits, networkFeeUnits }: PairFigures): PairRateWire => ({
  from: pair.send,
  to: pair.receive,
  rate: rateText(pair, rate),
  minAmount: amountText(pair.send, limits.min),
  maxAmount: amountText(pair.send, limits.max),
  networkFee: amountText(pair.receive, networkFeeUnits),
  updatedAt: isoOf(at),
});

export function feesWire(): FeesWire {
  const { least, most } = mixerFeeRange();
  return {
    exchange: ppmToPercent(FEE_SCHEDULE.exchangePpm),
    fixedRateSurcharge: ppmToPercent(FEE_SCHEDULE.fixedSurchargePpm),
    homeMixer: ppmToPercent(FEE_SCHEDULE.homeMixerPpm),
    mixer: {
      base: ppmToPercent(FEE_SCHEDULE.exchangePpm),
      round: ppmToPercent(FEE_SCHEDULE.mixerRoundPpm),
      roundsMax: ROUNDS.max,
      delay: ppmToPercent(FEE_SCHEDULE.mixerDelayPpm),
      delayFreeMinutes: DELAY_FREE_MINUTES,
      delayMinutesMax: DELAY_MINUTES.max,
      maximumPrivacy: ppmToPercent(FEE_SCHEDULE.mixerMaximumPpm),
      min: ppmToPercent(least),
      max: ppmToPercent(most),
    },
    loan: ppmToPercent(FEE_SCHEDULE.loanPpm),
    networkFee: "at-cost",
  };
}

export const reserveWire = ({ asset, units, percent }: ListedReserve): ReserveWire => ({
  currency: asset,
  available: amountText(asset, units),
  availablePercent: percent,
});

export function calculationWire(calculated: Calculation): CalculationWire {
  const { pair, figures, limits, quote } = calculated;
  return {
    sendAmount: amountText(pair.send, calculated.sendUnits),
    netReceiveAmount: amountText(pair.receive, figures.receiveUnits),
    exchangeRate: rateText(pair, calculated.rate),
    fee: amountText(pair.send, figures.feeUnits),
    feeRate: ppmToPercent(calculated.kind.feePpm),
    networkFee: amountText(pair.receive, figures.networkFeeUnits),
    minAmount: amountText(pair.send, limits.min),
    maxAmount: amountText(pair.send, limits.max),
    estimatedTime: calculated.estimatedSeconds,
    quoteId: quote?.id ?? null,
    expiresAt: quote === null ? null : isoOf(quote.expiresAt),
  };
}

export const rateHistoryWire = ({ pair, range, points }: RateHistory): RateHistoryWire => ({
  from: pair.send,
  to: pair.receive,
  range,
  points: points.map(({ at, rate }) => ({ at: isoOf(at), rate: rateText(pair, rate) })),
});

export const dayPricesWire = ({ asset, points }: DayPrices): DayPricesWire => ({
  currency: asset,
  points: points.map(({ at, rate }) => ({
    at: isoOf(at),
    price: rateText({ send: asset, receive: COUNTED_IN }, rate),
  })),
});

const rateText = (pair: Pair, rate: { numerator: bigint; denominator: bigint }): string =>
  formatRate(rate, { send: assetOf(pair.send).decimals, receive: assetOf(pair.receive).decimals });
