/** The auditor's part for single orders: what each should have brought, and whether it should have ended so. */
import {
  ceilDiv,
  depositFees,
  type Figures,
  fellBelow,
  figuresAt,
  furtherFee,
  grossOf,
  MILLION,
  networkFees,
  rateAt,
  type Swap,
} from "./audit-figures";
import { mixPpm } from "./audit-mixes";
import { agreementAt } from "./audit-questions";
import type { CustomerFacts, Due, Facts, Moment, OrderFacts, Payment } from "./auditor";

const FLOATING_PPM = 4_500n;
const FIXED_PPM = 9_500n;
/** A payment may differ from the agreed amount by this much; an offer may fall by so much; a market under a fixed rate. */
const TOLERANCE_PPM = 5_000n;
const OFFER_FALL_PPM = 5_000n;
const FIXED_FALL_PPM = 10_000n;
/** Random amounts are charged for as many legs as there may be. */
const LEGS_MAX = 5;
/** Prices hold a minute. */
const PRICE_AGE_MS = 60_000;

type Complain = (text: string) => null;

/** What the outcome that an order claims should have brought its customer; null where that is nothing. */
export function dueTo(
  order: OrderFacts,
  own: readonly Payment[],
  facts: Facts,
  complaints: string[],
): Due | null {
  const { consents, claims } = order;
  const complain: Complain = (text) => {
    complaints.push(`order ${order.id.slice(0, 6)} (${claims.state}): ${text}`);
    return null;
  };
  const isEnded = claims.state === "completed" || claims.state === "refunded";
  const isReleased = consents.has("admin_exchange") || consents.has("admin_refund");
  if (isEnded && !isReleased && own.some(({ listed }) => listed)) complain("listed money moved by itself");
  if (claims.state === "completed") return payoutDue(order, own, facts, complain);
  if (claims.state === "refunded") return refundDue(order, own, facts, complain);
  const isOver = ["expired", "cancelled"].includes(claims.state);
  return isOver && own.length > 0 ? complain("has money and is closed") : null;
}

const sumOf = (payments: readonly Payment[]): bigint =>
  payments.reduce((total, { units }) => total + units, 0n);

/** What came in other payments than the largest. */
const furtherOf = (payments: readonly Payment[]): bigint[] =>
  payments
    .map(({ units }) => units)
    .sort((a, b) => (a < b ? 1 : -1))
    .slice(1);

function payoutDue(order: OrderFacts, own: readonly Payment[], facts: Facts, complain: Complain): Due | null {
  const { customer, mix } = order;
  const { send, receive } = customer;
  if (own.length === 0) return complain("was exchanged without a payment");
  if (own.some(({ asset }) => asset !== send)) return complain("was exchanged with coins of a wrong asset");
  // What is sent again after a hold was settled before it.
  const settled = order.changes
    .filter(({ from, to }) => to === "mixing" || (to === "sending" && from !== "mixing"))
    .filter(({ from }, index) => index === 0 || from !== "hold");
  const last = settled.at(-1);
  if (last === undefined) return complain("was paid without a settlement");
  const plain = customer.orderType === "fixed" && !order.isChild ? FIXED_PPM : FLOATING_PPM;
  const swap: Swap = {
    send,
    receive,
    units: sumOf(own),
    further: furtherOf(own),
    feePpm: mix === null ? plain : mixPpm(mix),
    mix: mix && { rounds: mix.rounds, legs: mix.randomAmounts ? LEGS_MAX : mix.addresses.length },
  };
  const candidates = new Map<bigint, bigint>();
  let why: string | null = null;
  for (const { moment } of settled) {
    const outcome = figuresOf(order, own, { swap, moment, facts });
    why = outcome.why;
    for (const { receiveUnits, networkFeeUnits } of outcome.figures)
      candidates.set(receiveUnits, networkFeeUnits);
  }
  if (candidates.size === 0) return complain(`was exchanged although ${why ?? "the market had no rate"}`);
  return {
    order,
    addresses: mix?.addresses ?? customer.receiveAddresses.slice(0, 1),
    asset: receive,
    candidates,
    settledAt: last.moment.asOf,
  };
}

type Settling = { swap: Swap; moment: Moment; facts: Facts };

/** What an order may have been settled at; where it must not have been settled, why. */
function figuresOf(
  order: OrderFacts,
  own: readonly Payment[],
  settling: Settling,
): { figures: Figures[]; why: string | null } {
  const { swap, moment, facts } = settling;
  const market = figuresAt(facts.assets, swap, pointsOf(moment));
  const agreement = agreementAt(order, own, moment);
  if (agreement !== undefined) {
    const brings = (at: Moment): Figures[] => {
      const then = { ...settling, moment: at };
      const figures = figuresAt(facts.assets, swap, pointsOf(at));
      return order.isChild ? figures : notAboveQuote(figures, order.customer, own, then);
    };
    return { figures: agreedFigures(agreement, brings, moment), why: "what was agreed no longer held" };
  }
  if (order.isChild) return { figures: [], why: "its customer did not choose it for a later payment" };
  const { sure, maybe } = mismatchesOf(order.customer, own, facts);
  const { mismatch } = order.customer;
  const instructed = (kind: string): boolean =>
    kind in mismatch && mismatch[kind as keyof typeof mismatch] === "exchange";
  const [trouble] = sure;
  const isInstructed = [...sure, ...maybe].some(instructed);
  if (trouble !== undefined && !isInstructed)
    return { figures: [], why: `it was ${trouble}, and its customer did not choose it` };
  if (order.customer.orderType === "floating") return { figures: market, why: null };
  const atMarket = isInstructed ? notAboveQuote(market, order.customer, own, settling) : [];
  if (trouble !== undefined) return { figures: atMarket, why: null };
  const fixed = fixedFigures(order.customer, settling, FIXED_FALL_PPM);
  return { ...fixed, figures: [...fixed.figures, ...atMarket] };
}

/** Within one native currency nothing has a price. */
const pointsOf = ({ at, prices }: Moment): Moment["prices"] =>
  prices.length > 0 ? prices : [{ at, prices: new Map() }];

/** Who paid in time at a fixed rate gets no more than that rate brings, whatever else is chosen later. */
function notAboveQuote(
  market: readonly Figures[],
  customer: CustomerFacts,
  own: readonly Payment[],
  settling: Settling,
): Figures[] {
  if (customer.orderType !== "fixed") return [...market];
  const { figures: quoted } = fixedFigures(customer, settling, MILLION);
  const lower = quoted.flatMap((one) =>
    market.map((other) => (one.receiveUnits < other.receiveUnits ? one : other)),
  );
  if (own.some(({ minedAt }) => minedAt <= customer.expiresAt)) return lower;
  // The blocks of a rewritten chain came earlier than those that are there now.
  return settling.facts.isRewritten(customer.send) ? [...lower, ...market] : [...market];
}

/** The least of what was agreed to and of what the exchange brought then and brings now; not below what an offer may fall. */
function agreedFigures(
  { receiveUnits, moment }: OrderFacts["agreements"][number],
  brings: (at: Moment) => readonly Figures[],
  now: Moment,
): Figures[] {
  const then = brings(moment);
  const least = ceilDiv(receiveUnits * (MILLION - OFFER_FALL_PPM), MILLION);
  const shown = { receiveUnits, networkFeeUnits: then[0]?.networkFeeUnits ?? 0n };
  const current = brings(now);
  return then
    .flatMap((atConsent) =>
      current.map((one) =>
        [shown, atConsent, one].reduce((a, b) => (b.receiveUnits < a.receiveUnits ? b : a)),
      ),
    )
    .filter((figures) => figures.receiveUnits >= least);
}

/** What the quote promised, as it was shown; where the market has fallen further since than it bears (all of it: a million), nothing. */
function fixedFigures(
  { shown: { quote }, units }: CustomerFacts,
  { swap, moment, facts }: Settling,
  fallPpm: bigint,
): { figures: Figures[]; why: string | null } {
  if (quote === null) return { figures: [], why: "it has no quote" };
  const quoted = { ...swap, units, further: [] };
  const isShown = (figures: Figures): boolean =>
    figures.receiveUnits === quote.receiveUnits && figures.networkFeeUnits === quote.networkFeeUnits;
  const told = quote.moment.prices.filter((point) => figuresAt(facts.assets, quoted, [point]).some(isShown));
  if (told.length === 0) return { figures: [], why: "its quote is none that the market had" };
  const figures = told.flatMap((point) => {
    const rate = rateAt(facts.assets, swap, point.prices);
    if (rate === null) return [];
    const borne = moment.prices.filter(({ prices }) => {
      const now = rateAt(facts.assets, swap, prices);
      return now !== null && !fellBelow(rate, now, fallPpm);
    });
    return borne.flatMap(({ prices }) =>
      depositFees(facts.assets, swap, prices).map((fee) => {
        const networkFeeUnits = quote.networkFeeUnits + furtherFee(facts.assets, swap, prices, fee);
        return { receiveUnits: grossOf(swap, rate) - networkFeeUnits, networkFeeUnits };
      }),
    );
  });
  return { figures, why: "the market had fallen too far below its fixed rate" };
}

/** In what a payment differs from what was agreed: surely, and perhaps. */
function mismatchesOf(
  customer: CustomerFacts,
  paid: readonly Payment[],
  facts: Facts,
): { sure: string[]; maybe: string[] } {
  const { units: agreed, mismatch, expiresAt, cancelledAt, shown } = customer;
  const units = sumOf(paid);
  const tolerance = ceilDiv(agreed * TOLERANCE_PPM, MILLION);
  const isFixed = customer.orderType === "fixed";
  const sure: string[] = [];
  const maybe: string[] = [];
  // What a balance shows counts from the look that finds it: later than its block, where no process was awake in between.
  // A fixed rate needs its payments in blocks in time; a rewritten chain has other blocks than it had.
  const isAfter = paid.some(({ minedAt }) => minedAt > expiresAt);
  const inTime = sumOf(paid.filter(({ minedAt }) => minedAt <= expiresAt));
  const isLittle = (some: bigint): boolean => some <= tolerance || some * 10n <= shown.unitsMin;
  const makesLate = ({ units: one, minedAt }: Payment): boolean => minedAt > expiresAt && !isLittle(one);
  const least = agreed - tolerance;
  const isLateFixed =
    isFixed &&
    inTime < least &&
    (units >= least || paid.some(makesLate)) &&
    !facts.isRewritten(customer.send);
  const begun = paid.filter(({ paidAt }) => paidAt <= expiresAt);
  const isPaidLate = begun.length === 0 || (isLittle(sumOf(begun)) && !isLittle(units));
  if (isLateFixed || isPaidLate || cancelledAt !== null) sure.push("late");
  else if (isAfter || paid.some(({ isReadFromBalance }) => isReadFromBalance)) maybe.push("late");
  const minds = (instruction: string | undefined): boolean => isFixed || instruction === "refund";
  if (units < least && minds(mismatch.less)) sure.push("less");
  if (units > agreed + tolerance && minds(mismatch.more)) sure.push("more");
  if (units < shown.unitsMin) sure.push("less");
  if (units > shown.unitsMax) sure.push("more");
  return { sure, maybe };
}

function refundDue(order: OrderFacts, own: readonly Payment[], facts: Facts, complain: Complain): Due | null {
  const { refundAddress } = order.customer;
  const [first] = own;
  if (refundAddress === null) return complain("refunded to nowhere");
  if (first === undefined) return complain("refunded without a payment");
  const { asset } = first;
  if (own.some((payment) => payment.asset !== asset)) return complain("refunds two assets at once");
  const why = whyNotRefund(order, own, facts);
  if (why !== null) complain(`was refunded although ${why}`);
  const began = order.changes.find(({ to }) => to === "refunding")?.moment.asOf ?? Number.POSITIVE_INFINITY;
  const points = facts.history.filter(({ at }) => at >= began - PRICE_AGE_MS);
  const move = { send: asset, receive: asset, further: furtherOf(own), mix: null };
  const fees = points.flatMap(({ prices }) => networkFees(facts.assets, move, prices));
  if (fees.length === 0) return complain("was refunded before it was decided");
  return {
    order,
    addresses: [refundAddress],
    asset,
    candidates: new Map(fees.map((fee) => [sumOf(own) - fee, fee])),
    settledAt: began,
  };
}

/** Why this order must not have been refunded; null when it was right. */
function whyNotRefund(order: OrderFacts, paid: readonly Payment[], facts: Facts): string | null {
  const chosen = ["refund", "admin_refund", "cancel"].some((choice) => order.consents.has(choice));
  if (chosen || order.asked.size > 0) return null;
  const { sure, maybe } = mismatchesOf(order.customer, paid, facts);
  return sure.length > 0 || maybe.length > 0 ? null : "its customer did not ask for it";
}
