import "./styles.css";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { loadMessages } from "./lib/catalogues";
import { keepEarlyInput } from "./lib/early-input";
import { leaveEarlyLinks } from "./lib/early-links";
import { FALLBACK_LANGUAGE, type Language, splitPath } from "./lib/languages";
import { laterApi } from "./lib/later-api";
import { loadModule } from "./lib/load-module";
import type { PageState } from "./lib/page-state";
import { createAppRouter } from "./router";

/** The page's own language: the server never answers a page without its prefix but the not-found one. */
function documentLanguage(): Language {
  const named = document.documentElement.dataset.language;
  return splitPath(`/${named}`).language ?? splitPath(location.pathname).language ?? FALLBACK_LANGUAGE;
}

const language = documentLanguage();
const messages = await loadMessages(language);
const page: PageState = {
  language,
  network: "simnet",
  site: {
    supportEmail: null,
    supportHandle: null,
    operatorStatement: null,
    botHandle: null,
    examples: [],
    analyticsUrl: null,
    mixRetentionHours: 0,
    retentionDays: 0,
    paymentWindowSeconds: 0,
  },
  catalogues: [],
  theme: "system",
  isFirstVisit: false,
  publicUrl: "",
  origin: location.origin,
  renderedAtMs: Date.now(),
  idempotencyKey: "",
  submitted: null,
};
const api = laterApi(async () => {
  const { createApi } = await loadModule(() => import("./lib/api-calls"));
  return createApi({ baseUrl: location.origin, language, fetch: (request) => fetch(request) });
});
const router = createAppRouter({ api, messages, page, answer: {} });

const enterAgain = keepEarlyInput();
leaveEarlyLinks();
// In slices: a slow phone answers its visitor in between.
startTransition(() => {
  hydrateRoot(document, <RouterClient router={router} />);
});
enterAgain();
