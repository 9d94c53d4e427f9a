import type { Fees } from "@sotto/openapi";
import type { ApiResult } from "../../lib/api";
import type { AppContext } from "../../lib/app-context";

export interface FeesData {
  fees: ApiResult<Fees>;
}

/** Loads the fee schedule; a page that cannot show it says so and is not a 200. */
export async function loadFees(context: AppContext): Promise<FeesData> {
  const fees = await context.api.fees();
  if (!fees.ok) context.answer.status = 503;
  return { fees };
}
