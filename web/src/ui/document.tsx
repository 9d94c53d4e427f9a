import { QueryClientProvider } from "@tanstack/react-query";
import { HeadContent, Scripts, useRouterState } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { IntlProvider, useTranslations } from "use-intl";
import { languageRecords } from "../lib/languages";
import { useAppContext, usePage } from "../lib/page-context";
import { Footer } from "./footer";
import { Header } from "./header";
import { LanguageOffer } from "./language-offer";
import { useNotice } from "./notices";
import { refreshSeconds } from "./refresh";

const Toaster = lazy(() => import("./toaster").then((module) => ({ default: module.Toaster })));

/** The whole document: React renders from `<html>` down, on the server and in the browser. */
export function Document({ children }: { children: ReactNode }) {
  const { messages, queryClient } = useAppContext();
  const { language, theme } = usePage();
  const record = languageRecords[language];
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
          <QueryClientProvider client={queryClient}>
            <SkipLink />
            <Header />
            <main id="content" className="grow">
              {children}
            </main>
            <Footer />
            <LanguageOffer />
            <Notices />
          </QueryClientProvider>
        </IntlProvider>
        <Scripts />
      </body>
    </html>
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
        const search = match.search as { refresh?: string };
        return data?.refreshes === true && search.refresh !== "off";
      }),
  });
  if (!wanted) return null;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(refreshSeconds)} />
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

/** The notice area; its code is loaded with the first notice. */
function Notices() {
  const notice = useNotice();
  const [wasShown, setShown] = useState(false);
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
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
