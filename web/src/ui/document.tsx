import { HeadContent, Scripts, useRouterState } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { IntlProvider, useTranslations } from "use-intl";
import { LANGUAGE_RECORDS } from "../lib/languages";
import { lazyOr } from "../lib/lazy-or";
import { loadModule } from "../lib/load-module";
import { useAppContext, useHydrated, usePage } from "../lib/page-context";
import { Below } from "./below";
import { pageEnd } from "./below-footer";
import { languageOffer } from "./below-offer";
import { Header } from "./header";
import { useIsConsole } from "./is-console";
import { useNotice } from "./notices";
import { PageFocus } from "./page-focus";
import { REFRESH_SECONDS } from "./refresh";
import { ServiceStrip } from "./service-strip";
import { Tips } from "./tips";

const Analytics = lazyOr(() => import("./analytics").then((module) => module.Analytics));
const loadToaster = () => loadModule(() => import("./toaster"));
const Toaster = lazyOr(() => loadToaster().then((module) => module.Toaster));

/** The whole document: React renders from `<html>` down, on the server and in the browser. */
export function Document({ children }: { children: ReactNode }) {
  const { messages } = useAppContext();
  const { language, theme, isFirstVisit } = usePage();
  const record = LANGUAGE_RECORDS[language];
  return (
    <html
      lang={record.tag}
      data-language={language}
      data-theme={theme === "system" ? undefined : theme}
      suppressHydrationWarning
    >
      <head>
        <HeadContent />
        <SelfRefresh />
      </head>
      <body className="flex min-h-dvh flex-col">
        <IntlProvider locale={record.tag} messages={messages} timeZone="UTC" onError={reportMessageError}>
          <SkipLink />
          {isFirstVisit ? <Below part={languageOffer} props={NO_PROPS} /> : null}
          <Frame>{children}</Frame>
          <Reports />
          <Notices />
          <Tips />
          <PageFocus />
        </IntlProvider>
        <Scripts />
      </body>
    </html>
  );
}

const NO_PROPS = {};

/** The header and the footer of the public pages; the console has a frame of its own. */
function Frame({ children }: { children: ReactNode }) {
  const isConsole = useIsConsole();
  if (isConsole) return children;
  return (
    <>
      <Header />
      <ServiceStrip />
      <main id="content" className="grow">
        {children}
      </main>
      <Below part={pageEnd} props={NO_PROPS} />
    </>
  );
}

function reportMessageError(error: Error): void {
  throw error;
}

/** Without JavaScript, the page of a running order loads itself again. */
function SelfRefresh() {
  const wanted = useRouterState({
    select: (state) =>
      state.matches.some((match) => {
        const data = match.loaderData as { refreshes?: boolean } | undefined;
        const search = match.search as { refresh?: string; open?: string };
        return data?.refreshes === true && search.refresh !== "off" && search.open === undefined;
      }),
  });
  if (!wanted) return null;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
    </noscript>
  );
}

function SkipLink() {
  const t = useTranslations("header");
  return (
    <a
      href="#content"
      className="button sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
    >
      {t("skip")}
    </a>
  );
}

/** Reports to the operator's analytics, where there is any; no other browser loads the code of it. */
function Reports() {
  const { analyticsUrl } = usePage().site;
  const hydrated = useHydrated();
  if (analyticsUrl === null || !hydrated) return null;
  return (
    <Suspense fallback={null}>
      <Analytics url={analyticsUrl} />
    </Suspense>
  );
}

/** The notice area; mounted with the first notice. */
function Notices() {
  const notice = useNotice();
  const [wasShown, setShown] = useState(false);
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
    // After everything that the page itself needs; what does not come is asked for again with the first call.
    loadModule(() => import("../lib/api-calls")).catch(() => {});
    // A first notice often says that the connection is gone: then its code could not be loaded any more.
    loadToaster().catch(() => {});
    // Without a worker everything works but the offline page.
    void import("../lib/worker").then(
      ({ registerWorker }) => registerWorker(),
      () => {},
    );
  }, []);
  useEffect(() => {
    if (notice !== null) setShown(true);
  }, [notice]);
  if (!wasShown) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
