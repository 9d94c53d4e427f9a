import { createTranslator } from "use-intl/core";
import type { AppContext } from "./app-context";
import { LANGUAGE_RECORDS, LANGUAGES } from "./languages";
import type { PageState } from "./page-state";

interface Seo {
  /** Path below the language prefix, starting with a slash. */
  path: string;
  title: string;
  description: string;
  keywords?: string;
  /** Pages of an order are private. */
  index?: boolean;
}

/** A translator for the head, outside React. */
export function headTranslator(context: AppContext) {
  return createTranslator({
    locale: LANGUAGE_RECORDS[context.page.language].tag,
    messages: context.messages,
    timeZone: "UTC",
  });
}

/** Where absolute links lead: the configured origin, else the one that was asked. */
export function siteOrigin({ publicUrl, origin }: PageState): string {
  return publicUrl || origin;
}

/** The picture of shared links, beside the build's other root files. */
const SOCIAL_IMAGE = { path: "/social.png", width: "1200", height: "630" };

/** Title, description, social texts, canonical link and language alternates of one page. */
export function seoHead(context: AppContext, seo: Seo) {
  const { language } = context.page;
  const site = siteOrigin(context.page);
  const t = headTranslator(context);
  const path = seo.path === "/" ? "" : seo.path;
  const href = `${site}/${language}${path}`;
  const meta = [
    { title: seo.title },
    { name: "description", content: seo.description },
    ...(seo.keywords === undefined ? [] : [{ name: "keywords", content: seo.keywords }]),
    { property: "og:title", content: seo.title },
    { property: "og:description", content: seo.description },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: "Sotto" },
    { property: "og:locale", content: LANGUAGE_RECORDS[language].locale },
    { property: "og:image", content: `${site}${SOCIAL_IMAGE.path}` },
    { property: "og:image:width", content: SOCIAL_IMAGE.width },
    { property: "og:image:height", content: SOCIAL_IMAGE.height },
    { property: "og:image:alt", content: t("meta.imageAlt") },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "robots", content: seo.index === false ? "noindex" : "index, follow" },
  ];
  if (seo.index === false) return { meta, links: [] };
  const alternates = LANGUAGES.map((code) => ({
    rel: "alternate",
    hrefLang: LANGUAGE_RECORDS[code].tag,
    href: `${site}/${code}${path}`,
  }));
  // Home and the other pages lead to the preferred prefix; the form page exists under a prefix only.
  const neutralPath = seo.path === "/exchange" ? "/" : seo.path;
  const neutral = { rel: "alternate", hrefLang: "x-default", href: `${site}${neutralPath}` };
  return {
    meta: [...meta, { property: "og:url", content: href }],
    links: [{ rel: "canonical", href }, ...alternates, neutral],
  };
}

type PageTexts =
  | "about"
  | "contact"
  | "currencies"
  | "privacy"
  | "terms"
  | "telegram"
  | "apiDocs"
  | "mixer"
  | "faq";

/** The head of a page whose texts are those of its catalogue. */
export function pageHead(context: AppContext, path: string, texts: PageTexts) {
  const t = headTranslator(context);
  return seoHead(context, {
    path,
    title: t(`${texts}.metaTitle`),
    description: t(`${texts}.metaDescription`),
    keywords: t(`${texts}.metaKeywords`),
  });
}
