import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkCatalogues } from "./words/catalogues.mjs";
import { englishFiles, englishTexts } from "./words/english.mjs";
import { suspiciousWords } from "./words/rules.mjs";
import { checkSubjects } from "./words/subjects.mjs";
import { root } from "./workspace.mjs";

/** Where the words of `rules.mjs` may still occur, and how often: `{ file: { word: count } }`. */
const allowedPath = "api/scripts/words/allowed.json";

/** Prints what is wrong with the words of a tree and returns an exit code. */
export async function wordsHold(folder = root) {
  const { problems, checked } = await checkWords(folder);
  for (const line of problems) console.error(line);
  console.log(checked);
  return problems.length === 0 ? 0 : 1;
}

/**
 * Checks the English of documents, comments and texts, the translations, and the commit subjects of a tree. Returns one
 * line for each problem, and how much was checked.
 */
export async function checkWords(folder) {
  const parts = [checkEnglish(folder), await checkCatalogues(folder), checkSubjects(folder)];
  return {
    problems: parts.flatMap((part) => part.problems),
    checked: parts.map((part) => part.checked).join("; "),
  };
}

/** Compares the suspicious words of the tree with the allowed ones. The list may only shrink. */
function checkEnglish(folder) {
  const allowed = readAllowed(folder);
  const { found, files } = suspiciousPlaces(folder);
  const tooMany = [...found].flatMap(([file, places]) =>
    places
      .filter(({ word }) => countOf(places, word) > (allowed[file]?.[word] ?? 0))
      .map(({ word, line, instead }) => {
        const count = allowed[file]?.[word];
        const known = count === undefined ? "" : `; ${count} of these are allowed in the file`;
        return `${file}:${line}: \u201c${word}\u201d (${instead}${known})`;
      }),
  );
  const tooFew = Object.entries(allowed).flatMap(([file, words]) =>
    Object.entries(words)
      .filter(([word, count]) => countOf(found.get(file) ?? [], word) < count)
      .map(([word]) => `${allowedPath}: ${file} has fewer \u201c${word}\u201d now; ${shrinkHint}`),
  );
  const count = [...found.values()].flat().length;
  return { problems: [...tooMany, ...tooFew], checked: `${files} files with ${count} suspicious words` };
}

const shrinkHint = "run: node api/scripts/verify-words.mjs --shrink";
const countOf = (places, word) => places.filter((place) => place.word === word).length;

function readAllowed(folder) {
  const path = join(folder, allowedPath);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

/** The suspicious words of each file that has any, with their lines, and how many files were read. */
function suspiciousPlaces(folder) {
  const found = new Map();
  const files = englishFiles(folder);
  for (const file of files) {
    const source = readFileSync(join(folder, file), "utf8");
    const places = englishTexts(file, source).flatMap(({ text, start }) =>
      suspiciousWords(text).map(({ word, offset, instead }) => ({
        word,
        line: source.slice(0, start + offset).split("\n").length,
        instead,
      })),
    );
    if (places.length > 0) found.set(file, places);
  }
  return { found, files: files.length };
}

/** Lowers the allowed counts to what the tree has, and raises none. */
export function shrinkAllowed(folder = root) {
  const { found } = suspiciousPlaces(folder);
  const files = Object.entries(readAllowed(folder)).map(([file, words]) => {
    const left = Object.entries(words)
      .map(([word, count]) => [word, Math.min(count, countOf(found.get(file) ?? [], word))])
      .filter(([, count]) => count > 0);
    return [file, Object.fromEntries(left)];
  });
  const kept = Object.fromEntries(files.filter(([, words]) => Object.keys(words).length > 0));
  writeFileSync(join(folder, allowedPath), `${JSON.stringify(kept, null, 2)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [option, folder] = process.argv.slice(2);
  if (option === "--shrink") shrinkAllowed(folder);
  else process.exitCode = await wordsHold(option);
}
