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

/** Title, description, social texts, canonical link and language alternates of one page. */
export function seoHead(context: AppContext, seo: Seo) {
  const { publicUrl, language } = context.page;
  const path = seo.path === "/" ? "" : seo.path;
  const href = `${publicUrl}/${language}${path}`;
  const meta = [
    { title: seo.title },
    { name: "description", content: seo.description },
    ...(seo.keywords === undefined ? [] : [{ name: "keywords", content: seo.keywords }]),
    { property: "og:title", content: seo.title },
    { property: "og:description", content: seo.description },
    { property: "og:locale", content: languageRecords[language].tag.replace("-", "_") },
    { name: "robots", content: seo.index === false ? "noindex" : "index, follow" },
  ];
  if (seo.index === false) return { meta, links: [] };
  const alternates = languages.map((code) => ({
    rel: "alternate",
    hrefLang: languageRecords[code].tag,
    href: `${publicUrl}/${code}${path}`,
  }));
  const neutral = { rel: "alternate", hrefLang: "x-default", href: `${publicUrl}${seo.path}` };
  return { meta, links: [{ rel: "canonical", href }, ...alternates, neutral] };
}
