/**
 * The independent auditor: from what was agreed, what the chains hold and what people consented to, it computes anew
 * what every customer should have received. It shares no code with the engine, on purpose: it imports nothing of it.
 */
import { auditMix, type MixFacts, mixPpm, type Receipt } from "./audit-mixes";

type Amounts = Map<string, bigint>;

export type Payment = {
  /** chain:transaction:ordinal. */
  id: string;
  address: string;
  asset: string;
  units: bigint;
  /** Its source is on a screening list. */
  listed: boolean;
  /** When the customer sent it, and when it was mined. */
  paidAt: number;
  minedAt: number;
};

export type OrderFacts = {
  id: string;
  parentId: string | null;
  state: string;
  orderType: "floating" | "fixed";
  sendAsset: string;
  receiveAsset: string;
  receiveAddress: string;
  refundAddress: string | null;
  /** Agreed limits, in sent units; end of the payment window. */
  unitsMin: bigint;
  unitsMax: bigint;
  unitsAgreed: bigint;
  expiresAt: number;
  quoteRate: { numerator: bigint; denominator: bigint };
  /** Ids of deposits; `childId` where another order has taken it over. */
  deposits: { id: string; childId: string | null }[];
  settlement: {
    rate: { numerator: bigint; denominator: bigint };
    networkFeeUnits: bigint;
    at: number;
  } | null;
  refundFeeUnits: bigint | null;
  /** Null for a plain exchange. */
  mix: MixFacts | null;
  /** Whether its customer was asked; what customers, instructions and administrators chose. */
  wasAsked: boolean;
  consents: ReadonlySet<string>;
  /** When its customer agreed to figures that were shown. */
  agreedAt: readonly number[];
  instructions: ReadonlySet<string>;
};

export type Facts = {
  orders: OrderFacts[];
  /** Mined payments to deposit addresses, from outside. */
  payments: Payment[];
  /** What each customer's address got from us: one entry a transfer. */
  receipts: readonly Receipt[];
  /** By transaction (`chain:id`), the outputs (`chain:id:ordinal`) that it spends. */
  spends: ReadonlyMap<string, readonly string[]>;
  /** When coins of an account left an address. */
  sweeps: readonly { address: string; at: number }[];
  /** Some chain's history was rewritten below the policy depth. */
  isRewritten: boolean;
  /** What was seen of mixes' plans that must not be. */
  complaints: readonly string[];
  /** Coins of the wallet at the beginning and at the end, deposit addresses included; network fees burnt. */
  began: Amounts;
  holds: Amounts;
  burnt: Amounts;
  /** Less than this is nobody's. */
  dust: Amounts;
  decimals: ReadonlyMap<string, number>;
  prices: { at: number; prices: ReadonlyMap<string, bigint> }[];
};

const FLOATING_PPM = 4_500n;
const FIXED_PPM = 9_500n;
const MILLION = 1_000_000n;
const FEE_VALUE_USDT_MAX = 3n;
/** What each round of a mix may add to it. */
const ROUND_VALUE_USDT_MAX = 2n;
/** A rate may be as old as a price may be, plus the minute that an offer holds, plus slack for the steps between. */
const RATE_AGE_MS = 125_000;

/** Everything that is not as it should be; empty when the books are right. */
export function audit(facts: Facts): string[] {
  const complaints = [...facts.complaints];
  const owners = ownersOf(facts, complaints);
  const expected: Expected = new Map();
  const mixed: { order: OrderFacts; due: Due }[] = [];
  const expect = (address: string, units: Due): void => {
    expected.set(address, [...(expected.get(address) ?? []), units]);
  };
  for (const order of facts.orders) {
    const own = facts.payments.filter((payment) => owners.get(payment.id) === order.id);
    const due = dueTo(order, own, facts, complaints);
    if (due === null) continue;
    if (order.mix !== null && order.state === "completed") mixed.push({ order, due });
    else expect(due.address, due);
  }
  for (const { order, due } of mixed) {
    const { id, mix, settlement } = order;
    if (mix === null || settlement === null) continue;
    const legs = legsTo(mix.addresses, facts.receipts, expected);
    const troubles = auditMix({ mix, ...due, settledAt: settlement.at, legs }, facts);
    complaints.push(...troubles.map((trouble) => `mix ${id.slice(0, 6)}: ${trouble}`));
    for (const leg of legs) expect(leg.address, leg);
  }
  compareReceipts(facts, expected, complaints);
  compareHoldings(facts, expected, complaints);
  return complaints;
}

/** What came to a mix's addresses, but for what a plain order (of money that came later) is due there. */
function legsTo(addresses: readonly string[], receipts: readonly Receipt[], expected: Expected): Receipt[] {
  return addresses.flatMap((address) => {
    const others = [...(expected.get(address) ?? [])];
    return receipts.filter((receipt) => {
      if (receipt.address !== address) return false;
      const at = others.findIndex(({ asset, units }) => asset === receipt.asset && units === receipt.units);
      if (at >= 0) others.splice(at, 1);
      return at < 0;
    });
  });
}

/** Each payment above dust belongs to one order, and no order has a payment that nobody made. */
function ownersOf(facts: Facts, complaints: string[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const order of facts.orders) {
    for (const { id, childId } of order.deposits) {
      if (childId !== null) continue;
      if (owners.has(id)) complaints.push(`payment ${id} counts for two orders`);
      owners.set(id, order.id);
    }
  }
  for (const { id, asset, units } of facts.payments) {
    if (units >= (facts.dust.get(asset) ?? 0n) && !owners.has(id))
      complaints.push(`payment ${id} of ${units} ${asset} counts for nobody`);
  }
  return owners;
}

const sum = (units: readonly bigint[]): bigint => units.reduce((total, next) => total + next, 0n);

type Due = { address: string; asset: string; units: bigint };
type Expected = Map<string, { asset: string; units: bigint }[]>;

/** What the outcome of an order should have brought its customer. */
function dueTo(order: OrderFacts, own: readonly Payment[], facts: Facts, complaints: string[]): Due | null {
  const complain = (text: string): null => {
    complaints.push(`order ${order.id.slice(0, 6)} (${order.state}): ${text}`);
    return null;
  };
  const isReleased = order.consents.has("admin_exchange") || order.consents.has("admin_refund");
  const mayMove = isReleased || own.every(({ listed }) => !listed);
  if (!mayMove && ["completed", "refunded"].includes(order.state)) complain("listed money moved by itself");
  const right = own.filter(({ asset }) => asset === order.sendAsset);
  const paid = sum(right.map(({ units }) => units));
  if (order.state === "completed") {
    const { settlement } = order;
    if (settlement === null) return complain("completed without a settlement");
    if (right.length !== own.length) return complain("was exchanged with coins of a wrong asset");
    const why = whyNotExchange(order, right, paid);
    if (why !== null) complain(`was exchanged although ${why}`);
    if (!isRateTrue(order, settlement, facts)) complain("the rate is none that the market had");
    if (!isFeeFair(settlement.networkFeeUnits, order.receiveAsset, facts, order.mix?.rounds))
      complain("network fee out of proportion");
    const plain = order.orderType === "fixed" ? FIXED_PPM : FLOATING_PPM;
    const ppm = order.mix === null ? plain : mixPpm(order.mix);
    // The fee is rounded up, the payout down.
    const fee = (paid * ppm + MILLION - 1n) / MILLION;
    const gross = ((paid - fee) * settlement.rate.numerator) / settlement.rate.denominator;
    return {
      address: order.receiveAddress,
      asset: order.receiveAsset,
      units: gross - settlement.networkFeeUnits,
    };
  }
  if (order.state === "refunded") {
    if (order.refundAddress === null || order.refundFeeUnits === null) return complain("refunded to nowhere");
    const [first] = own;
    if (first === undefined) return complain("refunded without a payment");
    if (own.some(({ asset }) => asset !== first.asset)) return complain("refunds two assets at once");
    const why = whyNotRefund(order, own, paid);
    if (why !== null) complain(`was refunded although ${why}`);
    if (!isFeeFair(order.refundFeeUnits, first.asset, facts)) complain("network fee out of proportion");
    const units = sum(own.map((payment) => payment.units)) - order.refundFeeUnits;
    return { address: order.refundAddress, asset: first.asset, units };
  }
  const isOver = ["expired", "cancelled"].includes(order.state);
  if (isOver && own.length > 0) return complain("has money and is closed");
  return null;
}

/** Why this order must not have been exchanged; null when it was right. */
function whyNotExchange(order: OrderFacts, paid: readonly Payment[], units: bigint): string | null {
  const agreed = order.consents.has("exchange") || order.instructions.has("exchange");
  if (agreed) return null;
  if (order.parentId !== null) return "nobody chose it for a later payment";
  if (paid.every(({ paidAt }) => paidAt > order.expiresAt)) return "it was paid too late";
  if (units < order.unitsMin || units > order.unitsMax) return "the amount is outside the limits";
  if (order.orderType === "fixed") {
    const tolerance = (order.unitsAgreed * 5_000n + MILLION - 1n) / MILLION;
    const difference = units > order.unitsAgreed ? units - order.unitsAgreed : order.unitsAgreed - units;
    if (difference > tolerance) return "another amount was agreed";
  }
  return null;
}

/** Why this order must not have been refunded; null when it was right. */
function whyNotRefund(order: OrderFacts, paid: readonly Payment[], units: bigint): string | null {
  const chosen = ["refund", "admin_refund", "cancel"].some((choice) => order.consents.has(choice));
  if (chosen || order.wasAsked || order.instructions.has("refund")) return null;
  const surelyInTime = paid.every(({ minedAt }) => minedAt <= order.expiresAt);
  if (!surelyInTime) return null;
  return units < order.unitsMin || units > order.unitsMax ? null : "nobody asked for it";
}

/** A fixed rate is the quote's; any other is one that the market had shortly before. */
function isRateTrue(
  order: OrderFacts,
  settlement: NonNullable<OrderFacts["settlement"]>,
  facts: Facts,
): boolean {
  const { rate } = settlement;
  const moments = [settlement.at, ...order.agreedAt];
  const equals = (other: { numerator: bigint; denominator: bigint }): boolean =>
    rate.numerator * other.denominator === other.numerator * rate.denominator;
  // Within one currency there is nothing to convert, whatever the market says.
  if (order.sendAsset === order.receiveAsset) return rate.numerator === rate.denominator;
  const isUnasked = order.orderType === "fixed" && order.parentId === null;
  if (isUnasked && !order.wasAsked && order.instructions.size === 0) return equals(order.quoteRate);
  return (
    facts.prices.some((point) => {
      if (!moments.some((at) => point.at <= at && point.at >= at - RATE_AGE_MS)) return false;
      const send = point.prices.get(order.sendAsset);
      const receive = point.prices.get(order.receiveAsset);
      if (send === undefined || receive === undefined) return false;
      return equals({
        numerator: send * 10n ** BigInt(facts.decimals.get(order.receiveAsset) ?? 0),
        denominator: receive * 10n ** BigInt(facts.decimals.get(order.sendAsset) ?? 0),
      });
    }) ||
    (isUnasked && equals(order.quoteRate))
  );
}

/** Network fees on these chains are cents: a fee worth several USDT is a mistake. */
function isFeeFair(units: bigint, asset: string, facts: Facts, rounds = 0): boolean {
  const price = facts.prices.at(-1)?.prices.get(asset);
  if (price === undefined || units <= 0n) return false;
  const most = FEE_VALUE_USDT_MAX + ROUND_VALUE_USDT_MAX * BigInt(rounds);
  return units * price <= most * 10n ** 12n * 10n ** BigInt(facts.decimals.get(asset) ?? 0);
}

/** Every address got each transfer that was due to it, once, and nothing else. */
function compareReceipts(
  facts: Facts,
  expected: ReadonlyMap<string, { asset: string; units: bigint }[]>,
  complaints: string[],
): void {
  const text = (transfers: readonly { asset: string; units: bigint }[]): string =>
    transfers
      .map(({ asset, units }) => `${units} ${asset}`)
      .sort()
      .join(" + ") || "nothing";
  const addresses = new Set([...expected.keys(), ...facts.receipts.map(({ address }) => address)]);
  for (const address of addresses) {
    const got = text(facts.receipts.filter((receipt) => receipt.address === address));
    const due = text(expected.get(address) ?? []);
    if (got !== due) complaints.push(`${address} got ${got}; due was ${due}`);
  }
}

/** What the wallet began with, plus what came in, less what was due to customers, less burnt fees, is what it holds. */
function compareHoldings(
  facts: Facts,
  expected: ReadonlyMap<string, { asset: string; units: bigint }[]>,
  complaints: string[],
): void {
  for (const [asset, began] of facts.began) {
    const of = (list: readonly { asset: string; units: bigint }[]): bigint =>
      sum(list.filter((entry) => entry.asset === asset).map(({ units }) => units));
    const due = of([...expected.values()].flat());
    const should = began + of(facts.payments) - due - (facts.burnt.get(asset) ?? 0n);
    const holds = facts.holds.get(asset) ?? 0n;
    if (holds !== should) complaints.push(`the wallet holds ${holds} ${asset}; it should hold ${should}`);
  }
}
