import type { PrivacyCalculation } from "@sotto/openapi";
import { createFakeApi, type FakeApi, json, MIX_CALCULATION, problem, RECEIVE_ADDRESS } from "./fake-api";

const CREATE = { intent: "create", idempotencyKey: "0123456789abcdef0123" };

/** The mixer page's form as a browser posts it. */
export const mixerFields = {
  sendCurrency: "BTC",
  receiveCurrency: "USDT-TRC20",
  sendAmount: "0.7314",
  receiveAddress: RECEIVE_ADDRESS,
  addressCount: "1",
  mixingRounds: "3",
  delayMinutes: "15",
  privacyLevel: "enhanced",
  useRandomDelay: "on",
  useRandomAmounts: "on",
  ...CREATE,
};

/** The home page's mixer form as a browser posts it. */
export const homeMixerFields = {
  sendCurrency: "BTC",
  receiveCurrency: "USDT-TRC20",
  sendAmount: "0.5",
  receiveAddress: RECEIVE_ADDRESS,
  privacyLevel: "maximum",
  ...CREATE,
};

/** What was posted to a path of the API. */
export function bodiesOf(api: FakeApi, path: string): unknown[] {
  return api.calls.filter((call) => call.method === "POST" && call.path === path).map(({ body }) => body);
}

/** The tag of the page's element with this id; empty where there is none. */
export function tagOf(html: string, id: string): string {
  return new RegExp(`<[a-z]+[^>]*\\sid="${id}"[^>]*>`).exec(html)?.[0] ?? "";
}

/** The message beside a field. */
export function messageOf(html: string, name: string): string | undefined {
  return new RegExp(`id="${name}-message"[^>]*>([^<]*)<`).exec(html)?.[1];
}

/** A mix that twelve could be. */
export const AMONG_OTHERS: PrivacyCalculation = {
  ...MIX_CALCULATION,
  observer: { ...MIX_CALCULATION.observer, candidateSet: 12, bestGuess: "0.083334" },
};

/** The API while others mix, too. */
export function apiAmongOthers(): FakeApi {
  const api = createFakeApi();
  api.answers.set("POST /api/privacy/calculate", () => json(AMONG_OTHERS));
  return api;
}

/** The API of an instance that does not mix. */
export function apiWithoutMixer(): FakeApi {
  const api = createFakeApi();
  api.answers.set("POST /api/privacy/calculate", () =>
    problem(409, "privacy/unavailable", "The privacy mixer is not offered here."),
  );
  return api;
}
