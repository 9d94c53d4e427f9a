import type { SottoApi } from "../api";
import { isUnpaidEnd } from "../orders/progress";
import { FOLLOWED_MAX, ORDERS_MAX } from "../session/session";

/**
 * Whether a chat with these orders may make one more: at most 20 that may still be paid, and at most 40 that are
 * followed, those that ended unpaid included.
 */
export async function mayOrder(orders: readonly string[], api: Pick<SottoApi, "order">): Promise<boolean> {
  if (orders.length < ORDERS_MAX) return true;
  if (orders.length >= FOLLOWED_MAX) return false;
  const seen = await Promise.all(orders.map((id) => api.order(id)));
  const open = seen.filter((answer) =>
    answer.ok ? !isUnpaidEnd(answer.value.state) : answer.error.kind === "down",
  );
  return open.length < ORDERS_MAX;
}
