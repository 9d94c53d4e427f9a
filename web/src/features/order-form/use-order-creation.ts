import type { CreateExchangeBody } from "@sotto/openapi";
import { useRef, useState } from "react";
import { type ApiResult, isUnknown, type Order, type Refusal } from "../../lib/api";
import { newIdempotencyKey } from "../../lib/browser";
import { usePage } from "../../lib/page-context";
import { dismissNotice, notify } from "../../ui/notices";

const REDIRECT_DELAY_MS = 2000;

/** How an order of a form is created, and what follows. */
export interface OrderSteps {
  send: (order: CreateExchangeBody, idempotencyKey: string) => Promise<ApiResult<Order>>;
  /** What is said of the new order. */
  created: (order: Order) => { title: string; text: string };
  toPayment: (id: string) => Promise<void>;
  /** After a refusal: brings what is shown up to date. */
  refused: () => Promise<unknown>;
}

/**
 * Creates an order once, whatever answer gets lost; then says so and goes to its payment page after 2 s. The page's own
 * key is for its first order: `isAgain` after one was made.
 */
export function useOrderCreation({ send, created, toPayment, refused }: OrderSteps, isAgain: boolean) {
  const { idempotencyKey } = usePage();
  const [isBusy, setBusy] = useState(false);
  const [firstKey] = useState(() => (isAgain ? newIdempotencyKey() : idempotencyKey));
  const key = useRef(firstKey);

  /** What is entered changed: it would be another order. */
  const renew = () => {
    key.current = newIdempotencyKey();
  };
  /** Creates the order; returns the refusal, or null when there is an order. */
  const create = async (order: CreateExchangeBody): Promise<Refusal | null> => {
    setBusy(true);
    const result = await send(order, key.current);
    if (result.ok) {
      notify(created(result.value));
      setTimeout(() => {
        dismissNotice();
        void toPayment(result.value.id);
      }, REDIRECT_DELAY_MS);
      return null;
    }
    // After an unknown outcome the same key finds the order again; after a refusal a new attempt is a new order.
    if (!isUnknown(result.error)) renew();
    await refused();
    setBusy(false);
    return result.error;
  };
  return { isBusy, renew, create };
}
