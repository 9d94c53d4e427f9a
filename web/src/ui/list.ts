import { useLocale } from "use-intl";

/** Writes names as a list, with the page's language's own separators: "BTC, ETH, and XMR". */
export function useList(): (names: readonly string[]) => string {
  const format = new Intl.ListFormat(useLocale(), { type: "conjunction" });
  return (names) => format.format(names);
}
