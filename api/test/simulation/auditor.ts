/**
 * The independent auditor: from what customers did and were shown, what the market said, and what the chains hold, it
 * computes anew what every customer should have received. What the engine says counts as a claim, which is compared. The
 * auditor shares no code with the engine, on purpose: it imports nothing of it.
 */
import { dueTo } from "./audit-dues";
import { auditExposure } from "./audit-exposure";
import { type AssetsFacts, ceilDiv, factsOf, MILLION, networkFees, type PricePoint } from "./audit-figures";
import { type LoanFacts, type LoanLimits, loansPaid } from "./audit-loans";
import { auditMix, type MixFacts, type Receipt } from "./audit-mixes";
import { questionTrouble } from "./audit-questions";

type Amounts = ReadonlyMap<string, bigint>;

/** Even the smallest order does not lack less than this part of its amount. */
const TOLERANCE_PPM = 5_000n;

/** A payment to a customer's deposit address, as its chain has it. */
export type Payment = {
  /** chain:transaction:ordinal. */
  id: string;
  txHash: string;
  address: string;
  asset: string;
  units: bigint;
  /** Somebody else sent it to a customer's address. */
  isStranger: boolean;
  /** It shows in a balance only. */
  isReadFromBalance: boolean;
  /** Its source is on a screening list. */
  listed: boolean;
  /** When the customer sent it, and when it was mined. */
  paidAt: number;
  minedAt: number;
};

/** A moment of the engine, and what the market may have told it by then; `asOf` is earlier where a process had slept. */
export type Moment = { at: number; asOf: number; prices: readonly PricePoint[] };

type Choice = "exchange" | "refund";

/** What a customer asked for, gave, was shown and did; nothing of it comes from the engine's books. */
export type CustomerFacts = {
  send: string;
  receive: string;
  orderType: "floating" | "fixed";
  /** What they said they would send. */
  units: bigint;
  receiveAddresses: readonly string[];
  refundAddress: string | null;
  depositAddress: string;
  mismatch: { less?: Choice; more?: Choice; late?: Choice };
  expiresAt: number;
  cancelledAt: number | null;
  shown: {
    unitsMin: bigint;
    unitsMax: bigint;
    quote: { receiveUnits: bigint; networkFeeUnits: bigint; moment: Moment } | null;
  };
  payments: readonly Payment[];
};

/** An order, or a child of one, as its page shows it at the end; and what was noted until then. */
export type OrderFacts = {
  id: string;
  isChild: boolean;
  customer: CustomerFacts;
  /** What the page claims. */
  claims: {
    state: string;
    receiveAddress: string;
    refundAddress: string | null;
    /** Hashes of payments to this order, of those that count for no order, and of what was paid out for it. */
    payments: readonly string[];
    aside: readonly string[];
    payouts: readonly { txHash: string | null; asset: string; units: bigint; isConfirmed: boolean }[];
  };
  changes: readonly { from: string | null; to: string; moment: Moment }[];
  /** Null for a plain exchange. */
  mix: MixFacts | null;
  /** Why its customer was asked; empty where they were not. */
  asked: ReadonlySet<string>;
  /** What the customer and administrators chose, and the figures that the customer agreed to. */
  consents: ReadonlySet<string>;
  agreements: readonly { receiveUnits: bigint; moment: Moment }[];
};

export type Facts = {
  assets: AssetsFacts;
  orders: OrderFacts[];
  loans: readonly LoanFacts[];
  loanLimits: LoanLimits;
  /** Whole USDT at the lowest price that the market has said. */
  leastWorth(asset: string, units: bigint): bigint;
  /** Mined payments to deposit addresses, from outside. */
  payments: Payment[];
  /** What our transactions brought to anybody else: one entry a transfer. */
  receipts: readonly Receipt[];
  /** Addresses of which the wallet's own keys say that they are ours. */
  wallet: ReadonlySet<string>;
  /** By transaction (`chain:id`), the outputs (`chain:id:ordinal`) that it spends. */
  spends: ReadonlyMap<string, readonly string[]>;
  /** When coins of an account left an address. */
  sweeps: readonly { address: string; at: number }[];
  /** Hashes of all payments to addresses of ours, also of those that are in no branch any more. */
  known: ReadonlySet<string>;
  /** Whether the history of an asset's chain was rewritten below the policy depth. */
  isRewritten(asset: string): boolean;
  /** What was seen on the way that must not be. */
  complaints: readonly string[];
  /** Coins of the wallet at the beginning and at the end, deposit addresses included; network fees burnt. */
  began: Amounts;
  holds: Amounts;
  burnt: Amounts;
  /** Everything that the market said. */
  history: readonly PricePoint[];
};

/** What an order should have brought its customer: one of some figures, to one of some addresses, once. */
export type Due = {
  order: OrderFacts;
  addresses: readonly string[];
  asset: string;
  /** What it may be, each with the network fee that is in it. */
  candidates: ReadonlyMap<bigint, bigint>;
  settledAt: number;
};

type Paid = { asset: string; units: bigint };

/** Everything that is not as it should be; empty when the books are right. */
export function audit(facts: Facts): string[] {
  const complaints = [...facts.complaints, ...auditExposure(facts)];
  checkClaims(facts, complaints);
  const owners = ownersOf(facts, complaints);
  const left = [...facts.receipts];
  const paid: Paid[] = [];
  const dues = facts.orders.flatMap((order) => {
    const own = facts.payments.filter(({ id }) => owners.get(id) === order);
    const trouble = questionTrouble(order, own, facts);
    if (trouble !== null) complaints.push(`${nameOf(order)}: ${trouble}`);
    return dueTo(order, own, facts, complaints) ?? [];
  });
  const isMix = ({ order }: Due): boolean => order.mix !== null && order.claims.state === "completed";
  for (const due of dues.filter((one) => !isMix(one))) paid.push(...receiptOf(due, left, complaints));
  for (const due of dues.filter(isMix)) paid.push(...legsOf(due, left, facts, complaints));
  paid.push(
    ...loansPaid(facts.loans, left, { limits: facts.loanLimits, leastWorth: facts.leastWorth }, complaints),
  );
  for (const { address, asset, units } of left)
    complaints.push(`${address} got ${units} ${asset}, which were not due to it`);
  compareHoldings(facts, paid, complaints);
  return complaints;
}

const nameOf = ({ id, claims: { state } }: OrderFacts): string => `order ${id.slice(0, 6)} (${state})`;

/** Takes the receipt that is what was due out of those that are left. */
function receiptOf(due: Due, left: Receipt[], complaints: string[]): Paid[] {
  const isDue = ({ address, asset, units }: Receipt): boolean =>
    due.addresses.includes(address) && asset === due.asset && due.candidates.has(units);
  const at = left.findIndex(isDue);
  if (at >= 0) return left.splice(at, 1);
  const figures = [...due.candidates.keys()].slice(0, 4).join(" or ");
  const got = left.filter(({ address }) => due.addresses.includes(address)).map(({ units }) => units);
  complaints.push(
    `${nameOf(due.order)}: ${figures} ${due.asset} were due to ${due.addresses.join()}, which got ${got.join() || "nothing"}`,
  );
  return [];
}

/** Takes what came to a mix's addresses, but for what plain orders were due there. */
function legsOf(due: Due, left: Receipt[], facts: Facts, complaints: string[]): Paid[] {
  const { mix, id } = due.order;
  const legs = left.filter(({ address }) => due.addresses.includes(address));
  left.splice(0, left.length, ...left.filter((receipt) => !legs.includes(receipt)));
  if (mix === null) return legs;
  const sum = legs.reduce((total, { units }) => total + units, 0n);
  const [[units, networkFeeUnits] = [0n, 0n]] = due.candidates;
  const networkFee = due.candidates.get(sum);
  const known =
    networkFee === undefined ? { units, networkFeeUnits } : { units: sum, networkFeeUnits: networkFee };
  const dustUnits = facts.assets.get(due.asset)?.dustUnits ?? 0n;
  const { asset, settledAt } = due;
  const troubles = auditMix({ mix, asset, dustUnits, ...known, settledAt, legs }, facts);
  complaints.push(...troubles.map((trouble) => `mix ${id.slice(0, 6)}: ${trouble}`));
  return legs;
}

/** What pages say must be what customers gave, and what the chains have. */
function checkClaims(facts: Facts, complaints: string[]): void {
  for (const order of facts.orders) {
    const { claims, customer } = order;
    const complain = (text: string) => complaints.push(`${nameOf(order)}: ${text}`);
    if (!facts.wallet.has(customer.depositAddress)) complain("its deposit address is not ours");
    if (claims.receiveAddress !== "" && claims.receiveAddress !== customer.receiveAddresses[0])
      complain(
        `says that it pays ${claims.receiveAddress}; its customer gave ${customer.receiveAddresses[0]}`,
      );
    if (claims.refundAddress !== null && claims.refundAddress !== customer.refundAddress)
      complain(
        `says that it refunds to ${claims.refundAddress}; its customer gave ${customer.refundAddress}`,
      );
    for (const { txHash, asset, units, isConfirmed } of claims.payouts) {
      if (!isConfirmed) continue;
      const landed = facts.receipts.some(
        (receipt) =>
          receipt.id.split(":")[1] === txHash && receipt.asset === asset && receipt.units === units,
      );
      if (!landed) complain(`says that ${txHash} paid ${units} ${asset}; the chain has no such transfer`);
    }
  }
}

/** Each payment above dust belongs to one order of its customer, and no order has one that is dust, or that no one made. */
function ownersOf(facts: Facts, complaints: string[]): Map<string, OrderFacts> {
  const owners = new Map<string, OrderFacts>();
  for (const payment of facts.payments) {
    const claimed = facts.orders.filter(({ claims }) => claims.payments.includes(payment.txHash));
    // A child's payment is on its parent's page too.
    const children = claimed.filter(({ isChild }) => isChild);
    const [owner, ...others] = children.length > 0 ? children : claimed;
    if (others.length > 0) complaints.push(`payment ${payment.id} counts for two orders`);
    if (owner === undefined && !mayBeAside(payment, facts))
      complaints.push(`payment ${payment.id} of ${payment.units} ${payment.asset} counts for nobody`);
    if (owner === undefined) continue;
    if (facts.payments.every((part) => part.txHash !== payment.txHash || isTooLittle(part, facts)))
      complaints.push(
        `${nameOf(owner)}: counts ${payment.units} ${payment.asset}, too little to be a payment`,
      );
    if (owner.customer.depositAddress !== payment.address)
      complaints.push(`payment ${payment.id} counts for an order that it was not paid to`);
    owners.set(payment.id, owner);
  }
  for (const order of facts.orders) {
    const unknown = order.claims.payments.filter((txHash) => !facts.known.has(txHash));
    if (unknown.length > 0) complaints.push(`${nameOf(order)}: no chain has ${unknown.join()}`);
  }
  return owners;
}

/** Whether it is below dust, or a part of the least order that is taken for the whole. */
function isTooLittle({ asset, units }: Payment, { assets }: Facts): boolean {
  const { dustUnits, leastUnits } = factsOf(assets, asset);
  return units < dustUnits || units * MILLION < leastUnits * TOLERANCE_PPM;
}

/** Whether a payment is too little to be one, or was rightly set aside by the order that it came to. */
function mayBeAside(payment: Payment, facts: Facts): boolean {
  if (isTooLittle(payment, facts)) return true;
  const { asset, units } = payment;
  const { dustUnits, leastUnits } = factsOf(facts.assets, asset);
  const order = facts.orders.find(({ claims }) => claims.aside.includes(payment.txHash));
  if (order === undefined) return false;
  const { customer } = order;
  const isAgreed = asset === customer.send;
  const isMinor =
    isAgreed &&
    (units <= ceilDiv(customer.units * TOLERANCE_PPM, MILLION) || units * 10n <= customer.shown.unitsMin);
  if (payment.listed) return isMinor;
  const move = { send: asset, receive: asset, further: [], mix: null };
  const fees = facts.history.flatMap(({ prices }) => networkFees(facts.assets, move, prices));
  const least = isAgreed ? customer.shown.unitsMin : leastUnits;
  return units * 20n <= least || (units < least && fees.some((fee) => units - fee < dustUnits));
}

/** What the wallet began with, plus what came in, less what was due to customers, less burnt fees, is what it holds. */
function compareHoldings(facts: Facts, paid: readonly Paid[], complaints: string[]): void {
  const of = (list: readonly Paid[], asset: string): bigint =>
    list.reduce((total, entry) => (entry.asset === asset ? total + entry.units : total), 0n);
  for (const [asset, began] of facts.began) {
    const should = began + of(facts.payments, asset) - of(paid, asset) - (facts.burnt.get(asset) ?? 0n);
    const holds = facts.holds.get(asset) ?? 0n;
    if (holds !== should) complaints.push(`the wallet holds ${holds} ${asset}; it should hold ${should}`);
  }
}
