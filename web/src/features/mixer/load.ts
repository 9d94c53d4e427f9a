import type { Currency, Fees, PairRate, PrivacyCalculation } from "@sotto/openapi";
import type { ApiResult } from "../../lib/api";
import type { AppContext } from "../../lib/app-context";
import type { PairLink } from "../order-form/currencies";
import { withOwnType } from "../order-form/fields";
import { loadForm } from "../order-form/load";
import { loadPrices, type Prices } from "../order-form/prices";
import { chosenPair, type HomeMixerValues, homeInput, homeMixerStart } from "./home-values";
import { type MixerValues, mixerInput, mixerStart } from "./values";

export interface MixerData {
  currencies: ApiResult<Currency[]>;
  values: MixerValues;
  /** For the values above; null where there is nothing to calculate. */
  calculation: ApiResult<PrivacyCalculation> | null;
  /** Those of the other products, to tell them apart. */
  fees: Fees | null;
  prices: Prices;
  /** The text to show where this instance does not mix. */
  unavailable: string | null;
}

/** Loads the currencies and the first calculation, for a deep link, a posted form or the defaults. */
export async function loadMixer(context: AppContext, link: PairLink): Promise<MixerData> {
  const { api, page } = context;
  const { currencies, values: given } = await loadForm(context, mixerStart, link);
  const values = withOwnType(given, currencies.ok ? currencies.value : []);
  if (!currencies.ok)
    return { currencies, values, calculation: null, fees: null, prices: {}, unavailable: null };
  const input = mixerInput(values, page.language);
  const [calculation, fees, prices] = await Promise.all([
    input === null ? null : api.calculateMix(input),
    api.fees(),
    loadPrices(api),
  ]);
  const unavailable = await unavailableText(context, calculation);
  return { currencies, values, calculation, fees: fees.ok ? fees.value : null, prices, unavailable };
}

export interface HomeMixerData {
  currencies: ApiResult<Currency[]>;
  fees: ApiResult<Fees>;
  values: HomeMixerValues;
  /** Of the chosen pair; null until both sides are chosen. */
  rate: ApiResult<PairRate> | null;
  calculation: ApiResult<PrivacyCalculation> | null;
  unavailable: string | null;
}

/** Loads what the home page's mixer form shows first. */
export async function loadHomeMixer(context: AppContext, link: PairLink): Promise<HomeMixerData> {
  const { api, page } = context;
  const [{ currencies, values }, fees] = await Promise.all([
    loadForm(context, homeMixerStart, link),
    api.fees(),
  ]);
  const pair = chosenPair(values);
  const input = homeInput(values, page.language);
  const [rate, calculation] = await Promise.all([
    pair === null ? null : api.pairRate(pair.from, pair.to),
    input === null ? null : api.calculateMix(input),
  ]);
  const unavailable = currencies.ok ? await unavailableText(context, calculation) : null;
  return { currencies, fees, values, rate, calculation, unavailable };
}

/** Why this instance does not mix, in the visitor's language; null where it does. */
async function unavailableText(
  context: AppContext,
  calculation: ApiResult<PrivacyCalculation> | null,
): Promise<string | null> {
  // A visitor's own figures may be refused for other reasons first, or not be there yet: then a usual mix is asked for.
  const known = calculation?.ok === true || isUnavailable(calculation) ? calculation : null;
  const answer =
    known ??
    (await context.api.calculateMix({
      fromCurrency: "BTC",
      toCurrency: "BTC",
      amount: "1",
      privacySettings: { preset: "enhanced" },
    }));
  return answer.ok || !isUnavailable(answer) ? null : answer.error.message;
}

const isUnavailable = (answer: ApiResult<PrivacyCalculation> | null): boolean =>
  answer?.ok === false && answer.error.code === "privacy/unavailable";
