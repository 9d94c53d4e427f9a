import type { SottoClient } from "@sotto/openapi";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect } from "react";
import { type ApiResult, isUnknown, type Refusal } from "../../lib/api";
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

/** No answer now, or none that counts: what was read before is still the best that is known. */
class Unanswered extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

const isPassing = (refusal: Refusal): boolean => isUnknown(refusal) || refusal.status === 429;

interface ReadOptions {
  /** Shows the page before until the next one is there. */
  keeps?: boolean;
  /** How long an answer lasts that costs the service much, in milliseconds. */
  everyMs?: number;
}

/**
 * Asks one of the console's reads; null until it answered. A token that is no longer good ends the session. While the
 * service does not answer, what it answered before is kept. `isPrevious` is of a page that is still awaited.
 */
export function useAdminQuery<T>(
  key: readonly unknown[],
  ask: (client: SottoClient) => Promise<ApiResult<T>>,
  { keeps = false, everyMs }: ReadOptions = {},
) {
  const { client, expire } = useConsole();
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [ADMIN_QUERY_KEY, ...key],
    queryFn: async () => {
      const answer = await ask(client);
      if (!answer.ok && isPassing(answer.error)) throw new Unanswered(answer.error);
      return answer;
    },
    staleTime: 0,
    ...(everyMs === undefined ? {} : { meta: { everyMs } }),
    ...(keeps ? { placeholderData: keepPreviousData } : {}),
  });
  const failed: ApiResult<T> | null =
    error instanceof Unanswered ? { ok: false, error: error.refusal } : null;
  const result = data ?? failed;
  const isRefused = result !== null && !result.ok && endsSession(result.error);
  useEffect(() => {
    if (isRefused) expire();
  }, [isRefused, expire]);
  return { result, isPrevious: isPlaceholderData };
}

/** Asks for everything again that the console shows. */
export function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [ADMIN_QUERY_KEY] });
}
