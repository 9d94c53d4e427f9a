import { createTranslator } from "use-intl/core";
import { loadMessages } from "../lib/catalogues";
import { isLanguage, LANGUAGE_RECORDS, LANGUAGES, type Language } from "../lib/languages";

/** The pages that search engines may list, below the language prefix. Orders, the console and the offline page are for no index. */
const LISTED_PATHS: readonly string[] = [
  "",
  "/exchange",
  "/about",
  "/faq",
  "/api-docs",
  "/contact",
  "/privacy",
  "/terms",
  "/track",
  "/privacy-mixer",
  "/telegram",
  "/currencies",
];

/** Orders are private, the console is for administrators, and simulated transactions mean nothing elsewhere. */
const UNLISTED_PATHS: readonly string[] = ["/payment", "/admin", "/simnet"];

/** The page's background, light and dark, as the styles have it: for browsers that colour their own bars. */
export const PAPER_COLOURS = { light: "#fffaf7", dark: "#0a1816" } as const;

/** Where a language's manifest is. */
export function manifestPath(language: Language): string {
  return `/${language}/manifest.webmanifest`;
}

/** Answers robots.txt, sitemap.xml or a language's web app manifest; null for any other path. */
export async function answerSiteFile(url: URL, publicUrl: string | undefined): Promise<Response | null> {
  const configured = publicUrl === "" ? undefined : publicUrl;
  // What names the Host that was asked is of that request: a cache would hand a stranger's Host to everybody.
  const cached = configured === undefined ? "no-store" : CACHED;
  const origin = configured ?? url.origin;
  if (url.pathname === "/robots.txt") return text("text/plain", robots(origin), cached);
  if (url.pathname === "/sitemap.xml") return text("application/xml", sitemap(origin), cached);
  const [, language, name] = url.pathname.split("/", 3);
  if (!isLanguage(language) || url.pathname !== manifestPath(language) || name === undefined) return null;
  return text("application/manifest+json", JSON.stringify(await webManifest(language)));
}

const CACHED = "public, max-age=3600";

function text(type: string, body: string, cacheControl = CACHED): Response {
  return new Response(body, {
    headers: { "content-type": `${type}; charset=utf-8`, "cache-control": cacheControl },
  });
}

function robots(origin: string): string {
  const prefixes = ["", ...LANGUAGES.map((language) => `/${language}`)];
  const closed = prefixes.flatMap((prefix) => UNLISTED_PATHS.map((path) => `Disallow: ${prefix}${path}`));
  return ["User-agent: *", ...closed, "", `Sitemap: ${origin}/sitemap.xml`, ""].join("\n");
}

function sitemap(origin: string): string {
  const alternates = (path: string) =>
    [
      ...LANGUAGES.map((code) => [LANGUAGE_RECORDS[code].tag, `/${code}${path}`] as const),
      ["x-default", path === "/exchange" || path === "" ? "/" : path] as const,
    ]
      .map(([tag, to]) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${xml(origin + to)}"/>`)
      .join("");
  const entries = LISTED_PATHS.flatMap((path) =>
    LANGUAGES.map((code) => `<url><loc>${xml(`${origin}/${code}${path}`)}</loc>${alternates(path)}</url>`),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}

function xml(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** What an installed Sotto is called, where it starts and how it looks (W3C Web Application Manifest). */
async function webManifest(language: Language): Promise<object> {
  const { tag } = LANGUAGE_RECORDS[language];
  const t = createTranslator({ locale: tag, messages: await loadMessages(language), timeZone: "UTC" });
  const icon = (src: string, sizes: string, purpose = "any") => ({
    src,
    sizes,
    type: src.endsWith(".svg") ? "image/svg+xml" : "image/png",
    purpose,
  });
  return {
    id: "/",
    name: t("meta.homeTitle"),
    short_name: "Sotto",
    description: t("meta.homeDescription"),
    lang: tag,
    dir: "ltr",
    start_url: `/${language}`,
    scope: "/",
    display: "standalone",
    background_color: PAPER_COLOURS.light,
    theme_color: PAPER_COLOURS.light,
    icons: [
      icon("/favicon.svg", "any"),
      icon("/icon-192.png", "192x192"),
      icon("/icon-512.png", "512x512"),
      icon("/icon-maskable-512.png", "512x512", "maskable"),
    ],
    shortcuts: [{ name: t("header.track"), url: `/${language}/track` }],
  };
}
