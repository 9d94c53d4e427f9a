import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { pageHead } from "../lib/seo";
import { rootRoute } from "./root";

export const telegramRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/telegram",
  beforeLoad: ({ context }) => addPageMessages(context, "telegram"),
  // With the page's own code, since it draws: other pages do not carry it.
  loader: async ({ context }) => (await import("../features/telegram/load")).loadTelegram(context),
  head: ({ match }) => pageHead(match.context, "/telegram", "telegram"),
  component: lazyRouteComponent(() => import("../features/telegram/telegram-page"), "TelegramPage"),
});
