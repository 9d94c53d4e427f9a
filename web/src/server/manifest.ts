import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../lib/languages";

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}
type ViteManifest = Record<string, Chunk>;

/** What the pages need of the client build. */
export interface ClientBuild {
  entry: string;
  css: readonly string[];
  /** Files to load ahead for the entry, one language's texts and one route, in loading order. */
  preloads: (language: Language, routeId: string | undefined) => string[];
}

const entryModule = "src/entry-client.tsx";
const routeModules: Record<string, string> = {
  "/": "src/features/exchange/home-page.tsx",
  "/exchange": "src/features/exchange/exchange-page.tsx",
  "/payment": "src/features/payment/payment-page.tsx",
  "/payment/$id": "src/features/payment/payment-page.tsx",
  "/track": "src/features/track/track-page.tsx",
};

/** Reads the client build's manifest; a missing or broken build stops the start. */
export function readClientBuild(clientDir: string): ClientBuild {
  const manifest = JSON.parse(
    readFileSync(join(clientDir, ".vite", "manifest.json"), "utf8"),
  ) as ViteManifest;
  const entry = manifest[entryModule];
  if (entry === undefined) throw new Error(`the client build in ${clientDir} has no ${entryModule}`);
  const withImports = (module: string, files: Set<string>): Set<string> => {
    const chunk = manifest[module];
    if (chunk === undefined || files.has(`/${chunk.file}`)) return files;
    files.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) withImports(imported, files);
    return files;
  };
  return {
    entry: `/${entry.file}`,
    css: (entry.css ?? []).map((file) => `/${file}`),
    preloads: (language, routeId) => {
      const files = withImports(entryModule, new Set<string>());
      withImports(`src/messages/${language}.ts`, files);
      const module = routeId === undefined ? undefined : routeModules[routeId];
      if (module !== undefined) withImports(module, files);
      files.delete(`/${entry.file}`);
      return [...files];
    },
  };
}
