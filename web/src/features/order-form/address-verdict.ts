import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import type { SottoApi } from "../../lib/api";
import { useAppContext, useHydrated } from "../../lib/page-context";
import { usePolled } from "../../lib/use-polled";
import { useList } from "../../ui/list";
import { chainOf } from "./currencies";

interface Verdict {
  isWrong: boolean;
  isValid: boolean;
  text: string;
}

const NOTHING_SAID: Verdict = { isWrong: false, isValid: false, text: "" };

/** Shorter than any address: nothing is asked while a visitor still types. */
const ADDRESS_LENGTH_MIN = 20;

/**
 * Whether an address belongs to the currency's network; if not, on which networks of the `others` it would be an
 * address.
 */
export function useAddressVerdict(
  address: string,
  currency: Currency | undefined,
  others: readonly Currency[],
): Verdict {
  const t = useTranslations("form");
  const list = useList();
  const { api } = useAppContext();
  const hydrated = useHydrated();
  const isAsked = currency !== undefined && address.length >= ADDRESS_LENGTH_MIN;
  const answer = usePolled({
    key: isAsked ? `${currency.id} ${address}` : null,
    ask: async () => ({ found: currency === undefined ? null : await findMatches(api, address, currency) }),
  });
  if (!isAsked) return NOTHING_SAID;
  const network = currency.networkDisplayName;
  // Without JavaScript nothing is checked before the form is sent.
  if (answer === null) return { ...NOTHING_SAID, text: hydrated ? t("addressChecking") : "" };
  const { found } = answer;
  if (found === null) return NOTHING_SAID;
  if (found.isValid) return { isWrong: false, isValid: true, text: t("addressValid", { network }) };
  const networks = networksOf(found.matches, others);
  return networks.length === 0
    ? { isWrong: true, isValid: false, text: t("addressInvalid", { network }) }
    : { isWrong: true, isValid: false, text: t("addressOther", { networks: list(networks), network }) };
}

/** Asks the service whether the address fits, and which other currencies it would fit. */
async function findMatches(
  api: SottoApi,
  address: string,
  currency: Currency,
): Promise<{ isValid: boolean; matches: readonly string[] } | null> {
  const answer = await api.validateAddress(currency.id, address);
  return answer.ok ? { isValid: answer.value.valid, matches: answer.value.matches } : null;
}

/** The networks of the matching currencies, each once: tokens name their network by its coin. */
function networksOf(matches: readonly string[], currencies: readonly Currency[]): string[] {
  const names = currencies
    .filter(({ id }) => matches.includes(id))
    .map(({ id, networkDisplayName }) => {
      const coin = currencies.find((other) => other.id === chainOf(id));
      return coin?.networkDisplayName ?? networkDisplayName;
    });
  return [...new Set(names)];
}
