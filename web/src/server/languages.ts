import { LANGUAGE_KEY, splitPath } from "../lib/languages";
import { THEMES, type Theme } from "../lib/page-state";
import { preferredLanguage } from "./preferred-language";

/** Cookie of the chosen appearance. */
export const THEME_KEY = "sotto-theme";

/** The preferences that a browser keeps in cookies. */
export function readPreferences(request: Request): { language: string | undefined; theme: Theme } {
  const cookies = new Map(
    (request.headers.get("cookie") ?? "").split(";").map((pair) => {
      const [name = "", value = ""] = pair.trim().split("=", 2);
      return [name, value];
    }),
  );
  const theme = THEMES.find((known) => known === cookies.get(THEME_KEY)) ?? "system";
  return { language: cookies.get(LANGUAGE_KEY), theme };
}

/** The pages that exist without a language prefix too. `/exchange` has none: without a prefix, home is that page. */
const PAGE_PATTERN =
  /^\/(about|faq|api-docs|contact|privacy|terms|track|privacy-mixer|payment(\/[^/]+)?|telegram|admin|currencies|problems\/[a-z0-9/-]+|simnet(\/[A-Za-z0-9:/-]+)?)?\/?$/;

/**
 * Where a page address leads that bears no shown language: the root and the known pages go to the preferred
 * prefix; null when the address is to be answered as it is.
 */
export function redirectTarget(request: Request, url: URL): string | null {
  const { language, rest } = splitPath(url.pathname);
  if (language !== undefined) {
    const canonical = rest === "/" ? `/${language}` : `/${language}${rest.replace(/\/+$/, "")}`;
    return canonical === url.pathname ? null : `${canonical}${url.search}`;
  }
  if (!PAGE_PATTERN.test(rest)) return null;
  const preferred = preferredLanguage(
    readPreferences(request).language,
    request.headers.get("accept-language") ?? "",
  );
  const path = rest.replace(/\/+$/, "");
  return `/${preferred}${path}${url.search}`;
}
