import { useCallback, useEffect, useState } from "react";
import type { Order } from "../../lib/api";
import { useAppContext } from "../../lib/page-context";
import { isMoving } from "./load";
import { followOrder } from "./order-events";
import { createPushed } from "./pushed";

const POLL_EVERY_MS = 5000;
/** The figures of a decision hold 60 s; they are asked for again before that. */
const CHOICES_REFRESH_MS = 30_000;
/** What an observer could infer changes with the mixes of others, which send this order no event. */
const OBSERVER_REFRESH_MS = 30_000;

/** A payment can come after an order's end; who looks at its page still sees it then. */
const ENDED_REFRESH_MS = 15_000;

/** The current order: pushed by server-sent events, or requested every 5 s where they do not get through. */
export function useOrder(initial: Order): { order: Order; isLive: boolean; refresh: () => Promise<void> } {
  const { api } = useAppContext();
  const { id } = initial;
  const [order, setOrder] = useState(initial);
  const [isLive, setLive] = useState(false);
  const [pushed] = useState(createPushed);
  const refresh = useCallback(async () => {
    const choose = pushed.beforeAsking();
    const result = await api.order(id);
    if (result.ok) setOrder(choose(result.value));
  }, [api, id, pushed]);
  const follows = isMoving(order.state) || order.state === "action_required";
  useEffect(() => {
    if (!follows) return;
    const onOrder = (next: Order) => {
      pushed.push(next);
      setOrder(next);
    };
    const leave = followOrder(id, { onOrder, onLive: setLive });
    return () => {
      leave();
      setLive(false);
    };
  }, [follows, id, pushed]);
  const everyMs = pollInterval(order, isLive);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, refresh]);
  return { order, isLive, refresh };
}

function pollInterval({ state, choices, mixing }: Order, isLive: boolean): number | null {
  // Without choices, prices or network fees may not have been known.
  if (state === "action_required") return choices.length === 0 ? POLL_EVERY_MS : CHOICES_REFRESH_MS;
  if (!isMoving(state)) return ENDED_REFRESH_MS;
  if (!isLive) return POLL_EVERY_MS;
  return mixing === null || mixing.observer === null ? null : OBSERVER_REFRESH_MS;
}
