import type { CreateExchangeBody, PrivacySession } from "@sotto/openapi";
import { type ApiResult, isUnknown, type Order, type SottoApi } from "../../lib/api";

interface Creation {
  result: ApiResult<Order>;
  /** The session that was opened because the order's own had ended, to continue with; null where there is none. */
  session: PrivacySession | null;
}

/** Whether an order mixes. */
export const isMix = (order: CreateExchangeBody): boolean => order.privacySettings !== undefined;

/**
 * Creates an order. Where a mixing order's session has ended, a new one is opened and the order sent once more, under a
 * key of its own, because it is another request.
 */
export async function createOrder(
  api: Pick<SottoApi, "createOrder" | "openPrivacySession">,
  order: CreateExchangeBody,
  idempotencyKey: string,
): Promise<Creation> {
  const first = await api.createOrder(order, idempotencyKey);
  if (first.ok || first.error.code !== "mixer/session" || !isMix(order))
    return { result: first, session: null };
  const session = await api.openPrivacySession();
  if (!session.ok) return { result: first, session: null };
  const { sessionId } = session.value;
  const result = await api.createOrder({ ...order, sessionId }, `${idempotencyKey}-session`);
  // After an unknown outcome the order may exist: only the same request finds it again.
  const mayExist = !result.ok && isUnknown(result.error);
  return { result, session: mayExist ? null : session.value };
}
