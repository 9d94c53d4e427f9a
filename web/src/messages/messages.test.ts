import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../lib/languages";

type Tree = { [key: string]: string | Tree };

function leaves(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[prefix + key, value] as [string, string]]
      : leaves(value, `${prefix}${key}.`),
  );
}

/** The tags that a message takes; its arguments are checked by the compiler. */
function tags(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/<(\w+)>/g), ([, name = ""]) => name))].sort();
}

/** The shared catalogue (".") and those of the pages. */
const catalogues = [
  ".",
  ...readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
];

async function sourceOf(catalogue: string, language: Language): Promise<Map<string, string>> {
  const path = join(import.meta.dirname, catalogue, `${language}.ts?source`);
  const { messages } = (await import(/* @vite-ignore */ path)) as { messages: Tree };
  return new Map(leaves(messages));
}

describe.each(LANGUAGES)("%s", (language) => {
  test.each(catalogues)(
    "the catalogue %s has the keys and tags of the English one, and no empty text",
    async (name) => {
      const english = await sourceOf(name, "en");
      const own = await sourceOf(name, language);
      expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
      for (const [key, text] of own) {
        expect(text.trim(), key).not.toBe("");
        expect(tags(text), key).toEqual(tags(english.get(key) ?? ""));
      }
    },
  );
});

/** Short texts may well be the same in two languages: "Bitcoin", "FAQ", "{min} – {max}". */
const comparedLengthMin = 12;
const translatedShareMin = 0.6;

describe.each(LANGUAGES.filter((language) => language !== "en"))("%s", (language) => {
  test.each(catalogues)("the catalogue %s is a translation, and not the English one", async (name) => {
    const english = await sourceOf(name, "en");
    const own = await sourceOf(name, language);
    const compared = [...english].filter(([, text]) => text.length > comparedLengthMin);
    expect(compared.length).toBeGreaterThan(2);
    const same = compared.filter(([key, text]) => own.get(key) === text).map(([key]) => key);
    const shareTranslated = 1 - same.length / compared.length;
    expect(shareTranslated, same.join(", ")).toBeGreaterThanOrEqual(translatedShareMin);
  });
});

test("no two catalogues share a namespace, so that a page's texts never hide another's", async () => {
  const names = [];
  for (const catalogue of catalogues) {
    const own = new Set([...(await sourceOf(catalogue, "en")).keys()].map((key) => key.split(".", 1)[0]));
    names.push(...own);
  }
  expect(names.length).toBe(new Set(names).size);
});

test("no component holds a text of its own in another script", () => {
  const root = join(import.meta.dirname, "..");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".tsx"),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files)
    expect(readFileSync(join(root, file), "utf8"), file).not.toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
});
