import { base64urlnopad } from "@scure/base";
import { depthPolicy } from "../chains/policy";
import { formatRate, parseUnits } from "../core/amount";
import { ASSETS, type AssetCode, assetOf, parseAssetCode } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import { FEE_SCHEDULE, type OrderType, ppmToPercent } from "../core/fees";
import type { Clock, Random } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import { type MixerOffer, parseOrderKind } from "../mixer/kind";
import type { CalculateBody, CalculationWire, CurrencyWire, PairRateWire } from "../routes/market/schema";
import type { QuoteVerbs } from "../routes/market/verbs";
import type { BoardReader } from "./board";
import { estimatedSeconds, type Pace, quoteHoldMs } from "./estimate";
import {
  amountText,
  type Board,
  isActive,
  limitsOf,
  networkFeeOf,
  ORDER_VALUE_USDT_MAX,
  payableUnits,
  rateOf,
  valueInUnits,
} from "./market";
import { figuresOf, sendUnitsFor } from "./price";
import { insertQuote } from "./store";

export type QuoteParts = {
  database: Database;
  board: BoardReader;
  clock: Clock;
  random: Random;
  pace: Pace;
  mixer: MixerOffer;
};

export type Pair = { send: AssetCode; receive: AssetCode };

/** Both currencies by any accepted spelling; unknown, paused and equal ones are refused, in this order. */
export function parsePair(
  board: Board,
  input: { from: string; to: string },
  pointers: { from: string; to: string },
): Result<Pair, Problem> {
  const send = parseAssetCode(input.from);
  if (send === undefined) return err(problem("currency/unknown", { pointer: pointers.from }));
  const receive = parseAssetCode(input.to);
  if (receive === undefined) return err(problem("currency/unknown", { pointer: pointers.to }));
  for (const [asset, pointer] of [
    [send, pointers.from],
    [receive, pointers.to],
  ] as const) {
    if (!isActive(board, asset))
      return err(problem("currency/paused", { pointer, params: { currency: asset } }));
  }
  return ok({ send, receive });
}

/** An amount of an asset: format, precision, zero, in this order. */
export function parseAmount(text: string, asset: AssetCode, pointer: string): Result<bigint, Problem> {
  const { decimals } = assetOf(asset);
  const parsed = parseUnits(text, decimals);
  if (!parsed.ok) {
    return err(problem(parsed.error, { pointer, params: { currency: asset, decimals: String(decimals) } }));
  }
  if (parsed.value === 0n) return err(problem("amount/zero", { pointer }));
  return ok(parsed.value);
}

/** Whether the sent amount is within the pair's limits now. */
export function checkLimits(
  board: Board,
  pair: Pair,
  sendUnits: bigint,
  at: { now: number; pointer: string },
): Result<{ min: bigint; max: bigint }, Problem> {
  const limits = limitsOf(board, pair, at.now);
  if (limits === null) return err(problem("pair/paused"));
  const limit = (units: bigint) => ({ limit: amountText(pair.send, units), currency: pair.send });
  const { pointer } = at;
  if (sendUnits < limits.min) return err(problem("amount/min", { pointer, params: limit(limits.min) }));
  if (sendUnits > limits.max) return err(problem("amount/max", { pointer, params: limit(limits.max) }));
  return ok(limits);
}

export const parseOrderType = (input: "floating" | "fixed" | "real-time" | undefined): OrderType =>
  input === "fixed" ? "fixed" : "floating";

/** Prices, limits and fixed quotes; every read is answered from the board in memory. */
export function createQuoteService(parts: QuoteParts): QuoteVerbs {
  const { board, clock, pace } = parts;
  return {
    version: () => String(board.current().at),
    currencies: () => ASSETS.map(({ code }) => currencyWire(board.current(), code, pace, clock.now())),
    rates() {
      const now = board.current();
      const active = ASSETS.filter(({ code }) => isActive(now, code));
      return active.flatMap((from) =>
        active
          .filter((to) => to.code !== from.code)
          .flatMap((to) => rateWire(now, { send: from.code, receive: to.code }, clock.now())),
      );
    },
    fees: () => ({
      exchange: ppmToPercent(FEE_SCHEDULE.exchangePpm),
      fixedRateSurcharge: ppmToPercent(FEE_SCHEDULE.fixedSurchargePpm),
      homeMixer: ppmToPercent(FEE_SCHEDULE.homeMixerPpm),
      loan: ppmToPercent(FEE_SCHEDULE.loanPpm),
      networkFee: "at-cost",
    }),
    reserves: () =>
      ASSETS.filter(({ code }) => isActive(board.current(), code)).map(({ code }) => ({
        currency: code,
        available: amountText(code, payableUnits(board.current(), code)),
      })),
    rate: (from, to) => pairRate(parts, { from, to }),
    calculate: (input) => calculate(parts, input),
  };
}

function currencyWire(board: Board, code: AssetCode, pace: Pace, now: number): CurrencyWire {
  const { symbol, name, network, networkDisplayName, decimals, minAmount, color, chain } = assetOf(code);
  const max = valueInUnits(board, code, ORDER_VALUE_USDT_MAX, now);
  return {
    id: code,
    symbol,
    name,
    network,
    networkDisplayName,
    decimals,
    minAmount,
    maxAmount: max === null ? null : amountText(code, max),
    isActive: isActive(board, code),
    confirmations: depthPolicy(chain, pace.network, 0n, undefined).confirmations,
    icon: symbol.toLowerCase(),
    color,
    description: name === networkDisplayName ? name : `${name} on ${networkDisplayName}`,
    memoRequired: false,
  };
}

function rateWire(
  board: Board,
  pair: Pair,
  now: number,
): { from: string; to: string; rate: string; updatedAt: string }[] {
  const rate = rateOf(board, pair, now);
  if (rate === null) return [];
  const decimals = { send: assetOf(pair.send).decimals, receive: assetOf(pair.receive).decimals };
  return [
    {
      from: pair.send,
      to: pair.receive,
      rate: formatRate(rate, decimals),
      updatedAt: updatedAt(board, pair),
    },
  ];
}

const updatedAt = (board: Board, pair: Pair): string => {
  const times = [pair.send, pair.receive].map((asset) => board.prices.get(asset)?.at ?? board.at);
  return new Date(Math.min(...times)).toISOString();
};

function pairRate(parts: QuoteParts, input: { from: string; to: string }): Result<PairRateWire, Problem> {
  const board = parts.board.current();
  const now = parts.clock.now();
  const parsed = parsePair(board, input, { from: "/from", to: "/to" });
  if (!parsed.ok) return parsed;
  const pair = parsed.value;
  const rate = rateOf(board, pair, now);
  const fee = networkFeeOf(board, pair, now);
  const limits = limitsOf(board, pair, now);
  if (rate === null || fee === null || limits === null) return err(problem("pair/paused"));
  const decimals = { send: assetOf(pair.send).decimals, receive: assetOf(pair.receive).decimals };
  return ok({
    from: pair.send,
    to: pair.receive,
    rate: formatRate(rate, decimals),
    minAmount: amountText(pair.send, limits.min),
    maxAmount: amountText(pair.send, limits.max),
    networkFee: amountText(pair.receive, fee),
    updatedAt: updatedAt(board, pair),
  });
}

async function calculate(parts: QuoteParts, input: CalculateBody): Promise<Result<CalculationWire, Problem>> {
  const now = parts.clock.now();
  const board = input.orderType === "fixed" ? await parts.board.refresh() : parts.board.current();
  const parsed = parsePair(
    board,
    { from: input.fromCurrency, to: input.toCurrency },
    { from: "/fromCurrency", to: "/toCurrency" },
  );
  if (!parsed.ok) return parsed;
  const pair = parsed.value;
  const kind = parseOrderKind(input, parts.mixer);
  if (!kind.ok) return kind;
  const { feePpm, settings } = kind.value;
  if (settings === null && pair.send === pair.receive)
    return err(problem("pair/same", { pointer: "/toCurrency" }));
  const isReceive = input.direction === "receive";
  const amount = parseAmount(input.amount, isReceive ? pair.receive : pair.send, "/amount");
  if (!amount.ok) return amount;
  const rate = rateOf(board, pair, now);
  const networkFeeUnits = networkFeeOf(board, pair, now);
  if (rate === null || networkFeeUnits === null) return err(problem("pair/paused"));
  const orderType = parseOrderType(input.orderType);
  const terms = { rate, feePpm, networkFeeUnits };
  const sendUnits = isReceive ? sendUnitsFor({ ...terms, receiveUnits: amount.value }) : amount.value;
  const limits = checkLimits(board, pair, sendUnits, { now, pointer: "/amount" });
  if (!limits.ok) return limits;
  const figures = figuresOf({ ...terms, sendUnits });
  const quote =
    orderType === "fixed" ? await fixQuote(parts, pair, { ...figures, sendUnits, rate, now }) : null;
  return ok({
    sendAmount: amountText(pair.send, sendUnits),
    netReceiveAmount: amountText(pair.receive, figures.receiveUnits),
    exchangeRate: formatRate(rate, {
      send: assetOf(pair.send).decimals,
      receive: assetOf(pair.receive).decimals,
    }),
    fee: amountText(pair.send, figures.feeUnits),
    feeRate: ppmToPercent(terms.feePpm),
    networkFee: amountText(pair.receive, networkFeeUnits),
    minAmount: amountText(pair.send, limits.value.min),
    maxAmount: amountText(pair.send, limits.value.max),
    estimatedTime: estimatedSeconds(pair, parts.pace),
    quoteId: quote?.id ?? null,
    expiresAt: quote === null ? null : new Date(quote.expiresAt).toISOString(),
  });
}

async function fixQuote(
  parts: QuoteParts,
  pair: Pair,
  figures: {
    sendUnits: bigint;
    receiveUnits: bigint;
    networkFeeUnits: bigint;
    rate: { numerator: bigint; denominator: bigint };
    now: number;
  },
): Promise<{ id: string; expiresAt: number }> {
  const id = base64urlnopad.encode(parts.random.bytes(16));
  const expiresAt = figures.now + quoteHoldMs(pair.send, parts.pace);
  await insertQuote(parts.database, { ...pair, ...figures, id, expiresAt });
  return { id, expiresAt };
}
