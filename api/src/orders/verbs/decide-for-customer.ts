import { appendAudit } from "../../audit/audit";
import type { Problem } from "../../core/errors";
import type { OrderId } from "../../core/ids";
import type { Result } from "../../core/result";
import type { PriceReader } from "../../market/price-reader";
import { createMarketForOrder } from "../engine/market-for-order";
import { loadOrder } from "../store/store";
import { type ActParts, act } from "./act";
import type { AdminCall } from "./call";

export type AdminActParts = ActParts & { prices: PriceReader };

const ACTION = { release: "exchange.release", refund_held: "exchange.refund" } as const;

/** Decides about an order instead of its customer, at the market of this moment, and records it in the audit log. */
export async function decideForCustomer<Answer>(
  parts: AdminActParts,
  id: OrderId,
  type: keyof typeof ACTION,
  call: AdminCall<Answer>,
): Promise<Result<Answer, Problem>> {
  const market = await createMarketForOrder(parts)(id);
  const at = parts.clock.now();
  const { admin, reason, seenSources } = call;
  return act(
    parts,
    id,
    {
      source: "admin",
      event: { type, at, admin: call.adminId, reason, market, ...(seenSources && { seenSources }) },
      record: async (tx, outcome) => {
        // In the audit log an order goes by its tracking code; one that is unknown has none.
        const order = outcome.ok ? outcome.value : await loadOrder(tx, id);
        const deed = outcome.ok
          ? ({ outcome: "done", reason } as const)
          : ({ outcome: "refused", reason: outcome.error.code } as const);
        await appendAudit(tx, {
          at,
          admin,
          action: ACTION[type],
          subject: order?.trackingCode ?? null,
          ...deed,
        });
      },
    },
    call,
  );
}
