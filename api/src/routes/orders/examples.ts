import type { AmountsWire } from "./amounts-schema";
import { ORDER_ID_EXAMPLE } from "./ids";
import type { PaymentWire, VerificationWire } from "./payment-schema";
import type { CreateOrderBody, OrderWire } from "./schema";
import type { TrackWire } from "./track-schema";

/** Examples for the contract; the figures are of one imaginary swap and agree with each other. */
const INSTRUCTIONS = [
  "Send exactly 0.05 BTC.",
  "Use the Bitcoin network only.",
  "Send it in one transaction, from a wallet that you control.",
  "It counts after 2 confirmations.",
  "Paying from an exchange account? Choose Bitcoin as the withdrawal network and add its withdrawal fee: exactly 0.05 BTC has to arrive.",
];
const DEPOSIT_ADDRESS = "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr";

export const CREATE_ORDER_EXAMPLE: CreateOrderBody = {
  sendCurrency: "BTC",
  receiveCurrency: "USDT-TRC20",
  sendAmount: "0.05",
  receiveAddress: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  refundAddress: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
};

const FIGURES_EXAMPLE = {
  sendAmount: "0.05",
  sendCurrency: "BTC",
  exchangeRate: "60000",
  converted: "3000",
  fee: "13.5",
  feeRate: "0.45",
  networkFee: "0.8",
  receiveAmount: "2985.7",
  receiveCurrency: "USDT-TRC20",
};

export const AMOUNTS_EXAMPLE: AmountsWire = {
  basis: "ordered",
  ordered: FIGURES_EXAMPLE,
  current: FIGURES_EXAMPLE,
  firm: false,
  arrived: null,
  credited: null,
  exchanged: null,
  paid: null,
  refunded: null,
  recalculated: null,
};

/** The example's order after its cancellation. */
export const cancelledExample = (): OrderWire => ({
  ...orderExample,
  status: "expired",
  state: "cancelled",
  amounts: { ...orderExample.amounts, basis: "none", current: null },
  paymentInstructions: [],
  completedAt: "2026-01-01T12:03:00.000Z",
});

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
  amounts: AMOUNTS_EXAMPLE,
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
  depositAddressType: "taproot",
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
  mismatch: { less: null, more: null, late: null },
  late: false,
  closedAs: null,
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
  lookedAt: "2026-01-01T12:06:00.000Z",
  blockHeight: 128402,
};

export const TRACK_EXAMPLE: TrackWire = {
  id: "482915037",
  status: "completed",
  state: "completed",
  basis: "exchanged",
  createdAt: "2026-01-01T12:00:00.000Z",
  completedAt: "2026-01-01T12:20:00.000Z",
  timeGrain: 600,
  sendAmount: "0.05",
  sendCurrency: "BTC",
  receiveAmount: "2900",
  receiveCurrency: "USDT-TRC20",
  refundAmount: null,
  receiveAddress: "…YdH",
};
