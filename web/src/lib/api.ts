import type {
  AddressValidation,
  Calculation,
  CreateExchangeBody,
  Currency,
  components,
  DecisionBody,
  Fees,
  PairRate,
  Payment,
  PrivacyCalculateBody,
  PrivacyCalculation,
  PrivacySession,
  Track,
  Verification,
  Order as WireOrder,
} from "@sotto/openapi";
import type { Result } from "@sotto/openapi/result";

/** What one whole of a currency is worth in another one. */
export type Rate = components["schemas"]["Rate"];
/** What can be paid out of a currency now. */
export type Reserve = components["schemas"]["Reserve"];
/** Hourly prices of a currency over the last day. */
export type DayPrices = components["schemas"]["DayPrices"];
export type RateHistory = components["schemas"]["RateHistory"];
/** What a deletion leaves the customer: signed, and given once. */
export type DeletionNote = components["schemas"]["DeletionNote"];
/** An order that sends back what came to a deleted order's address. */
export type Claimed = components["schemas"]["Claimed"];
/** What the service measured of itself, over which window, and what it aims at. */
export type Stats = components["schemas"]["Stats"];

/** A problem code of the API, as its page shows it. */
export type ProblemKind = components["schemas"]["ProblemKind"];

/** An order as the pages use it. */
export type Order = Omit<WireOrder, "guarantee">;

/** One calculation as a receipt that adds up. */
export type Figures = Order["amounts"]["ordered"];

/** What the service said no to: the stable code, the text for the page, and the fields it concerns. */
export interface Refusal {
  /** HTTP status; 0 when no answer came. */
  status: number;
  code: string;
  /** In the language of the page; empty when no answer came. */
  message: string;
  errors: readonly { pointer: string; code: string }[];
  /** What a one-time code has to approve first. */
  approval?: Approval;
}

/** An operation and what it is done to, as the service names them. */
export interface Approval {
  operation: string;
  subject: string;
}

/** The parts of an error's pointer (RFC 6901): `/receiveAddresses/1` has two. */
export const pointerParts = (pointer: string): string[] => pointer.replace(/^[#/]+/, "").split("/");

/** The code of a call whose first, under the same key, is still under way. */
export const IN_FLIGHT = "idempotency/in-flight";

/** Whether a call that failed may have been done all the same: only the same key finds that out. */
export function isUnknown({ status, code }: Refusal): boolean {
  return status === 0 || status >= 500 || code === IN_FLIGHT;
}

/** What a call of the API came to. */
export type ApiResult<Value> = Result<Value, Refusal>;

export type OrderType = "floating" | "fixed";
export type Choice = "exchange" | "refund";
/** Which side an amount is entered on. */
export type Direction = "send" | "receive";
export const HISTORY_RANGES = ["24h", "7d", "30d"] as const;
export type HistoryRange = (typeof HISTORY_RANGES)[number];

export interface CalculateInput {
  fromCurrency: string;
  toCurrency: string;
  amount: string;
  direction: Direction;
  orderType: OrderType;
}

/** The calls the pages make; every expected refusal, a silent service included, comes back as a value. */
export interface SottoApi {
  /** False when the service says that no order can be made now; true too when it says nothing. */
  takesOrders(): Promise<boolean>;
  currencies(): Promise<ApiResult<Currency[]>>;
  /** The problems with this code: one, or a refusal where there is none. */
  problems(code: string): Promise<ApiResult<ProblemKind[]>>;
  calculate(input: CalculateInput): Promise<ApiResult<Calculation>>;
  rateHistory(pair: { from: string; to: string }, range: HistoryRange): Promise<ApiResult<RateHistory>>;
  rates(): Promise<ApiResult<Rate[]>>;
  dayPrices(): Promise<ApiResult<DayPrices[]>>;
  reserves(): Promise<ApiResult<Reserve[]>>;
  stats(): Promise<ApiResult<Stats>>;
  pairRate(from: string, to: string): Promise<ApiResult<PairRate>>;
  fees(): Promise<ApiResult<Fees>>;
  openPrivacySession(): Promise<ApiResult<PrivacySession>>;
  calculateMix(input: PrivacyCalculateBody): Promise<ApiResult<PrivacyCalculation>>;
  createOrder(input: CreateExchangeBody, idempotencyKey: string): Promise<ApiResult<Order>>;
  order(id: string): Promise<ApiResult<Order>>;
  payment(id: string): Promise<ApiResult<Payment>>;
  verifyPayment(id: string, txHash?: string): Promise<ApiResult<Verification>>;
  decide(id: string, input: DecisionBody, idempotencyKey: string): Promise<ApiResult<Order>>;
  setRefundAddress(id: string, address: string, idempotencyKey: string): Promise<ApiResult<Order>>;
  cancel(id: string, idempotencyKey: string): Promise<ApiResult<Order>>;
  delay(id: string, delayMinutes: number, idempotencyKey: string): Promise<ApiResult<Order>>;
  deleteOrder(id: string): Promise<ApiResult<DeletionNote>>;
  claim(input: components["schemas"]["ClaimBody"]): Promise<ApiResult<Claimed[]>>;
  /** `tail`: the last four characters of an address that the order pays to, where the service asks for them. */
  track(code: string, tail: string | null): Promise<ApiResult<Track>>;
  validateAddress(currency: string, address: string): Promise<ApiResult<AddressValidation>>;
  simnetPay(input: {
    currency: string;
    address: string;
    amount: string;
  }): Promise<ApiResult<{ txHash: string }>>;
  simnet: SimnetReads;
}

type Simnet<Name extends keyof components["schemas"]> = Promise<ApiResult<components["schemas"][Name]>>;

/** What the simulated networks show to everyone; refused elsewhere. */
export interface SimnetReads {
  chains(): Simnet<"SimnetChains">;
  blocks(chain: string, cursor?: string): Simnet<"SimnetBlocks">;
  block(hash: string, cursor?: string): Simnet<"SimnetBlock">;
  transaction(hash: string): Simnet<"SimnetTransactionPage">;
  address(address: string, cursor?: string): Simnet<"SimnetAddress">;
}
