import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { distilContract } from "./distil-contract.mjs";
import { baseMark, sampleCode } from "./sample-code.mjs";
import { originMark, tryItSteps } from "./try-it.mjs";

const contractFile = fileURLToPath(import.meta.resolve("@sotto/openapi/openapi.json"));
const request = "@sotto/openapi/openapi.json?distilled";
const moduleId = "\0sotto-api-docs";

/** What the API's page is made of: the distilled contract, and samples that use its examples. */
export function apiDocsOf(contract) {
  const docs = distilContract(contract);
  return { ...docs, baseMark, samples: sampleCode(docs), originMark, tryIt: tryItSteps(contract) };
}

/**
 * Vite plugin: the contract, distilled for the API's page, as a module; and the contract itself, unchanged, in the
 * browser's build.
 */
export function apiDocsPlugin() {
  return {
    name: "sotto-api-docs",
    // Before Vite takes the address for one of a JSON file.
    enforce: "pre",
    resolveId: (source) => (source === request ? moduleId : null),
    async load(id) {
      if (id !== moduleId) return null;
      this.addWatchFile(contractFile);
      const contract = JSON.parse(await readFile(contractFile, "utf8"));
      return `export const apiDocs = ${JSON.stringify(apiDocsOf(contract))};`;
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
      this.emitFile({
        type: "asset",
        fileName: "openapi.json",
        source: await readFile(contractFile, "utf8"),
      });
    },
  };
}
