import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import compile from "icu-minify/compile";
import { runnerImport } from "vite";

const codes = "en|zh-cn|zh-tw|es|fr|ja";
const catalogue = new RegExp(`/src/messages/([a-z-]+/)?(${codes})\\.ts$`);
const ofLanguage = new RegExp(`/src/messages/(${codes})\\.ts$`);

/**
 * The texts that the bot has too are TypeScript of another package. By its name Node would load them, which knows no
 * TypeScript; by their path they are compiled along.
 */
const sharedTexts = {
  find: /^@sotto\/openapi\/order-texts\/([a-z-]+)$/,
  replacement: fileURLToPath(new URL("../../openapi/src/order-texts/$1.ts", import.meta.url)),
};

/** Compiles every ICU string of a message tree to icu-minify's array form. */
export function compileMessages(tree) {
  return typeof tree === "string"
    ? compile(tree)
    : Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, compileMessages(value)]));
}

/** Vite plugin: replaces a message catalogue module by its compiled form. */
export function messagesPlugin() {
  return {
    name: "sotto-messages",
    enforce: "pre",
    async load(id) {
      if (!catalogue.test(id)) return null;
      const { module, dependencies } = await runnerImport(id, {
        configFile: false,
        logLevel: "error",
        resolve: { alias: [sharedTexts] },
      });
      for (const file of [id, ...dependencies]) this.addWatchFile(file);
      return `export const messages = ${JSON.stringify(compileMessages(module.messages))};`;
    },
  };
}

/**
 * Vite plugin: lets the file of a language load its pages' texts, by page. With the loaders of all languages in one
 * place, every visitor would carry the names of all their files.
 */
export function pagesPlugin() {
  return {
    name: "sotto-messages-of-pages",
    transform: (code, id) => (ofLanguage.test(id) ? `${code}\nexport const pages = ${pagesOf(id)};` : null),
  };
}

function pagesOf(id) {
  const [folder, file] = [dirname(id), basename(id)];
  const pages = readdirSync(folder).filter((name) => existsSync(join(folder, name, file)));
  return `{${pages.map((name) => `${JSON.stringify(name)}: () => import("./${name}/${file}")`).join()}}`;
}
