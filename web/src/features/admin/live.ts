import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { ADMIN_QUERY_KEY } from "./use-session";

const EVERY_MS = 10_000;
/** Without a touch of key or pointer it stops asking: a session that is left must be able to end by itself. */
const AWAY_AFTER_MS = 5 * 60_000;
const SIGNS_OF_LIFE = ["pointerdown", "pointermove", "keydown", "wheel"] as const;

const own = { queryKey: [ADMIN_QUERY_KEY], type: "active" } as const;

/** Whether a read is due again; one that is costly says how long it lasts. */
function isDue({ state, meta }: Query): boolean {
  const everyMs = typeof meta?.everyMs === "number" ? meta.everyMs : EVERY_MS;
  return Date.now() - Math.max(state.dataUpdatedAt, state.errorUpdatedAt) >= everyMs - 500;
}

/** What somebody decides about stays as it was read: nothing changes behind a dialog. */
const isDeciding = (): boolean => document.querySelector("dialog[open]") !== null;

/** Asks again for what the console shows while somebody looks at it. Returns whether that rests because no one is there. */
export function useLive(isOn: boolean): { isAway: boolean } {
  const queryClient = useQueryClient();
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    let seenAt = Date.now();
    const ask = () => {
      const left = Date.now() - seenAt > AWAY_AFTER_MS;
      setAway(left);
      if (left || document.hidden || isDeciding()) return;
      void queryClient.refetchQueries({ ...own, predicate: isDue });
    };
    const live = () => {
      const wasAway = Date.now() - seenAt > AWAY_AFTER_MS;
      seenAt = Date.now();
      if (wasAway) ask();
    };
    const timer = setInterval(ask, EVERY_MS);
    for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, live, { passive: true });
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS_OF_LIFE) document.removeEventListener(sign, live);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [isOn, queryClient]);
  return { isAway: isOn && isAway };
}

/** When the oldest figure on the page was read, in milliseconds (0: none yet), and whether its last reading failed. */
export function useAge(): { readAtMs: number; isFailing: boolean } {
  const queryClient = useQueryClient();
  const age = useSyncExternalStore(
    (onChange) => queryClient.getQueryCache().subscribe(onChange),
    () => ageOf(queryClient),
    () => "0",
  );
  return { readAtMs: Math.abs(Number(age)), isFailing: age.startsWith("-") };
}

/** One string, so that it is compared by its value. */
function ageOf(queryClient: QueryClient): string {
  const read = queryClient
    .getQueryCache()
    .findAll(own)
    .filter(({ state }) => state.dataUpdatedAt > 0);
  const oldest = read.length === 0 ? 0 : Math.min(...read.map(({ state }) => state.dataUpdatedAt));
  return `${read.some(({ state }) => state.error !== null) ? "-" : ""}${oldest}`;
}
