import type { SottoClient } from "@sotto/openapi";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect } from "react";
import type { ApiResult, Refusal } from "../../lib/api";
import { mayAct } from "./roles";
import type { Account, Role } from "./types";
import { ADMIN_QUERY_KEY } from "./use-session";

export interface Console {
  client: SottoClient;
  account: Account;
  setAccount: (account: Account) => void;
  expire: (how?: { isUndone: boolean }) => void;
}

const Context = createContext<Console | null>(null);

/** Provides the console's parts with the client, the account and the logout. */
export const ConsoleProvider = Context.Provider;

/** The console that this part is of. */
export function useConsole(): Console {
  const value = useContext(Context);
  if (value === null) throw new Error("outside of the console");
  return value;
}

/** Whether the account's role reaches; what it does not reach is shown, but disabled. */
export function useMay(): (needed: Role) => boolean {
  const { role } = useConsole().account;
  return (needed) => mayAct({ held: role, needed });
}

/** Whether an answer says that the token is no longer good; a wrong password is a 401 too. */
export function endsSession({ code }: Refusal): boolean {
  return code === "auth/required";
}

/**
 * Asks one of the console's reads; null until it answered. A token that is no longer good ends the session. `keeps`
 * shows the page before until the next one is there.
 */
export function useAdminQuery<T>(
  key: readonly unknown[],
  ask: (client: SottoClient) => Promise<ApiResult<T>>,
  { keeps = false } = {},
) {
  const { client, expire } = useConsole();
  const { data, isFetching } = useQuery({
    queryKey: [ADMIN_QUERY_KEY, ...key],
    queryFn: () => ask(client),
    staleTime: 0,
    ...(keeps ? { placeholderData: keepPreviousData } : {}),
  });
  const isRefused = data !== undefined && !data.ok && endsSession(data.error);
  useEffect(() => {
    if (isRefused) expire();
  }, [isRefused, expire]);
  return { result: data ?? null, isFetching };
}

/** Asks for everything again that the console shows. */
export function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [ADMIN_QUERY_KEY] });
}
