import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { tsImport } from "tsx/esm/api";

const packages = ["api", "openapi", "web", "bot", "cli"];

/**
 * Checks every catalogue, which is a folder with an `en.ts`: each language has every text of the English one, with the
 * same placeholders and tags, and none is still in English.
 */
export async function checkCatalogues(folder) {
  const { LANGUAGES } = await load(join(folder, "api/src/language/languages.ts"));
  const folders = packages.flatMap((name) => cataloguesIn(join(folder, name, "src")));
  const problems = [];
  let texts = 0;
  for (const catalogue of folders) {
    const english = await textsOf(join(catalogue, "en.ts"));
    texts += english.size;
    for (const language of LANGUAGES.filter((code) => code !== "en")) {
      const path = join(catalogue, `${language}.ts`);
      const own = existsSync(path) ? await textsOf(path) : new Map();
      for (const problem of compare(english, own)) problems.push(`${relative(folder, path)}: ${problem}`);
    }
  }
  const checked = `${texts} texts of ${folders.length} catalogues in ${LANGUAGES.length} languages`;
  return { problems, checked };
}

function cataloguesIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  const inner = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  const own = entries.some(({ name }) => name === "en.ts") ? [folder] : [];
  return [...own, ...inner.flatMap(cataloguesIn)];
}

const load = (path) => tsImport(pathToFileURL(path).href, import.meta.url);

/** The texts of a catalogue by their place. A text that is a function is called with a mark for each argument. */
async function textsOf(path) {
  const exported = Object.values(await load(path)).filter((value) => typeof value === "object");
  return new Map(exported.flatMap((tree) => leaves(tree, "")));
}

function leaves(value, place) {
  if (typeof value === "string") return [[place, value]];
  if (typeof value === "function")
    return [[place, value(...Array.from({ length: value.length }, (_, index) => `{argument${index + 1}}`))]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, place === "" ? key : `${place}.${key}`),
  );
}

function compare(english, own) {
  const absent = [...english.keys()].filter((place) => !own.has(place)).map((place) => `${place} is missing`);
  const wrong = [...own].flatMap(([place, text]) => {
    const original = english.get(place);
    if (original === undefined) return [`${place} is not in the English catalogue`];
    if (text.trim() === "") return [`${place} is empty`];
    if (placeholders(text) !== placeholders(original))
      return [
        `${place} has ${placeholders(text) || "no placeholder"}; English has ${placeholders(original) || "none"}`,
      ];
    return text === original && isSentence(text) ? [`${place} is still in English: "${text}"`] : [];
  });
  return [...absent, ...wrong];
}

/** The arguments and tags of a text. A word in braces after a keyword of a plural is a text, not an argument. */
function placeholders(text) {
  const args = text.matchAll(/(?<![,}]\s*(?:zero|one|two|few|many|other|=\d+)\s?)\{\s*(\w+)\s*[,}]/g);
  const tags = text.matchAll(/<\/?\w+/g);
  return [...new Set([...Array.from(args, ([, name]) => `{${name}}`), ...Array.from(tags, String)])]
    .sort()
    .join(" ");
}

/** Whether a text has words to translate: names, units and single words may be the same in two languages. */
function isSentence(text) {
  const words =
    text.replace(/<[^>]*>|\{[^}]*\}/g, " ").match(/(?<![\p{L}./@-])[a-z]{2,}(?![\p{L}./@-])/gu) ?? [];
  return words.length > 1;
}
