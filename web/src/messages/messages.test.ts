import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { registeredLanguages } from "../lib/catalogues";

type Tree = { [key: string]: string | Tree };

function leaves(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[prefix + key, value] as [string, string]]
      : leaves(value, `${prefix}${key}.`),
  );
}

/** The arguments and tags that a message takes. */
function slots(text: string): string[] {
  return [
    ...new Set(Array.from(text.matchAll(/\{(\w+)|<(\w+)>/g), ([, name, tag]) => name ?? tag ?? "")),
  ].sort();
}

async function sourceOf(language: string): Promise<Map<string, string>> {
  const path = join(import.meta.dirname, `${language}.ts?source`);
  const { messages } = (await import(/* @vite-ignore */ path)) as { messages: Tree };
  return new Map(leaves(messages));
}

describe.each(registeredLanguages)("the %s catalogue", (language) => {
  test("has every text of the English one, with the same arguments, and none empty", async () => {
    const english = await sourceOf("en");
    const own = await sourceOf(language);
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of own) {
      expect(text.trim(), key).not.toBe("");
      expect(slots(text), key).toEqual(slots(english.get(key) ?? ""));
    }
  });
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
