import type { Problem } from "../../core/errors";
import type { OrderId } from "../../core/ids";
import type { Result } from "../../core/result";
import type { AdminCall } from "./call";
import { type AdminActParts, decideForCustomer } from "./decide-for-customer";

/**
 * Sends back the money of an order that is held, or whose customer was asked. Errors: as releaseOrder, `order/closed`
 * for a mix that is under way, and `order/refund-address-missing`.
 */
export const refundHeldOrder = <Answer>(
  parts: AdminActParts,
  id: OrderId,
  call: AdminCall<Answer>,
): Promise<Result<Answer, Problem>> => decideForCustomer(parts, id, "refund_held", call);
