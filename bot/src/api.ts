import {
  type AddressValidation,
  type CalculateBody,
  type Calculation,
  type CreateExchangeBody,
  type Currency,
  type DecisionBody,
  isProblem,
  type Order,
  type PairRate,
  type Payment,
  type Problem,
  type Rate,
  type SottoClient,
  type Track,
} from "@sotto/openapi";
import { LANGUAGE_RECORDS, type Language } from "./languages";

/** What the API says no to, in the user's words; or that it gives no answer now, and when to ask again. */
export type Trouble = { kind: "refused"; problem: Problem } | { kind: "down"; retryAfterS: number };

export type Answer<Value> = { ok: true; value: Value } | { ok: false; trouble: Trouble };

const RETRY_AFTER_S = 5;

/** What the bot asks of the API, for one user's language; every call answers and none throws. */
export type SottoApi = {
  currencies(): Promise<Answer<Currency[]>>;
  rates(): Promise<Answer<Rate[]>>;
  rate(pair: { from: string; to: string }): Promise<Answer<PairRate>>;
  calculate(body: CalculateBody): Promise<Answer<Calculation>>;
  validate(body: { currency: string; address: string }): Promise<Answer<AddressValidation>>;
  create(body: CreateExchangeBody, idempotencyKey: string): Promise<Answer<Order>>;
  order(id: string): Promise<Answer<Order>>;
  payment(id: string): Promise<Answer<Payment>>;
  decide(id: string, body: DecisionBody, idempotencyKey: string): Promise<Answer<Order>>;
  cancel(id: string, idempotencyKey: string): Promise<Answer<Order>>;
  track(code: string): Promise<Answer<Track>>;
};

/** The operations of the contract as the bot uses them. `log` hears of failures, never of what was asked. */
export function createSottoApi(
  client: SottoClient,
  user: { language: Language; clientKey: string },
  log: (line: string) => void,
): SottoApi {
  const headers = {
    "accept-language": LANGUAGE_RECORDS[user.language].tag,
    ...clientHeader(user.clientKey),
  };
  const keyed = (key: string) => ({ ...headers, "idempotency-key": key });
  const path = <Params>(params: Params) => ({ params: { path: params }, headers });
  const ask = <Value>(call: () => Promise<Reply<Value>>) => answerOf(call, log);
  return {
    currencies: () => ask(() => client.GET("/api/currencies", { headers })),
    rates: () => ask(() => client.GET("/api/exchange-rates", { headers })),
    rate: (pair) => ask(() => client.GET("/api/exchange-rate/{from}/{to}", path(pair))),
    calculate: (body) => ask(() => client.POST("/api/calculate", { headers, body })),
    validate: (body) => ask(() => client.POST("/api/address/validate", { headers, body })),
    create: (body, key) => ask(() => client.POST("/api/exchanges", { headers: keyed(key), body })),
    order: (id) => ask(() => client.GET("/api/exchanges/{id}", path({ id }))),
    payment: (id) => ask(() => client.GET("/api/exchanges/{id}/payment", path({ id }))),
    decide: (id, body, key) =>
      ask(() => client.POST("/api/exchanges/{id}/decision", { ...path({ id }), headers: keyed(key), body })),
    cancel: (id, key) =>
      ask(() => client.POST("/api/exchanges/{id}/cancel", { ...path({ id }), headers: keyed(key) })),
    track: (code) => ask(() => client.GET("/api/track/{code}", path({ code }))),
  };
}

/** Names a chat to the API for its limits; nothing where there is no name for it. */
export const clientHeader = (clientKey: string): Record<string, string> =>
  clientKey === "" ? {} : { "x-sotto-client": clientKey };

type Reply<Value> = { data?: Value; error?: unknown; response: Response };

async function answerOf<Value>(
  call: () => Promise<Reply<Value>>,
  log: (line: string) => void,
): Promise<Answer<Value>> {
  try {
    const { data, error, response } = await call();
    return data === undefined
      ? { ok: false, trouble: troubleOf(error, response) }
      : { ok: true, value: data };
  } catch {
    // The network's own error may name addresses.
    log("the API does not answer");
    return { ok: false, trouble: { kind: "down", retryAfterS: RETRY_AFTER_S } };
  }
}

/** What a failed answer means: only a problem that is the caller's to solve is told in its own words. */
export function troubleOf(error: unknown, response: Response): Trouble {
  if (isProblem(error) && response.status < 500 && error.code !== "limit/rate") {
    return { kind: "refused", problem: error };
  }
  const retryAfterS = Number(response.headers.get("retry-after"));
  return { kind: "down", retryAfterS: retryAfterS > 0 ? retryAfterS : RETRY_AFTER_S };
}
