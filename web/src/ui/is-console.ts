import { useRouterState } from "@tanstack/react-router";

/** Whether the page is the console, which has a frame of its own. */
export const useIsConsole = (): boolean =>
  useRouterState({ select: (state) => state.matches.some(({ routeId }) => routeId === "/admin") });
