import type { Problem } from "../../core/errors";
import type { OrderId } from "../../core/ids";
import type { Result } from "../../core/result";
import { type ActParts, act } from "./act";
import type { Call } from "./call";

/** Withdraws an order that is not paid. Errors: `order/unknown`, `order/not-cancellable`. */
export const cancelOrder = <Answer>(
  parts: ActParts,
  id: OrderId,
  call: Call<Answer>,
): Promise<Result<Answer, Problem>> =>
  act(parts, id, { source: "holder", event: { type: "cancel", at: parts.clock.now() } }, call);
