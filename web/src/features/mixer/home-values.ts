import type { Currency, PrivacyCalculateBody } from "@sotto/openapi";
import { parseAmount } from "../../lib/decimal";
import type { Language } from "../../lib/languages";
import { chainOf, findCurrency, type PairLink, startAmount, withNetwork } from "../order-form/currencies";
import { boundedText, type ReadField } from "../order-form/fields";
import type { FormStart } from "../order-form/kind";
import { type PrivacyLevel, readLevel } from "./settings";

/** The home page's mixer form; an empty text is a choice not made yet. */
export interface HomeMixerValues {
  /** The native coin that names the source chain, such as `TRX`. */
  sourceChain: string;
  /** Canonical code of what is sent. */
  sendCurrency: string;
  sendAmount: string;
  /** Symbol of what is received, such as `USDT`. */
  targetCurrency: string;
  /** Canonical code of what is received: the currency on its chain. */
  receiveCurrency: string;
  receiveAddress: string;
  privacyLevel: PrivacyLevel;
}

/** What can be received, by symbol. */
export const TARGET_SYMBOLS = ["BTC", "ETH", "USDT", "USDC", "BNB", "TRX", "SOL", "POL"] as const;

/** The chains of the active currencies, in the registry's order, each with what can be sent on it. */
export function sourceChains(
  currencies: readonly Currency[],
): { chain: string; name: string; tokens: Currency[] }[] {
  const active = currencies.filter(({ isActive }) => isActive);
  const chains = [...new Set(active.map(({ id }) => chainOf(id)))];
  return chains.map((chain) => ({
    chain,
    name: active.find(({ id }) => id === chain)?.networkDisplayName ?? chain,
    tokens: active.filter(({ id }) => chainOf(id) === chain),
  }));
}

/** The active currencies that can be received under a symbol: one for each of its chains. */
export const targetChains = (currencies: readonly Currency[], symbol: string): Currency[] =>
  currencies.filter((currency) => currency.isActive && currency.symbol === symbol);

/** The values a visitor starts with: those of the link, else the usual pair and an amount, as the exchange form does. */
function startHomeValues(currencies: readonly Currency[], search: PairLink): HomeMixerValues {
  const active = currencies.filter(({ isActive }) => isActive);
  const send = findCurrency(currencies, search.from ?? "BTC") ?? active[0];
  const receive = findCurrency(active, search.to ?? "USDT");
  const isTarget = TARGET_SYMBOLS.some((symbol) => symbol === receive?.symbol);
  return readHomeValues((name) => {
    if (name === "sendCurrency") return send?.id ?? "";
    if (name === "receiveCurrency") return isTarget ? (receive?.id ?? "") : "";
    return name === "sendAmount" ? (search.amount ?? startAmount(send)) : "";
  });
}

/** Reads the form's fields; without JavaScript only the codes say which chain is meant. */
export function readHomeValues(field: ReadField): HomeMixerValues {
  const text = boundedText(field);
  const sendCurrency = text("sendCurrency");
  const receiveCurrency = text("receiveCurrency");
  return {
    sourceChain: sendCurrency === "" ? text("sourceChain") : chainOf(sendCurrency),
    sendCurrency,
    sendAmount: text("sendAmount"),
    targetCurrency:
      receiveCurrency === "" ? text("targetCurrency") : (receiveCurrency.split("-", 1)[0] ?? ""),
    receiveCurrency,
    receiveAddress: text("receiveAddress"),
    privacyLevel: readLevel(field("privacyLevel")),
  };
}

/** What is exchanged for what: from the source token and the target currency on, by its default chain until one is chosen. */
export function chosenPair(values: HomeMixerValues): { from: string; to: string } | null {
  const { sendCurrency, targetCurrency, receiveCurrency } = values;
  const to = receiveCurrency || withNetwork(targetCurrency);
  return sendCurrency === "" || to === "" ? null : { from: sendCurrency, to };
}

/** What to calculate for a pair; `amount` is a wire decimal. */
const homeMixInput = (
  pair: { from: string; to: string },
  amount: string,
  values: HomeMixerValues,
): PrivacyCalculateBody => ({
  fromCurrency: pair.from,
  toCurrency: pair.to,
  amount,
  privacySettings: { preset: values.privacyLevel },
});

/** What to calculate for what was entered; null until a pair is chosen and an amount above zero is there. */
export function homeInput(values: HomeMixerValues, language: Language): PrivacyCalculateBody | null {
  const pair = chosenPair(values);
  const amount = parseAmount(values.sendAmount, language);
  return pair === null || amount === null || amount === "0" ? null : homeMixInput(pair, amount, values);
}

/** How the values of the home page's mixer form come about. */
export const homeMixerStart: FormStart<HomeMixerValues> = {
  name: "home-mixer",
  read: readHomeValues,
  start: startHomeValues,
};
