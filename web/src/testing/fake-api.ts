import type { PairRate, Payment, PrivacyCalculation } from "@sotto/openapi";
import type { DeletionNote, Order } from "../lib/api";
import { CALCULATION, currencies, FEES } from "./fake-market";
import { unknownFields } from "./known-fields";

/** Answers of the contract's shape for tests of the pages; not part of the product. */
export const ORDER_ID = "5q0Zt1VZ3mQ2o7h1v0y6Kg";
export const RECEIVE_ADDRESS = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
export const REFUND_ADDRESS = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const DEPOSIT_ADDRESS = "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr";

/** 1.95 % of 0.7314 are 0.0142623; what is left x 60000 = 43028.262, less the network fee of 0.8. */
export const MIX_CALCULATION: PrivacyCalculation = {
  privacyScore: 165,
  scoreLabel: "low",
  estimatedProcessingTime: 900,
  totalFeeRate: "1.95",
  feeRates: { base: "0.45", mixing: "1.5", delay: "0", maxPrivacy: "0" },
  fee: "0.0142623",
  feeBreakdown: { base: "0.0032913", mixing: "0.010971", delay: "0", maxPrivacy: "0" },
  exchangeRate: "60000",
  networkFee: "0.8",
  netReceiveAmount: "43027.462",
  minAmount: "0.001",
  maxAmount: "4.1",
  poolSufficient: true,
  torAvailable: false,
  observer: {
    candidateSet: 1,
    bestGuess: "1",
    windowMinutes: 15,
    candidatesWanted: 8,
    shortfall: 7,
    weakestPoint: {
      code: "amount_unique",
      amount: "0.7314",
      candidates: null,
      windowMinutes: null,
      nearby: { amount: "0.7", candidates: 12 },
    },
    operatorCanLink: true,
  },
};

export const PRIVACY_SESSION_ID = "7VJb0pM1yq3o0yq0x5oP2w";

/** 0.1 BTC at 60000: 6000, less 27 and 0.8. */
const FIGURES: Order["amounts"]["ordered"] = {
  sendAmount: "0.1",
  sendCurrency: "BTC",
  exchangeRate: "60000",
  converted: "6000",
  fee: "27",
  feeRate: "0.45",
  networkFee: "0.8",
  receiveAmount: "5972.2",
  receiveCurrency: "USDT-TRC20",
};

/** The amounts of an order for which nothing has arrived. */
export const AMOUNTS: Order["amounts"] = {
  basis: "ordered",
  ordered: FIGURES,
  current: FIGURES,
  firm: false,
  arrived: null,
  credited: null,
  exchanged: null,
  paid: null,
  refunded: null,
  recalculated: null,
};

/** An order in its first state, changed as a test needs it. */
export function order(changes: Partial<Order> = {}): Order {
  const now = Date.now();
  return {
    id: ORDER_ID,
    trackingCode: "482915037",
    status: "pending",
    state: "waiting",
    reason: null,
    choices: [],
    deadline: null,
    awaits: null,
    defaultChoice: null,
    amounts: AMOUNTS,
    sendCurrency: "BTC",
    sendAmount: "0.1",
    receiveCurrency: "USDT-TRC20",
    receiveAmount: "5972.2",
    receiveAddress: RECEIVE_ADDRESS,
    receiveMemo: null,
    refundAddress: null,
    exchangeRate: "60000",
    fee: "0.00045",
    feeRate: "0.45",
    networkFee: "0.8",
    orderType: "floating",
    depositAddress: DEPOSIT_ADDRESS,
    depositAddressType: "taproot",
    memo: null,
    paymentInstructions: ["Send exactly 0.1 BTC."],
    createdAt: new Date(now - 90_000).toISOString(),
    expiresAt: new Date(now + 1_710_000).toISOString(),
    completedAt: null,
    confirmations: 0,
    confirmationsRequired: 2,
    deposits: [],
    payouts: [],
    txHash: null,
    estimatedTime: 1500,
    outcome: null,
    mismatch: { less: null, more: null, late: null },
    late: false,
    closedAs: null,
    revision: 0,
    children: [],
    privacySettings: null,
    feeBreakdown: null,
    mixing: null,
    ...changes,
  };
}

/** A mix whose first of three rounds is on the chain, changed as a test needs it. */
export function mixedOrder(
  changes: Partial<Order> = {},
  mixing: Partial<NonNullable<Order["mixing"]>> = {},
): Order {
  return order({
    status: "processing",
    state: "mixing",
    fee: "0.00195",
    feeRate: "1.95",
    feeBreakdown: { base: "0.00045", mixing: "0.0015", delay: "0", maxPrivacy: "0" },
    privacySettings: {
      mixingRounds: 3,
      delayMinutes: 15,
      useRandomDelay: true,
      useRandomAmounts: true,
      enableTorIntegration: false,
      privacyLevel: "enhanced",
      receiveAddresses: [RECEIVE_ADDRESS],
    },
    mixing: {
      round: 1,
      rounds: 3,
      skipped: 0,
      step: "rounds",
      shortfall: null,
      seconds: 900,
      endsAt: new Date(Date.now() + 600_000).toISOString(),
      mayDelay: true,
      observer: MIX_CALCULATION.observer,
      ...mixing,
    },
    ...changes,
  });
}

/** What a deletion answers. */
export const deletionNote: DeletionNote = {
  deletedAt: "2026-01-01T12:30:00.000Z",
  addresses: [{ currency: "BTC", address: DEPOSIT_ADDRESS }],
  payload: `{"deletedAt":"2026-01-01T12:30:00.000Z","addresses":[{"currency":"BTC","address":"${DEPOSIT_ADDRESS}"}]}`,
  signature: "Yy6Qm3y0Xv0m1r0o4sVh3K1m8Yb0wJc9r2nq4Tt8s7k",
  publicKey: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
};

const payment: Payment = {
  address: DEPOSIT_ADDRESS,
  addressType: "taproot",
  memo: null,
  amount: "0.1",
  currency: "BTC",
  network: "Bitcoin",
  paymentUri: `bitcoin:${DEPOSIT_ADDRESS}?amount=0.1`,
  qrCode: `/api/exchanges/${ORDER_ID}/payment.svg`,
  instructions: ["Send exactly 0.1 BTC."],
  expiresAt: new Date(Date.now() + 1_710_000).toISOString(),
};

/** One call the pages made. */
export interface Call {
  method: string;
  path: string;
  /** With its question mark; empty where there is none. */
  query: string;
  headers: Headers;
  body: unknown;
}

export interface FakeApi {
  calls: Call[];
  /** Answers by "METHOD path", before the canned ones. */
  answers: Map<string, () => Response>;
  handle: (request: Request) => Promise<Response>;
}

/** A refusal of the contract's shape. */
export function problem(status: number, code: string, message: string, pointer?: string): Response {
  const errors = pointer === undefined ? [] : [{ pointer, code }];
  return json(
    { type: "/", title: code, status, detail: message, instance: "/", code, message, errors },
    status,
  );
}

/** A JSON answer. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

function pairRate(key: string): PairRate {
  const [to = "", from = ""] = key.split("/").reverse();
  const updatedAt = new Date().toISOString();
  const rate = from === to ? "1" : "60000";
  return { from, to, rate, minAmount: "0.001", maxAmount: "4.1", networkFee: "0.8", updatedAt };
}

/** An API that answers the pages' calls and keeps them for the test to read. */
export function createFakeApi(current: () => Order = () => order()): FakeApi {
  const calls: Call[] = [];
  const answers = new Map<string, () => Response>();
  const canned = (key: string): Response => {
    if (key === "GET /api/currencies") return json(currencies);
    if (key === "POST /api/calculate") return json(CALCULATION);
    if (key === "POST /api/privacy/calculate") return json(MIX_CALCULATION);
    if (key === "POST /api/privacy/create-session")
      return json({
        sessionId: PRIVACY_SESSION_ID,
        expiresAt: new Date(Date.now() + 7_200_000).toISOString(),
      });
    if (key === "GET /api/fees") return json(FEES);
    if (key.startsWith("GET /api/exchange-rate/")) return json(pairRate(key));
    if (key === "POST /api/exchanges") return json(order(), 201);
    if (key === `GET /api/exchanges/${ORDER_ID}`) return json(current());
    if (key === `DELETE /api/exchanges/${ORDER_ID}`) return json(deletionNote);
    if (key === `GET /api/exchanges/${ORDER_ID}/payment`) return json(payment);
    if (key === `POST /api/exchanges/${ORDER_ID}/verify-payment`) {
      return json({
        verified: false,
        state: "waiting",
        status: "pending",
        confirmations: 0,
        confirmationsRequired: 2,
        transactionTime: null,
        lookedAt: new Date().toISOString(),
        blockHeight: 128_402,
      });
    }
    if (key.startsWith(`POST /api/exchanges/${ORDER_ID}/`)) return json(current());
    if (key === "POST /api/address/validate")
      return json({ valid: true, normalized: null, reason: null, message: null });
    if (key === "POST /api/simnet/pay") return json({ txHash: "00ff" });
    return problem(404, "order/unknown", "Not found.");
  };
  return {
    calls,
    answers,
    handle: async (request) => {
      const url = new URL(request.url);
      const { pathname: path, search: query } = url;
      const text = await request.text();
      const body = text === "" ? null : JSON.parse(text);
      const unknown = unknownFields(request.method, url, body);
      if (unknown.length > 0) throw new Error(`${request.method} ${path} knows no ${unknown.join(", ")}`);
      calls.push({ method: request.method, path, query, headers: request.headers, body });
      const key = `${request.method} ${path}`;
      return answers.get(key)?.() ?? canned(key);
    },
  };
}
