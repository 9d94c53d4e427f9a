import { type AddressChecks, checkAddress } from "../../address/checks";
import type { Problem } from "../../core/errors";
import type { OrderId } from "../../core/ids";
import type { Result } from "../../core/result";
import { refundable } from "../machine/order";
import { type ActParts, act } from "./act";
import type { Call } from "./call";
import { withOrder } from "./with-order";

/**
 * Sets where refunds go, once. Errors: `order/unknown`, `order/refund-address-set`, `order/closed`, and `address/*` for
 * an address that is none of the asset that would be refunded.
 */
export const setRefundAddress = <Answer>(
  parts: ActParts & { checks: AddressChecks },
  id: OrderId,
  input: { address: string },
  call: Call<Answer>,
): Promise<Result<Answer, Problem>> =>
  withOrder(parts.database, id, async (order) => {
    const { asset } = refundable(order);
    const checked = await checkAddress(parts.checks, { asset, address: input.address, pointer: "/address" });
    if (!checked.ok) return checked;
    const event = { type: "refund_address", at: parts.clock.now(), address: checked.value } as const;
    return act(parts, id, { source: "holder", event }, call);
  });
