import { createTranslator } from "use-intl/core";
import type { AppContext } from "../router";
import { languageRecords, languages } from "./languages";

interface Seo {
  /** Path below the language prefix, starting with a slash. */
  path: string;
  title: string;
  description: string;
  keywords?: string;
  /** Pages of one order are nobody else's. */
  index?: boolean;
}

/** A translator for the head, outside React. */
export function headTranslator(context: AppContext) {
  return createTranslator({
    locale: languageRecords[context.page.language].tag,
    messages: context.messages,
    timeZone: "UTC",
  });
}

/** The picture of shared links, beside the build's other root files. */
const socialImage = { path: "/social.png", width: "1200", height: "630" };

/** Title, description, social texts, canonical link and language alternates of one page. */
export function seoHead(context: AppContext, seo: Seo) {
  const { publicUrl, language } = context.page;
  const t = headTranslator(context);
  const path = seo.path === "/" ? "" : seo.path;
  const href = `${publicUrl}/${language}${path}`;
  const meta = [
    { title: seo.title },
    { name: "description", content: seo.description },
    ...(seo.keywords === undefined ? [] : [{ name: "keywords", content: seo.keywords }]),
    { property: "og:title", content: seo.title },
    { property: "og:description", content: seo.description },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: "Sotto" },
    { property: "og:locale", content: languageRecords[language].locale },
    { property: "og:image", content: `${publicUrl}${socialImage.path}` },
    { property: "og:image:width", content: socialImage.width },
    { property: "og:image:height", content: socialImage.height },
    { property: "og:image:alt", content: t("meta.imageAlt") },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "robots", content: seo.index === false ? "noindex" : "index, follow" },
  ];
  if (seo.index === false) return { meta, links: [] };
  const alternates = languages.map((code) => ({
    rel: "alternate",
    hrefLang: languageRecords[code].tag,
    href: `${publicUrl}/${code}${path}`,
  }));
  // Home and the other pages lead to the preferred prefix; the form page exists under a prefix only.
  const neutralPath = seo.path === "/exchange" ? "/" : seo.path;
  const neutral = { rel: "alternate", hrefLang: "x-default", href: `${publicUrl}${neutralPath}` };
  return {
    meta: [...meta, { property: "og:url", content: href }],
    links: [{ rel: "canonical", href }, ...alternates, neutral],
  };
}
