import { bookIdOf, depositIdOf, legIdOf, orderIdOf, trackingCodeOf } from "../../src/core/ids";
import type { LedgerTransaction } from "../../src/ledger/entry";
import type { Market } from "../../src/market/market";
import { effects, joinEffects } from "../../src/orders/machine/effects";
import type { Effects, OrderEvent, SeenDeposit } from "../../src/orders/machine/events";
import type { DepositRef, DepositSource, Order, OrderTerms } from "../../src/orders/machine/order";
import { transition } from "../../src/orders/machine/transition";
import type { ReserveRoom } from "../../src/reserves/reserve-change";

/** For tests: one imaginary swap of 0.05 BTC at 60,000 USDT, whose figures agree with each other. */
export const CREATED_AT = Date.UTC(2026, 0, 1);
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const EXPIRES_AT = CREATED_AT + 30 * MINUTE_MS;
export const SEND_UNITS = 5_000_000n;
/** 600 units of USDT (6 places) for one of BTC (8 places). */
export const RATE = { numerator: 600n, denominator: 1n };
export const FEE_UNITS = 22_500n;
export const NETWORK_FEE_UNITS = 800_000n;
/** floor((0.05 − 0.000225) BTC × 60,000) − 0.8 USDT. */
export const RECEIVE_UNITS = 2_985_700_000n;
/** What a mix's network fee contains for each round. */
export const ROUND_UNITS = 50_000n;
export const REFUND_FEE_UNITS = 1_000n;
export const HELD_UNITS = 2_985_700_000n;
export const REFUND_ADDRESS = "refund-address";
export const BOOK = bookIdOf("book");

/** Reserve enough for whatever is to be held. */
export const ROOM: ReserveRoom = { free: 10n ** 15n, unpaidFree: 10n ** 15n };

/** An order that waits for its deposit, a fixed one with the reserve held for it; `terms` changes what was agreed. */
export const exampleOrder = (
  change: Partial<Omit<Order, "terms">> & { terms?: Partial<OrderTerms> } = {},
): Order => ({
  id: orderIdOf("order"),
  trackingCode: trackingCodeOf("482915037"),
  version: 1,
  phase: { state: "waiting" },
  deposits: [],
  refundAddress: null,
  late: false,
  closedAs: null,
  children: [],
  heldUnits: change.terms?.orderType === "fixed" ? HELD_UNITS : 0n,
  unpaidUnits: change.terms?.orderType === "fixed" ? HELD_UNITS : 0n,
  revision: 0,
  approval: null,
  settlement: null,
  legs: [],
  ...change,
  terms: {
    parentId: null,
    orderType: "floating",
    sendAsset: "BTC",
    receiveAsset: "USDT-TRC20",
    sendUnits: SEND_UNITS,
    payout: { kind: "to", address: "receive-address" },
    receiveMemo: null,
    depositAddress: "deposit-address",
    book: BOOK,
    feePpm: 4_500n,
    sendUnitsMin: 100_000n,
    sendUnitsMax: 400_000_000n,
    quote: { rate: RATE, networkFeeUnits: NETWORK_FEE_UNITS, receiveUnits: RECEIVE_UNITS },
    mismatch: {},
    createdAt: CREATED_AT,
    expiresAt: EXPIRES_AT,
    ...change.terms,
  },
});

/** A mix of so many rounds, for the terms of an order. */
export const exampleMixer = (rounds: number): NonNullable<OrderTerms["mixer"]> => ({
  settings: {
    form: "mixer",
    rounds,
    delayMinutes: 15,
    randomDelay: true,
    randomAmounts: true,
    tor: false,
    level: "enhanced",
  },
  receiveAddresses: ["receive-address"],
  roundUnits: ROUND_UNITS,
});

/** The market that the example order was quoted at. */
export const exampleMarket = (change: Partial<Market> = {}): Market => ({
  at: CREATED_AT,
  rate: RATE,
  payoutFeeUnits: NETWORK_FEE_UNITS,
  furtherDepositsFeeUnits: 0n,
  payoutFeeUnitsMax: 90_000_000n,
  isPayeeTooDear: false,
  roundUnits: ROUND_UNITS,
  roundFeeUnitsMax: 40_000_000n,
  refundFeeUnits: REFUND_FEE_UNITS,
  refundFeeUnitsMax: 3_000n,
  payoutUnitsMin: 10_000n,
  refundUnitsMin: 546n,
  // 250,000 USDT.
  sendUnitsMax: 416_666_666n,
  spendUnits: 0n,
  payableUnits: 1_000_000_000_000n,
  ...change,
});

type Given = { id?: string; at?: number; market?: Market | null };

/** A deposit in the mempool, unless `blockAt` says otherwise. */
export const seen = (
  units: bigint = SEND_UNITS,
  given: Given & Partial<Pick<SeenDeposit, "asset" | "blockAt">> & { room?: ReserveRoom } = {},
): OrderEvent => ({
  type: "deposit_seen",
  at: given.at ?? CREATED_AT + MINUTE_MS,
  deposit: {
    id: depositIdOf(given.id ?? "d1"),
    txHash: `tx-${given.id ?? "d1"}`,
    asset: given.asset ?? "BTC",
    units,
    blockAt: given.blockAt ?? null,
  },
  room: given.room ?? ROOM,
});

/** The deposit has come from the mempool into a block. */
export const mined = (given: Given & { blockAt?: number; room?: ReserveRoom } = {}): OrderEvent => ({
  type: "deposit_mined",
  at: given.at ?? CREATED_AT + 5 * MINUTE_MS,
  depositId: depositIdOf(given.id ?? "d1"),
  blockAt: given.blockAt ?? given.at ?? CREATED_AT + 5 * MINUTE_MS,
  room: given.room ?? ROOM,
});

/** The deposit at policy depth. */
export const final = (given: Given & { blockAt?: number } = {}): OrderEvent => ({
  type: "deposit_final",
  at: given.at ?? CREATED_AT + 10 * MINUTE_MS,
  depositId: depositIdOf(given.id ?? "d1"),
  blockAt: given.blockAt ?? given.at ?? CREATED_AT + 5 * MINUTE_MS,
  holding: "chain",
  market: given.market === undefined ? exampleMarket() : given.market,
});

export const gone = (given: Given & { replaced?: boolean } = {}): OrderEvent => ({
  type: "deposit_gone",
  at: given.at ?? CREATED_AT + 3 * MINUTE_MS,
  depositId: depositIdOf(given.id ?? "d1"),
  replaced: given.replaced ?? false,
});

export const screened = (given: Given & { listed?: boolean; source?: DepositSource } = {}): OrderEvent => ({
  type: "deposit_screened",
  at: given.at ?? CREATED_AT + 11 * MINUTE_MS,
  depositId: depositIdOf(given.id ?? "d1"),
  source: given.source ?? (given.listed ? "listed" : "clear"),
  market: given.market === undefined ? exampleMarket() : given.market,
});

export const settle = (given: { at?: number; legId?: string; market?: Market } = {}): OrderEvent => ({
  type: "settle",
  at: given.at ?? CREATED_AT + 12 * MINUTE_MS,
  legId: legIdOf(given.legId ?? "leg"),
  market: given.market ?? exampleMarket(),
});

export const planRefund = (given: { at?: number; legId?: string; market?: Market } = {}): OrderEvent => ({
  type: "plan_refund",
  at: given.at ?? CREATED_AT + 13 * MINUTE_MS,
  legId: legIdOf(given.legId ?? "refund-leg"),
  market: given.market ?? exampleMarket(),
});

export const decision = (
  choice: "exchange" | "refund",
  given: {
    at?: number;
    refundAddress?: string;
    revision?: number;
    receiveUnitsMin?: bigint;
    market?: Market | null;
  } = {},
): OrderEvent => ({
  type: "decision",
  at: given.at ?? CREATED_AT + 11 * MINUTE_MS + 30_000,
  choice,
  refundAddress: given.refundAddress ?? null,
  revision: given.revision ?? null,
  receiveUnitsMin: given.receiveUnitsMin ?? null,
  market: given.market === undefined ? exampleMarket() : given.market,
});

/** What became of the leg's transaction. */
export const legEvent = (
  type: "leg_sent" | "leg_final" | "leg_reverted" | "leg_dead",
  given: { legId?: string; txId?: string; at?: number; feeUnits?: bigint } = {},
): OrderEvent => {
  const leg = {
    at: given.at ?? CREATED_AT + 20 * MINUTE_MS,
    legId: legIdOf(given.legId ?? "leg"),
    txId: given.txId ?? "payout",
  };
  return type === "leg_sent" || type === "leg_dead"
    ? { type, ...leg }
    : { type, ...leg, feeUnits: given.feeUnits ?? 30_000_000n };
};

export const timer = (at: number, market: Market | null = exampleMarket()): OrderEvent => ({
  type: "timer",
  at,
  market,
});

/** The example deposit from first sight to clean, so that the order exchanges, asks or refunds. */
export const paid = (units: bigint = SEND_UNITS, given: Given = {}) => [
  seen(units, given),
  final(given),
  screened(given),
];

/** Applies events that must all be accepted; gives the last order and everything that was to be written. */
export function play(order: Order, ...events: readonly OrderEvent[]): Effects {
  return events.reduce<Effects>((sum, event) => {
    const outcome = transition(sum.order, event);
    if (!outcome.ok) throw new Error(`${event.type} was refused: ${outcome.error}`);
    return joinEffects(sum, outcome.value);
  }, effects(order));
}

/** The error that refuses this event; null when it is accepted. */
export function refusalOf(order: Order, event: OrderEvent): string | null {
  const outcome = transition(order, event);
  return outcome.ok ? null : outcome.error;
}

/** The sum of what a ledger account received (positive: debit). */
export const bookedOn = (ledger: readonly LedgerTransaction[], account: string): bigint =>
  ledger
    .flatMap((booking) => booking.entries)
    .filter((entry) => entry.account === account)
    .reduce((sum, entry) => sum + entry.units, 0n);

/** A deposit as an order keeps it. */
export const exampleDeposit = (change: Partial<DepositRef> = {}): DepositRef => ({
  id: depositIdOf("d1"),
  txHash: "tx-d1",
  asset: "BTC",
  units: SEND_UNITS,
  seenAt: CREATED_AT + MINUTE_MS,
  blockAt: null,
  status: "pending",
  replaced: false,
  screening: "open",
  childId: null,
  ...change,
});
