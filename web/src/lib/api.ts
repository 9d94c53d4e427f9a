import {
  type AddressValidation,
  type Calculation,
  type CreateExchangeBody,
  type Currency,
  type components,
  createSottoClient,
  type DecisionBody,
  type Fees,
  isProblem,
  type PairRate,
  type Payment,
  type PrivacyCalculateBody,
  type PrivacyCalculation,
  type PrivacySession,
  type Track,
  type Verification,
  type Order as WireOrder,
} from "@sotto/openapi";
import type { Result } from "@sotto/openapi/result";
import { LANGUAGE_RECORDS, type Language } from "./languages";

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
interface SimnetReads {
  chains(): Simnet<"SimnetChains">;
  blocks(chain: string, cursor?: string): Simnet<"SimnetBlocks">;
  block(hash: string, cursor?: string): Simnet<"SimnetBlock">;
  transaction(hash: string): Simnet<"SimnetTransactionPage">;
  address(address: string, cursor?: string): Simnet<"SimnetAddress">;
}

interface ApiOptions {
  baseUrl: string;
  language: Language;
  fetch: (request: Request) => Promise<Response>;
}

/** HTTP status of a service that cannot serve. */
const UNAVAILABLE = 503;

/** Builds the calls over one fetch: the network in a browser, the in-process app on the server. */
export function createApi(options: ApiOptions): SottoApi {
  const client = createSottoClient({
    baseUrl: options.baseUrl,
    fetch: options.fetch,
    headers: { "accept-language": LANGUAGE_RECORDS[options.language].tag },
  });
  const path = (id: string) => ({ path: { id } });
  const keyed = (id: string, key: string) => ({ path: { id }, header: { "Idempotency-Key": key } });
  return {
    takesOrders: async () => {
      const health = await settle(client.GET("/api/health"));
      return health.ok || health.error.status !== UNAVAILABLE;
    },
    currencies: () => settle(client.GET("/api/currencies")),
    problems: (code) =>
      settle(client.GET("/api/problems", { params: { query: { code: code as ProblemKind["code"] } } })),
    calculate: (body) => settle(client.POST("/api/calculate", { body })),
    pairRate: (from, to) =>
      settle(client.GET("/api/exchange-rate/{from}/{to}", { params: { path: { from, to } } })),
    fees: () => settle(client.GET("/api/fees")),
    openPrivacySession: () => settle(client.POST("/api/privacy/create-session")),
    calculateMix: (body) => settle(client.POST("/api/privacy/calculate", { body })),
    rateHistory: (pair, range) =>
      settle(client.GET("/api/rates/{from}/{to}/history", { params: { path: pair, query: { range } } })),
    createOrder: (body, key) =>
      followed(() =>
        settle(client.POST("/api/exchanges", { body, params: { header: { "Idempotency-Key": key } } })),
      ),
    order: (id) => settle(client.GET("/api/exchanges/{id}", { params: path(id) })),
    payment: (id) => settle(client.GET("/api/exchanges/{id}/payment", { params: path(id) })),
    verifyPayment: (id, txHash) =>
      settle(
        client.POST("/api/exchanges/{id}/verify-payment", {
          params: path(id),
          ...(txHash === undefined ? {} : { body: { txHash } }),
        }),
      ),
    decide: (id, body, key) =>
      followed(() => settle(client.POST("/api/exchanges/{id}/decision", { body, params: keyed(id, key) }))),
    setRefundAddress: (id, address, key) =>
      followed(() =>
        settle(
          client.POST("/api/exchanges/{id}/refund-address", { body: { address }, params: keyed(id, key) }),
        ),
      ),
    cancel: (id, key) =>
      followed(() => settle(client.POST("/api/exchanges/{id}/cancel", { params: keyed(id, key) }))),
    delay: (id, delayMinutes, key) =>
      followed(() =>
        settle(client.POST("/api/exchanges/{id}/delay", { body: { delayMinutes }, params: keyed(id, key) })),
      ),
    deleteOrder: (id) => settle(client.DELETE("/api/exchanges/{id}", { params: path(id) })),
    claim: (body) => settle(client.POST("/api/claims", { body })),
    track: (code, tail) =>
      settle(
        client.GET("/api/track/{code}", { params: { path: { code }, query: tail === null ? {} : { tail } } }),
      ),
    validateAddress: (currency, address) =>
      settle(client.POST("/api/address/validate", { body: { currency, address } })),
    simnetPay: (body) => settle(client.POST("/api/simnet/pay", { body })),
    ...marketReads(client),
    simnet: simnetReads(client),
  };
}

/** What is the same for every visitor. */
const marketReads = (client: ReturnType<typeof createSottoClient>) => ({
  rates: () => settle(client.GET("/api/exchange-rates")),
  dayPrices: () => settle(client.GET("/api/prices/day")),
  reserves: () => settle(client.GET("/api/reserves")),
  stats: () => settle(client.GET("/api/stats")),
});

function simnetReads(client: ReturnType<typeof createSottoClient>): SimnetReads {
  const after = (cursor?: string) => (cursor === undefined ? {} : { query: { cursor } });
  return {
    chains: () => settle(client.GET("/api/simnet/chains")),
    blocks: (chain, cursor) =>
      settle(
        client.GET("/api/simnet/chains/{chain}/blocks", {
          params: { path: { chain: chain as "bitcoin" }, ...after(cursor) },
        }),
      ),
    block: (hash, cursor) =>
      settle(client.GET("/api/simnet/block/{hash}", { params: { path: { hash }, ...after(cursor) } })),
    transaction: (hash) => settle(client.GET("/api/simnet/tx/{hash}", { params: { path: { hash } } })),
    address: (address, cursor) =>
      settle(
        client.GET("/api/simnet/address/{address}", { params: { path: { address }, ...after(cursor) } }),
      ),
  };
}

/** The code of a call whose first, under the same key, is still under way. */
const IN_FLIGHT = "idempotency/in-flight";
const IN_FLIGHT_PAUSE_MS = 1000;
const IN_FLIGHT_TRIES_MAX = 10;

/** Repeats a keyed call while the first one under its key is still under way, for up to ten seconds. */
async function followed<T>(call: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  for (let tries = 1; ; tries += 1) {
    const result = await call();
    if (result.ok || result.error.code !== IN_FLIGHT || tries === IN_FLIGHT_TRIES_MAX) return result;
    await new Promise((resolve) => setTimeout(resolve, IN_FLIGHT_PAUSE_MS));
  }
}

/** Makes a value of a call's outcome, whatever it is. */
export async function settle<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<ApiResult<NonNullable<T>>> {
  try {
    const { data, error, response } = await call;
    if (data !== undefined && data !== null) return { ok: true, value: data };
    const { status } = response;
    if (!isProblem(error)) return { ok: false, error: { status, code: "unknown", message: "", errors: [] } };
    const { code, message, errors } = error;
    const approval = code === "authorization/required" ? approvalIn(error) : {};
    return { ok: false, error: { status, code, message, errors, ...approval } };
  } catch {
    return { ok: false, error: { status: 0, code: "network", message: "", errors: [] } };
  }
}

function approvalIn(error: object): { approval?: Approval } {
  const operation: unknown = Reflect.get(error, "operation");
  const subject: unknown = Reflect.get(error, "subject");
  return typeof operation === "string" && typeof subject === "string"
    ? { approval: { operation, subject } }
    : {};
}
