import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Order } from "../../lib/api";
import { useAppContext } from "../../lib/page-context";
import { isMoving } from "./load";

const pollEveryMs = 5000;
/** The figures of a decision hold 60 s; they are asked for again before that. */
const choicesRefreshMs = 30_000;
/** What an observer could infer changes with the mixes of others, of which no event tells. */
const observerRefreshMs = 30_000;

/** The order as it stands: pushed by server-sent events, asked for every 5 s where they do not get through. */
export function useOrder(initial: Order): { order: Order; isLive: boolean; refresh: () => Promise<void> } {
  const { api } = useAppContext();
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);
  const { data } = useQuery({
    queryKey: ["order", initial.id],
    queryFn: async () => {
      const result = await api.order(initial.id);
      if (!result.ok) throw new Error(result.problem.code);
      return result.data;
    },
    initialData: initial,
    refetchInterval: ({ state }) => pollInterval(state.data ?? initial, isLive),
  });
  const follows = isMoving(data.state) || data.state === "action_required";
  useEffect(() => {
    if (!follows) return;
    const events = new EventSource(`/api/exchanges/${encodeURIComponent(initial.id)}/events`);
    const take = (event: MessageEvent<string>) => {
      setLive(true);
      const order = readOrder(event.data, initial.id);
      if (order !== null) queryClient.setQueryData(["order", initial.id], order);
    };
    events.addEventListener("open", () => setLive(true));

    events.addEventListener("order", take);
    events.addEventListener("error", () => setLive(false));
    return () => {
      events.close();
      setLive(false);
    };
  }, [follows, initial.id, queryClient]);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["order", initial.id] });
  return { order: data, isLive, refresh };
}

function pollInterval({ state, mixing }: Order, isLive: boolean): number | false {
  if (state === "action_required") return choicesRefreshMs;
  if (!isMoving(state)) return false;
  if (!isLive) return pollEveryMs;
  return mixing === null || mixing.observer === null ? false : observerRefreshMs;
}

function readOrder(text: string, id: string): Order | null {
  try {
    const value: unknown = JSON.parse(text);
    const isOrder =
      typeof value === "object" && value !== null && "state" in value && "id" in value && value.id === id;
    return isOrder ? (value as Order) : null;
  } catch {
    return null;
  }
}
