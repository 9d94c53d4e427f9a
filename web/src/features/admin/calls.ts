import {
  type AdminSession,
  createSottoClient,
  type Health,
  type Invariant,
  type TrialBalance,
  type Wallet,
} from "@sotto/openapi";
import { type ApiResult, type Order, settle } from "../../lib/api";
import { type Language, languageRecords } from "../../lib/languages";

export interface Credentials {
  username: string;
  password: string;
  /** The six digits; empty where the account has none. */
  totp: string;
}

/** What an administrator may do with a held order. */
export type HoldDecision = "release" | "refund";
export type Chain = Health["chains"][number];

/** Asks for a token; every failure of the credentials answers 401. */
export function logIn(language: Language, credentials: Credentials): Promise<ApiResult<AdminSession>> {
  const { username, password, totp } = credentials;
  const body = { username, password, ...(totp === "" ? {} : { totp }) };
  return settle(clientFor(language).POST("/api/admin/login", { body }));
}

/** The administrators' calls of the contract, with the token as a Bearer header. */
export interface AdminCalls {
  verify(): Promise<ApiResult<{ valid: boolean }>>;
  logOut(): Promise<ApiResult<unknown>>;
  health(): Promise<ApiResult<Health>>;
  invariants(): Promise<ApiResult<Invariant[]>>;
  trialBalance(): Promise<ApiResult<TrialBalance[]>>;
  wallets(): Promise<ApiResult<Wallet[]>>;
  resumeChain(chain: Chain["chain"], reason: string): Promise<ApiResult<unknown>>;
  order(id: string): Promise<ApiResult<Order>>;
  decideHold(
    id: string,
    decision: HoldDecision,
    reason: string,
    idempotencyKey: string,
  ): Promise<ApiResult<Order>>;
}

/** Builds the calls; they go out from a browser alone, where the token is kept. */
export function adminCalls(language: Language, token: string): AdminCalls {
  const client = clientFor(language, token);
  return {
    verify: () => settle(client.POST("/api/admin/verify")),
    logOut: () => settle(client.POST("/api/admin/logout")),
    health: () => settle(client.GET("/api/health")),
    invariants: () => settle(client.GET("/api/admin/invariants")),
    trialBalance: () => settle(client.GET("/api/admin/trial-balance")),
    wallets: () => settle(client.GET("/api/admin/wallets")),
    resumeChain: (chain, reason) =>
      settle(
        client.POST("/api/admin/chains/{chain}/resume", { params: { path: { chain } }, body: { reason } }),
      ),
    order: (id) => settle(client.GET("/api/exchanges/{id}", { params: { path: { id } } })),
    decideHold: (id, decision, reason, key) => {
      const call = { params: { path: { id }, header: { "Idempotency-Key": key } }, body: { reason } };
      return decision === "release"
        ? settle(client.POST("/api/admin/exchanges/{id}/release", call))
        : settle(client.POST("/api/admin/exchanges/{id}/refund", call));
    },
  };
}

function clientFor(language: Language, token?: string) {
  return createSottoClient({
    baseUrl: location.origin,
    fetch: (request) => fetch(request),
    headers: {
      "accept-language": languageRecords[language].tag,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
}
