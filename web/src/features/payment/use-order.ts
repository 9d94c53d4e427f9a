import { useQuery, useQueryClient } from "@tanstack/react-query";
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

/** The current order: pushed by server-sent events, or requested every 5 s where they do not get through. */
export function useOrder(initial: Order): { order: Order; isLive: boolean; refresh: () => Promise<void> } {
  const { api } = useAppContext();
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);
  const [pushed] = useState(createPushed);
  const { data } = useQuery({
    queryKey: ["order", initial.id],
    queryFn: async () => {
      const choose = pushed.beforeAsking();
      const result = await api.order(initial.id);
      if (!result.ok) throw new Error(result.error.code);
      return choose(result.value);
    },
    initialData: initial,
    refetchInterval: ({ state }) => pollInterval(state.data ?? initial, isLive),
  });
  const follows = isMoving(data.state) || data.state === "action_required";
  useEffect(() => {
    if (!follows) return;
    const onOrder = (order: Order) => {
      pushed.push(order);
      queryClient.setQueryData(["order", initial.id], order);
    };
    const leave = followOrder(initial.id, { onOrder, onLive: setLive });
    return () => {
      leave();
      setLive(false);
    };
  }, [follows, initial.id, queryClient, pushed]);
  const refresh = useCallback(
    () => queryClient.invalidateQueries({ queryKey: ["order", initial.id] }),
    [initial.id, queryClient],
  );
  useEffect(() => {
    // What an earlier visit to the page left may be older than what was just loaded.
    if (queryClient.getQueryData(["order", initial.id]) !== initial) void refresh();
  }, [initial, queryClient, refresh]);
  return { order: data, isLive, refresh };
}

function pollInterval({ state, choices, mixing }: Order, isLive: boolean): number | false {
  // Without choices, prices or network fees may not have been known.
  if (state === "action_required") return choices.length === 0 ? POLL_EVERY_MS : CHOICES_REFRESH_MS;
  if (!isMoving(state)) return false;
  if (!isLive) return POLL_EVERY_MS;
  return mixing === null || mixing.observer === null ? false : OBSERVER_REFRESH_MS;
}
