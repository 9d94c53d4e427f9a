import type { Problem } from "../../core/errors";
import type { OrderId } from "../../core/ids";
import type { Result } from "../../core/result";
import type { AdminCall } from "./call";
import { type AdminActParts, decideForCustomer } from "./decide-for-customer";

/**
 * Lets a held order continue, or exchanges one whose customer was asked. Errors: `order/unknown`, `order/not-held`,
 * `order/sources-unseen` where a source for review is not among those that the administrator saw, `decision/unavailable`, `rate/unavailable`.
 */
export const releaseOrder = <Answer>(
  parts: AdminActParts,
  id: OrderId,
  call: AdminCall<Answer>,
): Promise<Result<Answer, Problem>> => decideForCustomer(parts, id, "release", call);
