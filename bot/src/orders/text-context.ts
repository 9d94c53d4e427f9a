import type { Currency } from "@sotto/openapi";
import type { CurrencyList } from "../currencies";
import type { ChatLocale } from "../locale";

/** What the texts about an order need: the chat's language, the names of currencies, the web app's address. */
export type TextContext = { locale: ChatLocale; currencies: readonly Currency[]; webUrl: string };

/** The context for one chat. Without a list of currencies the texts show their codes. */
export async function textContextOf(
  locale: ChatLocale,
  parts: { currencies: CurrencyList; webUrl: string },
): Promise<TextContext> {
  const listed = await parts.currencies(locale.api);
  return { locale, currencies: listed.ok ? listed.value : [], webUrl: parts.webUrl };
}
