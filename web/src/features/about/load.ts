import type { Currency, Fees } from "@sotto/openapi";
import type { ApiResult } from "../../lib/api";
import type { AppContext } from "../../lib/app-context";

export interface AboutData {
  fees: ApiResult<Fees>;
  currencies: ApiResult<Currency[]>;
}

/** Loads the figures of the page; without them it still says what it is about. */
export async function loadAbout({ api }: AppContext): Promise<AboutData> {
  const [fees, currencies] = await Promise.all([api.fees(), api.currencies()]);
  return { fees, currencies };
}
