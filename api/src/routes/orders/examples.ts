import { ORDER_ID_EXAMPLE } from "./ids";
import type { PaymentWire, VerificationWire } from "./payment-schema";
import type { CreateOrderBody, OrderWire } from "./schema";
import type { TrackWire } from "./track-schema";

/** Examples for the contract; the figures are of one imaginary swap and agree with each other. */
const INSTRUCTIONS = [
  "Send exactly 0.05 BTC.",
  "Use the Bitcoin network only.",
  "Send it in one transaction.",
  "It counts after 2 confirmations.",
];
const DEPOSIT_ADDRESS = "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr";

export const CREATE_ORDER_EXAMPLE: CreateOrderBody = {
  sendCurrency: "BTC",
  receiveCurrency: "USDT-TRC20",
  sendAmount: "0.05",
  receiveAddress: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  refundAddress: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
};

export const orderExample: OrderWire = {
  id: ORDER_ID_EXAMPLE,
  trackingCode: "482915037",
  status: "pending",
  state: "waiting",
  reason: null,
  choices: [],
  deadline: null,
  awaits: null,
  defaultChoice: null,
  sendCurrency: "BTC",
  sendAmount: "0.05",
  receiveCurrency: "USDT-TRC20",
  receiveAmount: "2985.7",
  receiveAddress: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  receiveMemo: null,
  refundAddress: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  exchangeRate: "60000",
  fee: "0.000225",
  feeRate: "0.45",
  networkFee: "0.8",
  orderType: "floating",
  depositAddress: DEPOSIT_ADDRESS,
  memo: null,
  paymentInstructions: INSTRUCTIONS,
  createdAt: "2026-01-01T12:00:00.000Z",
  expiresAt: "2026-01-01T12:30:00.000Z",
  completedAt: null,
  confirmations: 0,
  confirmationsRequired: 2,
  deposits: [],
  payouts: [],
  txHash: null,
  estimatedTime: 1500,
  outcome: null,
  late: false,
  revision: 0,
  children: [],
  privacySettings: null,
  feeBreakdown: null,
  mixing: null,
  guarantee: null,
};

export const paymentExample: PaymentWire = {
  address: DEPOSIT_ADDRESS,
  addressType: "taproot",
  memo: null,
  amount: "0.05",
  currency: "BTC",
  network: "Bitcoin",
  paymentUri: `bitcoin:${DEPOSIT_ADDRESS}?amount=0.05`,
  qrCode: `/api/exchanges/${ORDER_ID_EXAMPLE}/payment.svg`,
  instructions: INSTRUCTIONS,
  expiresAt: "2026-01-01T12:30:00.000Z",
};

export const VERIFICATION_EXAMPLE: VerificationWire = {
  verified: true,
  state: "confirming",
  status: "pending",
  confirmations: 1,
  confirmationsRequired: 2,
  transactionTime: "2026-01-01T12:05:00.000Z",
};

export const TRACK_EXAMPLE: TrackWire = {
  id: "482915037",
  status: "completed",
  state: "completed",
  createdAt: "2026-01-01T12:00:00.000Z",
  completedAt: "2026-01-01T12:20:00.000Z",
  sendAmount: "0.05",
  sendCurrency: "BTC",
  receiveAmount: "3000",
  receiveCurrency: "USDT-TRC20",
  receiveAddress: "YdH",
};
