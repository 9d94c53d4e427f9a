import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const FILES = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).split("\n");
const DOCUMENTS = FILES.filter((file) => file.endsWith(".md") && file !== "CHANGELOG.md");
/** `name` in `folder/file.ts`, as documents say where a concept is. */
const NAMED = /`(\w{3,})(?:\(\))?`\s+in\s+`([\w./$-]+\.(?:tsx?|mjs|sql))`/g;
const PATH = /`((?:api|web|cli|bot|openapi|docs|patches)\/[\w./$-]+\.(?:tsx?|mjs|cjs|sql|md|json|sh|css))`/g;
/** Made when the project is built. */
const IS_BUILT = /\/dist\//;

const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** All that documents say by a pattern, with the document. */
const saidIn = (pattern: RegExp): [document: string, ...found: string[]][] =>
  DOCUMENTS.flatMap((document) =>
    [...textOf(document).matchAll(pattern)].map(([, ...found]): [string, ...string[]] => [
      document,
      ...found,
    ]),
  );

test("what documents name in a file is in it", () => {
  const said = saidIn(NAMED);
  expect(said.length).toBeGreaterThan(30);
  const wrong = said.filter(([, name = "", path = ""]) => {
    const meant = FILES.filter((file) => file === path || file.endsWith(`/${path}`));
    return !meant.some((file) => new RegExp(`\\b${name}\\b`).test(textOf(file)));
  });
  expect(wrong).toEqual([]);
});

test("each file that documents name is there", () => {
  const said = saidIn(PATH);
  expect(said.length).toBeGreaterThan(100);
  const known = new Set(FILES);
  expect(said.filter(([, path = ""]) => !known.has(path) && !IS_BUILT.test(path))).toEqual([]);
});
