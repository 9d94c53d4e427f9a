import { type AddressChecks, checkAddress } from "../../address/checks";
import { formatRate, mulDivFloor, parseUnits } from "../../core/amount";
import { type AssetCode, assetOf } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import type { OrderType } from "../../core/fees";
import type { Clock } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import type { Database } from "../../db/client";
import type { BoardReader } from "../../market/board";
import { amountText, type Board, networkFeeOf, rateOf, valueInUnits } from "../../market/market";
import { figuresOf } from "../../market/price";
import { checkLimits, type Pair, parseAmount, parseOrderType, parsePair } from "../../market/service";
import { type FixedQuote, fixedExposure, loadQuote } from "../../market/store";
import type { MixerOffer, OrderKind } from "../../mixer/kind";
import type { CreateOrderBody } from "../../routes/orders/schema";
import type { OrderTerms } from "../machine/order";
import { draftKind, draftReceiveAddresses, mixTerms } from "./mixed";

export type DraftParts = {
  database: Database;
  board: BoardReader;
  clock: Clock;
  checks: AddressChecks;
  mixer: MixerOffer;
};

/** A server's figure that is worse than the client's by more than this is not accepted silently (design 1). */
const MOVED_PPM = 5_000n;

export type Draft = {
  pair: Pair;
  orderType: OrderType;
  sendUnits: bigint;
  receiveAddress: string;
  refundAddress: string | null;
  feePpm: OrderKind["feePpm"];
  mixer: OrderTerms["mixer"] | null;
  figures: {
    receiveUnits: bigint;
    rate: { numerator: bigint; denominator: bigint };
    networkFeeUnits: bigint;
  };
  limits: { min: bigint; max: bigint };
  quote: FixedQuote | null;
};

/** Checks a wish for an order and prices it: body, currency, pair, amount, address, limits, in this order. */
export async function draftOf(parts: DraftParts, input: CreateOrderBody): Promise<Result<Draft, Problem>> {
  // At most half a second old; the reserve itself is compared when the order is written.
  const board = parts.board.current();
  const now = parts.clock.now();
  const pair = parsePair(
    board,
    { from: input.sendCurrency, to: input.receiveCurrency },
    { from: "/sendCurrency", to: "/receiveCurrency" },
  );
  if (!pair.ok) return pair;
  const kind = await draftKind(parts, input);
  if (!kind.ok) return kind;
  const { feePpm, settings } = kind.value;
  if (settings === null && pair.value.send === pair.value.receive)
    return err(problem("pair/same", { pointer: "/receiveCurrency" }));
  const amount = parseAmount(input.sendAmount, pair.value.send, "/sendAmount");
  if (!amount.ok) return amount;
  const addresses = await draftAddresses(parts, pair.value, input);
  if (!addresses.ok) return addresses;
  const limits = checkLimits(board, pair.value, amount.value, { now, pointer: "/sendAmount" });
  if (!limits.ok) return limits;
  const orderType = parseOrderType(input.orderType);
  const quote =
    orderType === "fixed" ? await draftQuote(parts, pair.value, amount.value, input.quoteId) : ok(null);
  if (!quote.ok) return quote;
  if (quote.value !== null && (await exposureExceeded(parts, board, quote.value, now))) {
    return err(problem("pair/paused", { pointer: "/orderType" }));
  }
  const figures = quote.value ?? floatingFigures(board, pair.value, { sendUnits: amount.value, feePpm, now });
  if (figures === null) return err(problem("pair/paused"));
  const mixer =
    settings === null
      ? ok(null)
      : mixTerms(board, settings, {
          asset: pair.value.receive,
          units: figures.receiveUnits,
          networkFeeUnits: figures.networkFeeUnits,
          addresses: addresses.value.receiveAddresses,
        });
  if (!mixer.ok) return mixer;
  const moved = movedSince(pair.value, figures, input);
  if (moved !== null) return err(moved);
  return ok({
    pair: pair.value,
    orderType,
    sendUnits: amount.value,
    receiveAddress: addresses.value.receiveAddresses[0] ?? input.receiveAddress,
    refundAddress: addresses.value.refundAddress,
    feePpm,
    mixer: mixer.value,
    figures,
    limits: limits.value,
    quote: quote.value,
  });
}

async function draftAddresses(
  parts: DraftParts,
  pair: Pair,
  input: CreateOrderBody,
): Promise<Result<{ receiveAddresses: string[]; refundAddress: string | null }, Problem>> {
  const receive = await draftReceiveAddresses(parts.checks, pair.receive, input);
  if (!receive.ok) return receive;
  if (input.receiveMemo !== undefined && input.receiveMemo !== "") {
    return err(problem("address/memo", { pointer: "/receiveMemo" }));
  }
  if (input.refundAddress === undefined || input.refundAddress === "") {
    return ok({ receiveAddresses: receive.value, refundAddress: null });
  }
  const refund = await checkAddress(parts.checks, {
    asset: pair.send,
    address: input.refundAddress,
    pointer: "/refundAddress",
  });
  return refund.ok ? ok({ receiveAddresses: receive.value, refundAddress: refund.value }) : refund;
}

function floatingFigures(
  board: Board,
  pair: Pair,
  { sendUnits, feePpm, now }: { sendUnits: bigint; feePpm: bigint; now: number },
): Draft["figures"] | null {
  const rate = rateOf(board, pair, now);
  const networkFeeUnits = networkFeeOf(board, pair, now);
  if (rate === null || networkFeeUnits === null) return null;
  const { receiveUnits } = figuresOf({ sendUnits, rate, feePpm, networkFeeUnits });
  return { receiveUnits, rate, networkFeeUnits };
}

async function draftQuote(
  parts: DraftParts,
  pair: Pair,
  sendUnits: bigint,
  quoteId: string | undefined,
): Promise<Result<FixedQuote, Problem>> {
  const pointer = "/quoteId";
  const quote = quoteId === undefined ? undefined : await loadQuote(parts.database, quoteId);
  if (quote === undefined) return err(problem("quote/unknown", { pointer }));
  if (quote.send !== pair.send || quote.receive !== pair.receive || quote.sendUnits !== sendUnits) {
    return err(problem("quote/mismatch", { pointer }));
  }
  if (quote.used) return err(problem("quote/used", { pointer }));
  if (quote.expiresAt <= parts.clock.now()) return err(problem("quote/expired", { pointer }));
  return ok(quote);
}

/** Open fixed-rate orders may shift any one asset by this much of value at most, net, in whole USDT (design 1). */
const FIXED_EXPOSURE_USDT_MAX = 1_000_000n;

async function exposureExceeded(
  parts: DraftParts,
  board: Board,
  quote: FixedQuote,
  now: number,
): Promise<boolean> {
  const open = await fixedExposure(parts.database);
  const net = (asset: AssetCode): bigint => {
    const row = open.find((exposure) => exposure.asset === asset);
    return (row?.promised ?? 0n) - (row?.expected ?? 0n);
  };
  const sides = [
    { asset: quote.receive, net: net(quote.receive) + quote.receiveUnits },
    { asset: quote.send, net: net(quote.send) - quote.sendUnits },
  ];
  return sides.some((side) => {
    const cap = valueInUnits(board, side.asset, FIXED_EXPOSURE_USDT_MAX, now);
    return cap === null || (side.net < 0n ? -side.net : side.net) > cap;
  });
}

/** What the client saw is never the truth; when ours is clearly worse, the client is told instead of surprised. */
function movedSince(pair: Pair, figures: Draft["figures"], input: CreateOrderBody): Problem | null {
  if (input.receiveAmount === undefined) return null;
  const { decimals } = assetOf(pair.receive);
  const seen = parseUnits(input.receiveAmount, decimals);
  if (!seen.ok)
    return problem(seen.error, {
      pointer: "/receiveAmount",
      params: { currency: pair.receive, decimals: String(decimals) },
    });
  if (figures.receiveUnits >= mulDivFloor(seen.value, 1_000_000n - MOVED_PPM, 1_000_000n)) return null;
  const rate = formatRate(figures.rate, { send: assetOf(pair.send).decimals, receive: decimals });
  return problem("quote/moved", {
    pointer: "/receiveAmount",
    extra: { receiveAmount: amountText(pair.receive, figures.receiveUnits), exchangeRate: rate },
  });
}
