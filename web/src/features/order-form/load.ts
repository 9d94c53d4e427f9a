import type { Currency } from "@sotto/openapi";
import type { ApiResult, SottoApi } from "../../lib/api";
import type { PageState } from "../../lib/page-state";
import type { PairLink } from "./currencies";
import type { FormStart } from "./kind";

interface LoadContext {
  api: Pick<SottoApi, "currencies">;
  page: Pick<PageState, "submitted">;
  answer: { status?: number };
}

/** Loads the currencies and the values a form starts with: those posted, else those of the link, else its own. */
export async function loadForm<Values>(
  { api, page: { submitted }, answer }: LoadContext,
  form: FormStart<Values>,
  link: PairLink,
): Promise<{ currencies: ApiResult<Currency[]>; values: Values }> {
  const currencies = await api.currencies();
  if (!currencies.ok) answer.status = 503;
  const values =
    submitted?.form === form.name
      ? form.read((name) => submitted.values[name] ?? "")
      : form.start(currencies.ok ? currencies.value : [], link);
  return { currencies, values };
}
