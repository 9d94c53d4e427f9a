import type { Currency } from "@sotto/openapi";
import type { ApiResult, SottoApi } from "../../lib/api";
import type { PageState } from "../../lib/page-state";
import type { PairLink } from "./currencies";
import type { OrderFormKind } from "./kind";

interface LoadContext {
  api: Pick<SottoApi, "currencies">;
  page: Pick<PageState, "submitted">;
  answer: { status?: number };
}

/** Loads the currencies and the values a form starts with: those posted, else those of the link, else its own. */
export async function loadForm<Values, Seen>(
  { api, page: { submitted }, answer }: LoadContext,
  kind: OrderFormKind<Values, Seen>,
  link: PairLink,
): Promise<{ currencies: ApiResult<Currency[]>; values: Values }> {
  const currencies = await api.currencies();
  if (!currencies.ok) answer.status = 503;
  const values =
    submitted?.form === kind.name
      ? kind.read((name) => submitted.values[name] ?? "")
      : kind.start(currencies.ok ? currencies.data : [], link);
  return { currencies, values };
}
