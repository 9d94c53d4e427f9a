import { createSottoClient, isProblem } from "@sotto/openapi";
import {
  type ApiResult,
  type Approval,
  IN_FLIGHT,
  type ProblemKind,
  type SimnetReads,
  type SottoApi,
} from "./api";
import { LANGUAGE_RECORDS, type Language } from "./languages";

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
