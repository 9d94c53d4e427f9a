import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "../schema";

export type { components, operations, paths } from "../schema";

type Schemas = components["schemas"];
export type Currency = Schemas["Currency"];
export type Rate = Schemas["Rate"];
export type PairRate = Schemas["PairRate"];
export type CalculateBody = Schemas["CalculateBody"];
export type Calculation = Schemas["Calculation"];
export type Fees = Schemas["Fees"];
export type Reserve = Schemas["Reserve"];
export type RateHistory = Schemas["RateHistory"];
export type Stats = Schemas["Stats"];
export type CreateExchangeBody = Schemas["CreateExchangeBody"];
export type Order = Schemas["Order"];
export type OrderState = Order["state"];
export type OrderStatus = Order["status"];
export type OrderReason = NonNullable<Order["reason"]>;
export type Deposit = Schemas["Deposit"];
export type Payout = Schemas["Payout"];
export type Choice = Schemas["Choice"];
export type Payment = Schemas["Payment"];
export type Verification = Schemas["Verification"];
export type DecisionBody = Schemas["DecisionBody"];
export type Track = Schemas["Track"];
export type PrivacySettings = Schemas["PrivacySettings"];
export type PrivacyCalculateBody = Schemas["PrivacyCalculateBody"];
export type PrivacyCalculation = Schemas["PrivacyCalculation"];
export type ObserverReport = Schemas["ObserverReport"];
export type PrivacySession = Schemas["PrivacySession"];
export type AddressValidation = Schemas["AddressValidation"];
export type Screening = Schemas["Screening"];
export type Health = Schemas["Health"];
export type AdminSession = Schemas["AdminSession"];
export type Invariant = Schemas["Invariant"];
export type TrialBalance = Schemas["TrialBalance"];
export type Wallet = Schemas["Wallet"];

/** The body of every failed answer (RFC 9457); a conflict may carry its fresh order under `order`. */
export type Problem = Schemas["Problem"];

export type SottoClient = Client<paths>;

export type SottoClientOptions = {
  /** The origin of the API without a trailing slash, such as `http://127.0.0.1:8080`; empty for the page's own. */
  baseUrl: string;
  /** Replaces the global fetch, for calls inside one process and for tests. */
  fetch?: (request: Request) => Promise<Response>;
  /** Sent with every call, such as `accept-language` or `authorization`. */
  headers?: Readonly<Record<string, string>>;
};

/**
 * A client typed by the contract; every call answers `{ data }` or `{ error }`, and throws only when the network fails.
 *
 * @example
 * const sotto = createSottoClient({ baseUrl: "http://127.0.0.1:8080" });
 * const { data, error } = await sotto.POST("/api/calculate", {
 *   body: { fromCurrency: "BTC", toCurrency: "USDT-TRC20", amount: "0.05" },
 * });
 */
export function createSottoClient(options: SottoClientOptions): SottoClient {
  return createClient<paths>({
    baseUrl: options.baseUrl,
    ...(options.fetch ? { fetch: options.fetch } : {}),
    ...(options.headers ? { headers: { ...options.headers } } : {}),
  });
}

/** Whether a value is the body of a failed answer. */
export function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    typeof value.code === "string" &&
    "message" in value &&
    typeof value.message === "string"
  );
}
