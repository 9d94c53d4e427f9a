import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageName } from "../lib/catalogues";
import type { Language } from "../lib/languages";

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
  assets?: string[];
}
type ViteManifest = Record<string, Chunk>;

/** What the pages need of the client build. */
export interface ClientBuild {
  entry: string;
  css: readonly string[];
  /** The display face: headings and amounts of the first screen are set in it. */
  displayFont: string;
  /** Files to load ahead for the entry, one language's texts and one page, in loading order. */
  preloads: (page: {
    language: Language;
    catalogues: readonly PageName[];
    routeId: string | undefined;
  }) => string[];
}

const ENTRY_MODULE = "src/entry-client.tsx";
const DISPLAY_FONT = "hedvig-letters-serif";
/** The module of each page that is loaded late, by its route. */
export const ROUTE_MODULES: Record<string, string> = {
  "/": "src/features/exchange/home-page.tsx",
  "/exchange": "src/features/exchange/exchange-page.tsx",
  "/payment": "src/features/payment/payment-page.tsx",
  "/payment/$id": "src/features/payment/payment-page.tsx",
  "/track": "src/features/track/track-page.tsx",
  "/about": "src/features/about/about-page.tsx",
  "/faq": "src/features/faq/faq-page.tsx",
  "/api-docs": "src/features/api-docs/api-docs-page.tsx",
  "/contact": "src/features/contact/contact-page.tsx",
  "/privacy": "src/features/legal/privacy-page.tsx",
  "/terms": "src/features/legal/terms-page.tsx",
  "/privacy-mixer": "src/features/mixer/mixer-page.tsx",
  "/telegram": "src/features/telegram/telegram-page.tsx",
  "/admin": "src/features/admin/admin-page.tsx",
  "/currencies": "src/features/currencies/currencies-page.tsx",
  "/problems/$": "src/features/problem/problem-page.tsx",
  "/simnet/$": "src/features/explorer/explorer-page.tsx",
};

/** Reads the client build's manifest; a missing or broken build stops the start. */
export function readClientBuild(clientDir: string): ClientBuild {
  const manifest = JSON.parse(
    readFileSync(join(clientDir, ".vite", "manifest.json"), "utf8"),
  ) as ViteManifest;
  const entry = manifest[ENTRY_MODULE];
  if (entry === undefined) throw new Error(`the client build in ${clientDir} has no ${ENTRY_MODULE}`);
  const displayFont = entry.assets?.find((file) => file.includes(DISPLAY_FONT));
  if (displayFont === undefined) throw new Error(`the client build in ${clientDir} has no ${DISPLAY_FONT}`);
  const withImports = (module: string, files: Set<string>): Set<string> => {
    const chunk = manifest[module];
    if (chunk === undefined || files.has(`/${chunk.file}`)) return files;
    files.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) withImports(imported, files);
    return files;
  };
  return {
    entry: `/${entry.file}`,
    displayFont: `/${displayFont}`,
    css: (entry.css ?? []).map((file) => `/${file}`),
    preloads: ({ language, catalogues, routeId }) => {
      const files = withImports(ENTRY_MODULE, new Set<string>());
      withImports(`src/messages/${language}.ts`, files);
      for (const name of catalogues) withImports(`src/messages/${name}/${language}.ts`, files);
      const module = routeId === undefined ? undefined : ROUTE_MODULES[routeId];
      if (module !== undefined) withImports(module, files);
      files.delete(`/${entry.file}`);
      return [...files];
    },
  };
}
