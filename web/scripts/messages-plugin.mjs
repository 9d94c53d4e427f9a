import compile from "icu-minify/compile";
import { runnerImport } from "vite";

const catalogue = /\/src\/messages\/([a-z-]+\/)?(en|zh-cn|zh-tw|es|fr|ja)\.ts$/;

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
      const { module } = await runnerImport(id, { configFile: false, logLevel: "error" });
      this.addWatchFile(id);
      return `export const messages = ${JSON.stringify(compileMessages(module.messages))};`;
    },
  };
}
