import {
  type CalculateBody,
  type CreateExchangeBody,
  type DecisionBody,
  isProblem,
  type Problem,
  type SottoClient,
} from "@sotto/openapi";
import { err, ok, type Result } from "@sotto/openapi/result";
import { LANGUAGE_RECORDS, type Language } from "./languages";

/** The API refuses a request, in the user's language; or it is down, and when to ask again. */
export type ApiFailure = { kind: "refused"; problem: Problem } | { kind: "down"; retryAfterS: number };

export type ApiResult<Value> = Result<Value, ApiFailure>;

const RETRY_AFTER_S = 5;

/** What the bot asks of the API, for one user's language. No call throws. */
export type SottoApi = ReturnType<typeof createSottoApi>;

/** The operations that the bot uses. `log` is given failures, never what was asked. */
export function createSottoApi(
  client: SottoClient,
  user: { language: Language; clientKey: string },
  log: (line: string) => void,
) {
  const headers = {
    "accept-language": LANGUAGE_RECORDS[user.language].tag,
    ...clientHeader(user.clientKey),
  };
  const keyed = (key: string) => ({ ...headers, "idempotency-key": key });
  const path = <Params>(params: Params) => ({ params: { path: params }, headers });
  const ask = <Value>(call: () => Promise<Reply<Value>>) => resultOf(call, log);
  return {
    currencies: () => ask(() => client.GET("/api/currencies", { headers })),
    rates: () => ask(() => client.GET("/api/exchange-rates", { headers })),
    fees: () => ask(() => client.GET("/api/fees", { headers })),
    rate: (pair: { from: string; to: string }) =>
      ask(() => client.GET("/api/exchange-rate/{from}/{to}", path(pair))),
    calculate: (body: CalculateBody) => ask(() => client.POST("/api/calculate", { headers, body })),
    validate: (body: { currency: string; address: string }) =>
      ask(() => client.POST("/api/address/validate", { headers, body })),
    create: (body: CreateExchangeBody, key: string) =>
      ask(() => client.POST("/api/exchanges", { headers: keyed(key), body })),
    order: (id: string) => ask(() => client.GET("/api/exchanges/{id}", path({ id }))),
    payment: (id: string) => ask(() => client.GET("/api/exchanges/{id}/payment", path({ id }))),
    decide: (id: string, body: DecisionBody, key: string) =>
      ask(() => client.POST("/api/exchanges/{id}/decision", { ...path({ id }), headers: keyed(key), body })),
    cancel: (id: string, key: string) =>
      ask(() => client.POST("/api/exchanges/{id}/cancel", { ...path({ id }), headers: keyed(key) })),
    track: (code: string, tail?: string) => {
      const params = { path: { code }, query: tail === undefined ? {} : { tail } };
      return ask(() => client.GET("/api/track/{code}", { params, headers }));
    },
  };
}

/** Names a chat to the API for its limits; no header where the chat has no name. */
export const clientHeader = (clientKey: string): Record<string, string> =>
  clientKey === "" ? {} : { "x-sotto-client": clientKey };

type Reply<Value> = { data?: Value; error?: unknown; response: Response };

async function resultOf<Value>(
  call: () => Promise<Reply<Value>>,
  log: (line: string) => void,
): Promise<ApiResult<Value>> {
  try {
    const { data, error, response } = await call();
    return data === undefined ? err(failureOf(error, response)) : ok(data);
  } catch {
    // The network's own error may name addresses.
    log("the API does not answer");
    return err({ kind: "down", retryAfterS: RETRY_AFTER_S });
  }
}

/** What a failed response means. Only a problem that the caller can solve is shown in its own words. */
export function failureOf(error: unknown, response: Response): ApiFailure {
  if (isProblem(error) && response.status < 500 && error.code !== "limit/rate") {
    return { kind: "refused", problem: error };
  }
  const retryAfterS = Number(response.headers.get("retry-after"));
  return { kind: "down", retryAfterS: retryAfterS > 0 ? retryAfterS : RETRY_AFTER_S };
}
