import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

export const telegramRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/telegram",
  beforeLoad: ({ context }) => addPageMessages(context, "telegram"),
  // With the page's own code, since it draws: other pages do not carry it.
  loader: async ({ context }) => (await import("../features/telegram/load")).loadTelegram(context),
  head: ({ match }) => {
    const t = headTranslator(match.context);
    return seoHead(match.context, {
      path: "/telegram",
      title: t("telegram.metaTitle"),
      description: t("telegram.metaDescription"),
      keywords: t("telegram.metaKeywords"),
    });
  },
  component: lazyRouteComponent(() => import("../features/telegram/telegram-page"), "TelegramPage"),
});
