import type { SottoApi } from "../api";
import { isUnpaidEnd } from "../orders/progress";
import { FOLLOWED_MAX, ORDERS_MAX } from "../session/session";

/** Whether a chat with these orders may make one more: those that ended unpaid count only as far as all are followed. */
export async function hasRoom(orders: readonly string[], api: Pick<SottoApi, "order">): Promise<boolean> {
  if (orders.length < ORDERS_MAX) return true;
  if (orders.length >= FOLLOWED_MAX) return false;
  const seen = await Promise.all(orders.map((id) => api.order(id)));
  const open = seen.filter((answer) =>
    answer.ok ? !isUnpaidEnd(answer.value.state) : answer.error.kind === "down",
  );
  return open.length < ORDERS_MAX;
}
