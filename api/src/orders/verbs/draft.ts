import { type AddressChecks, checkAddress } from "../../address/checks";
import { addressTypesOf } from "../../core/address-types";
import { type AssetCode, assetOf } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import { feeUnits, type OrderType } from "../../core/fees";
import type { Clock } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import type { Database } from "../../db/client";
import { parseDraft, priceDraft } from "../../market/draft";
import type { CurrentPrices, Pair } from "../../market/market";
import type { PriceReader } from "../../market/price-reader";
import { type FixedQuote, loadQuote } from "../../market/quote-store";
import type { MixerOffer, OrderKind } from "../../mixer/kind";
import type { OrderTerms } from "../machine/order";
import { checkMixInput, draftReceiveAddresses, mixTerms, type ReceiveAddresses } from "./mix-draft";
import type { OrderInput } from "./order-input";
import { movedSince } from "./seen-figures";

export type DraftParts = {
  database: Database;
  prices: PriceReader;
  clock: Clock;
  checks: AddressChecks;
  mixer: MixerOffer;
};

export type OrderDraft = {
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

const POINTERS = { send: "/sendCurrency", receive: "/receiveCurrency", amount: "/sendAmount" };

const PRICES_AGE_MS_MAX = 1_000;

/** Checks what an order is to be and prices it, in the order of checks of parseDraft; addresses come before limits. */
export async function draftOf(parts: DraftParts, input: OrderInput): Promise<Result<OrderDraft, Problem>> {
  // Where much happens they are younger without being read for this; the reserve itself is compared when the order is written.
  const current = await parts.prices.fresh(PRICES_AGE_MS_MAX);
  const now = parts.clock.now();
  const asked = {
    orderType: input.orderType,
    privacySettings: input.privacySettings,
    send: input.sendCurrency,
    receive: input.receiveCurrency,
    amount: input.sendAmount,
  };
  const parsed = parseDraft(current, asked, { pointers: POINTERS, mixer: parts.mixer });
  if (!parsed.ok) return parsed;
  const { pair, orderType, kind } = parsed.value;
  const { depositAddressType: type } = input;
  if (type !== undefined && !addressTypesOf(assetOf(pair.send).chain).includes(type))
    return err(problem("address/type", { pointer: "/depositAddressType" }));
  const session = await checkMixInput(parts, kind, input);
  if (!session.ok) return session;
  const addresses = await draftAddresses(parts, pair, input);
  if (!addresses.ok) return addresses;
  const { receiveAddresses, refundAddress } = addresses.value;
  const figuresFor = { now, pointer: POINTERS.amount, addresses: receiveAddresses.length };
  const priced = priceDraft(current, parsed.value, figuresFor);
  if (!priced.ok) return priced;
  const { sendUnits, limits } = priced.value;
  const quote = await draftQuote(parts, { pair, orderType, sendUnits }, input.quoteId);
  if (!quote.ok) return quote;
  const figures = quote.value ?? { ...priced.value.figures, rate: priced.value.rate };
  const { roundUnits } = priced.value;
  const mixer = mixOf(current, kind, {
    asset: pair.receive,
    figures,
    roundUnits,
    addresses: receiveAddresses,
  });
  if (!mixer.ok) return mixer;
  const { receiveUnits, rate } = figures;
  const moved = movedSince(pair, { receiveUnits, rate, feeUnits: feeUnits(sendUnits, kind.feePpm) }, input);
  if (moved !== null) return err(moved);
  return ok({
    pair,
    orderType,
    sendUnits,
    receiveAddress: receiveAddresses[0],
    refundAddress,
    feePpm: kind.feePpm,
    mixer: mixer.value,
    figures,
    limits,
    quote: quote.value,
  });
}

function mixOf(
  current: CurrentPrices,
  { settings }: OrderKind,
  payout: {
    asset: AssetCode;
    figures: OrderDraft["figures"];
    roundUnits: bigint;
    addresses: readonly string[];
  },
): Result<OrderTerms["mixer"] | null, Problem> {
  if (settings === null) return ok(null);
  const { figures, ...rest } = payout;
  const { receiveUnits: units, networkFeeUnits } = figures;
  return mixTerms(current, settings, { ...rest, units, networkFeeUnits });
}

async function draftAddresses(
  parts: DraftParts,
  pair: Pair,
  input: OrderInput,
): Promise<Result<{ receiveAddresses: ReceiveAddresses; refundAddress: string | null }, Problem>> {
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

async function draftQuote(
  parts: DraftParts,
  { pair, orderType, sendUnits }: Pick<OrderDraft, "pair" | "orderType" | "sendUnits">,
  quoteId: string | undefined,
): Promise<Result<FixedQuote | null, Problem>> {
  const pointer = "/quoteId";
  // Who sends a quote counts on its rate: an order that floats must not be made of it.
  if (orderType !== "fixed")
    return quoteId === undefined || quoteId === "" ? ok(null) : err(problem("quote/mismatch", { pointer }));
  const quote = quoteId === undefined ? undefined : await loadQuote(parts.database, quoteId);
  if (quote === undefined) return err(problem("quote/unknown", { pointer }));
  if (quote.send !== pair.send || quote.receive !== pair.receive || quote.sendUnits !== sendUnits) {
    return err(problem("quote/mismatch", { pointer }));
  }
  if (quote.used) return err(problem("quote/used", { pointer }));
  if (quote.expiresAt <= parts.clock.now()) return err(problem("quote/expired", { pointer }));
  return ok(quote);
}
