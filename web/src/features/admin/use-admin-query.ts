import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect } from "react";
import type { ApiResult } from "../../lib/api";
import type { AdminCalls } from "./calls";
import { adminQueryKey } from "./use-session";

export interface Console {
  calls: AdminCalls;
  expire: () => void;
}

const Context = createContext<Console | null>(null);

/** Gives the console's parts the calls and the way out. */
export const ConsoleProvider = Context.Provider;

/** The console that this part is of. */
export function useConsole(): Console {
  const value = useContext(Context);
  if (value === null) throw new Error("outside of the console");
  return value;
}

/** Asks one of the console's reads; null until it answered. A token that is no longer good ends the session. */
export function useAdminQuery<T>(name: string, ask: (calls: AdminCalls) => Promise<ApiResult<T>>) {
  const { calls, expire } = useConsole();
  const { data, isFetching } = useQuery({
    queryKey: [adminQueryKey, name],
    queryFn: () => ask(calls),
    staleTime: 0,
  });
  const isRefused = data !== undefined && !data.ok && data.problem.status === 401;
  useEffect(() => {
    if (isRefused) expire();
  }, [isRefused, expire]);
  return { result: data ?? null, isFetching };
}

/** Asks for everything again that the console shows. */
export function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [adminQueryKey] });
}
