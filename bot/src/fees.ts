import type { Fees } from "@sotto/openapi";
import type { ApiResult, SottoApi } from "./api";

const FRESH_MS = 30_000;

/** The service fees; cached for 30 s. */
export type FeeList = (api: SottoApi) => Promise<ApiResult<Fees>>;

/** Whether the operator offers mixing; kept for 30 s. */
export type MixOffer = (api: SottoApi) => Promise<boolean>;

/** Any calculation of a mix is refused as unavailable where none is offered. */
const ANY_MIX = { fromCurrency: "BTC", toCurrency: "ETH", amount: "0.01" };

export function createMixOffer(now: () => number): MixOffer {
  let known: { isOffered: boolean; until: number } | undefined;
  return async (api) => {
    if (known !== undefined && known.until > now()) return known.isOffered;
    const answer = await api.calculate({ ...ANY_MIX, privacySettings: { preset: "basic" } });
    const refusal = answer.ok ? undefined : answer.error;
    if (refusal?.kind === "down") return false;
    const isOffered = refusal?.problem.code !== "privacy/unavailable";
    known = { isOffered, until: now() + FRESH_MS };
    return isOffered;
  };
}

export function createFeeList(now: () => number): FeeList {
  let known: { answer: ApiResult<Fees>; until: number } | undefined;
  return async (api) => {
    if (known !== undefined && known.until > now()) return known.answer;
    const answer = await api.fees();
    if (answer.ok) known = { answer, until: now() + FRESH_MS };
    return answer;
  };
}
