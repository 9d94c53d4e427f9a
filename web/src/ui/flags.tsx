import type { Language } from "../lib/languages";

const files = import.meta.glob<string>("../flags/*.svg", { eager: true, query: "?url", import: "default" });

/**
 * The flag that stands for a language, drawn by us and simplified; decoration beside the language's own name. A file of
 * its own, so that a closed menu does not weigh on each page.
 */
export function Flag({ language, isLazy = false }: { language: Language; isLazy?: boolean }) {
  return (
    <img
      src={files[`../flags/${language}.svg`]}
      alt=""
      width={21}
      height={14}
      loading={isLazy ? "lazy" : "eager"}
      className="flag"
    />
  );
}
