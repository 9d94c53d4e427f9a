import { createRequestHandler, RouterServer, renderRouterToString } from "@tanstack/react-router/ssr/server";
import type { SottoApi } from "../lib/api";
import type { AppContext } from "../lib/app-context";
import { loadMessages, type PageName } from "../lib/catalogues";
import { LANGUAGE_RECORDS, LANGUAGES, type Language } from "../lib/languages";
import type { NetworkMode, PageState, SiteSettings, SubmittedForm, Theme } from "../lib/page-state";
import { headTranslator, siteOrigin } from "../lib/seo";
import { createAppRouter } from "../router";
import { offerScript } from "./language-offer";
import { type ClientBuild, readClientBuild } from "./manifest";
import { manifestPath, PAPER_COLOURS } from "./site-files";
import { startScript } from "./start-script";

/** What concerns every page of this instance. */
export interface RenderOptions {
  /** Origin the visitors use, without a trailing slash; where unset, a form's Origin has to match its Host. */
  publicUrl?: string;
  network: NetworkMode;
  /** What the operator configured for the pages. */
  site: SiteSettings;
  /** The client build: manifest and hashed assets. */
  clientDir: string;
}

export interface RenderContext {
  request: Request;
  url: URL;
  /** Origin this visitor uses, without a trailing slash; empty where it is not configured. */
  publicUrl: string;
  nonce: string;
  language: Language;
  theme: Theme;
  /** Whether the browser sent no chosen language. */
  isFirstVisit: boolean;
  api: SottoApi;
  /** Whether the API refused or failed what was asked for this page. */
  hasFailed(): boolean;
  idempotencyKey: string;
  /** A posted form to show again. */
  submitted: SubmittedForm | null;
  /** Status instead of the page's own, for a refused form. */
  status?: number;
}

export type Renderer = (context: RenderContext) => Promise<Response>;

/** Renders pages to whole documents: nothing streams, so that a page is complete without any script. */
export function createRenderer(options: RenderOptions): Renderer {
  const build = readClientBuild(options.clientDir);
  return async (context) => {
    const page: PageState = {
      language: context.language,
      network: options.network,
      site: options.site,
      catalogues: [],
      theme: context.theme,
      isFirstVisit: context.isFirstVisit,
      publicUrl: context.publicUrl,
      origin: context.url.origin,
      renderedAtMs: Date.now(),
      idempotencyKey: context.idempotencyKey,
      submitted: context.submitted,
    };
    const app: AppContext = {
      api: context.api,
      messages: await loadMessages(context.language),
      page,
      answer: {},
    };
    let routeId: string | undefined;
    const handle = createRequestHandler({
      request: pageRequest(context),
      createRouter: () => createAppRouter(app, context.nonce),
    });
    const response = await handle(({ responseHeaders, router }) => {
      routeId = router.stores.matches.get().at(-1)?.routeId;
      return renderRouterToString({ responseHeaders, router, children: <RouterServer router={router} /> });
    });
    if (response.status >= 300 && response.status < 400) return response;
    const status = context.status ?? (response.status === 200 ? (app.answer.status ?? 200) : response.status);
    const addBuild = routeId === "/offline" ? withoutScripts : withBuild;
    const html = addBuild(await response.text(), build, {
      theme: context.theme,
      isFirstVisit: context.isFirstVisit,
      structuredData: routeId === "/" ? homeData(app) : null,
      nonce: context.nonce,
      language: context.language,
      catalogues: page.catalogues,
      routeId,
    });
    return new Response(html, {
      status,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-language": LANGUAGE_RECORDS[context.language].tag,
        // A nonce is good for one answer only.
        "cache-control": "no-store",
      },
    });
  };
}

/** The GET that stands for what is rendered, as of a post. */
function pageRequest({ request, url }: RenderContext): Request {
  const page = new URL(url.pathname, url.origin);
  page.search = url.search;
  return new Request(page, { headers: request.headers, signal: request.signal });
}

interface BuiltPage {
  nonce: string;
  language: Language;
  theme: Theme;
  isFirstVisit: boolean;
  catalogues: readonly PageName[];
  routeId: string | undefined;
  structuredData: object | null;
}

/** Adds the build's styles and what starts its code; under Trusted Types React may not create scripts. */
function withBuild(html: string, build: ClientBuild, page: BuiltPage): string {
  const start = `<script nonce="${page.nonce}">${startScript(build.entry, build.preloads(page))}</script>`;
  // As data in the head of the server's page only: under Trusted Types React could not create it later.
  const data =
    page.structuredData === null
      ? ""
      : `<script type="application/ld+json" nonce="${page.nonce}">${JSON.stringify(page.structuredData).replaceAll("<", "\\u003c")}</script>`;
  const offer = page.isFirstVisit
    ? `<script nonce="${page.nonce}">${offerScript(page.language)}</script>`
    : "";
  return html.replace("</head>", () => [headOf(build, page), data, offer, start, "</head>"].join(""));
}

/** A page that may be kept: it has no script, and so no nonce that would be used again. */
function withoutScripts(html: string, build: ClientBuild, page: BuiltPage): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>|<meta property="csp-nonce"[^>]*>/g, "")
    .replaceAll(` nonce="${page.nonce}"`, "")
    .replace("</head>", () => `${headOf(build, page)}</head>`);
}

/**
 * The styles, and what concerns the document rather than the page: how an installed Sotto looks, and the other
 * locales, of which the router's head would keep one only.
 */
function headOf(build: ClientBuild, page: BuiltPage): string {
  const colours = (["light", "dark"] as const).map(
    (scheme) =>
      `<meta name="theme-color" content="${PAPER_COLOURS[page.theme === "system" ? scheme : page.theme]}" media="(prefers-color-scheme: ${scheme})">`,
  );
  const locales = LANGUAGES.filter((language) => language !== page.language).map(
    (language) => `<meta property="og:locale:alternate" content="${LANGUAGE_RECORDS[language].locale}">`,
  );
  return [
    `<link rel="preload" href="${build.displayFont}" as="font" type="font/woff2" crossorigin>`,
    ...build.css.map((file) => `<link rel="stylesheet" href="${file}">`),
    `<link rel="manifest" href="${manifestPath(page.language)}">`,
    `<link rel="apple-touch-icon" href="/apple-touch-icon.png">`,
    ...colours,
    ...locales,
  ].join("");
}

/** What search engines read about the home page. */
function homeData(app: AppContext): object {
  const { language, site } = app.page;
  const origin = siteOrigin(app.page);
  const t = headTranslator(app);
  const operator =
    site.operatorStatement === null || site.examples.includes("operatorStatement")
      ? {}
      : {
          publisher: {
            "@type": "Organization",
            name: "Sotto",
            description: site.operatorStatement,
            url: `${origin}/${language}/about`,
            logo: `${origin}/icon-512.png`,
            ...(site.supportEmail === null || site.examples.includes("supportEmail")
              ? {}
              : { email: site.supportEmail }),
          },
        };
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: "Sotto",
    url: `${origin}/${language}`,
    inLanguage: LANGUAGE_RECORDS[language].tag,
    description: t("meta.homeDescription"),
    ...operator,
  };
}
