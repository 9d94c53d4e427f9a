import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import ts from "typescript";

const notRead = new Set(["node_modules", "dist", ".git", ".data", ".cache", "fixtures"]);
/** Generated from texts that are read where they are written; and the check's own test, which plants these words. */
const notChecked = new Set(["openapi/schema.d.ts", "api/test/words.test.ts"]);

/** The files of a tree whose English is checked: documents, sources in full, and comments of the rest. */
export function englishFiles(folder) {
  return filesIn(folder)
    .map((path) => relative(folder, path))
    .filter((path) => readerOf(path) !== undefined && !notChecked.has(path))
    .filter((path) => !isTranslation(folder, path))
    .sort();
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return notRead.has(entry.name) ? [] : filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}

/** A catalogue in another language lies beside the English one. */
function isTranslation(folder, path) {
  return (
    /^(?:[a-z]{2}|[a-z]{2}-[a-z]{2})\.ts$/.test(basename(path)) &&
    basename(path) !== "en.ts" &&
    existsSync(join(folder, dirname(path), "en.ts"))
  );
}

/**
 * Returns the English texts of a file, each with its offset in the file. What is code inside a text (in backticks, or
 * filled in) is replaced by as many letters x, so that offsets stay right.
 */
export function englishTexts(path, source) {
  return readerOf(path)(source, path).map(({ text, start }) => ({ text: withoutCode(text), start }));
}

function readerOf(path) {
  const name = basename(path);
  if (name === "run" || name === "newcomer") return hashComments;
  return {
    ".md": (source) => [{ text: source.replace(/^```[\s\S]*?^```/gm, crossOut), start: 0 }],
    ".ts": typescriptTexts,
    ".tsx": typescriptTexts,
    ".mjs": typescriptTexts,
    ".cjs": typescriptTexts,
    ".sql": (source) => comments(source, /--[^\n]*/g),
    ".css": (source) => comments(source, /\/\*[\s\S]*?\*\//g),
    ".yml": hashComments,
    ".sh": hashComments,
  }[extname(path)];
}

const hashComments = (source) => comments(source, /(?<=^|\s)#[^\n]*/gm);
const crossOut = (text) => text.replace(/\S/g, "x");
const withoutCode = (text) => text.replace(/`[^`\n]+`/g, crossOut);

/** The texts in a source: string literals of several words, text between tags, and comments. */
function typescriptTexts(source, path) {
  const kind = path.endsWith(".tsx") ? ts.ScriptKind.TSX : undefined;
  const parsed = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind);
  const texts = [];
  const masked = [];
  const visit = (node) => {
    const start = node.getStart(parsed);
    const text = source.slice(start, node.end);
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      texts.push({ text: ` ${text.slice(1, -1)}`, start });
      masked.push([start, node.end]);
    } else if (ts.isTemplateExpression(node)) {
      texts.push({ text: templateText(node, parsed, source), start });
      for (const part of [node.head, ...node.templateSpans.map(({ literal }) => literal)])
        masked.push([part.getStart(parsed), part.end]);
    } else if (ts.isJsxText(node)) {
      texts.push({ text: source.slice(node.pos, node.end), start: node.pos });
      masked.push([node.pos, node.end]);
    } else if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) masked.push([start, node.end]);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  const found = comments(masking(source, masked), /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g);
  return [...texts.filter(({ text }) => /\S\s+\S/.test(text)), ...found];
}

/** A template's text, with letters x where a value is filled in. */
function templateText(node, parsed, source) {
  const start = node.getStart(parsed);
  const filledIn = node.templateSpans.map(({ expression, literal }) => [
    expression.pos - 2,
    literal.getStart(parsed) + 1,
  ]);
  return ` ${masking(source.slice(0, node.end), filledIn).slice(start + 1, -1)}`;
}

function masking(source, ranges) {
  let text = "";
  let end = 0;
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    if (from < end) continue;
    text += source.slice(end, from) + crossOut(source.slice(from, to));
    end = to;
  }
  return text + source.slice(end);
}

/** Comments, those on consecutive lines as one text, with their marks replaced by spaces. */
function comments(source, pattern) {
  const texts = [];
  for (const match of source.matchAll(pattern)) {
    const before = texts.at(-1);
    const gap = before === undefined ? "" : source.slice(before.start + before.text.length, match.index);
    const isContinued = before !== undefined && !match[0].startsWith("/*") && /^[ \t]*\n[ \t]*$/.test(gap);
    if (isContinued) before.text += gap + match[0];
    else texts.push({ text: match[0], start: match.index });
  }
  return texts.map(({ text, start }) => ({ text: unmarked(text), start }));
}

const unmarked = (text) =>
  text
    .replace(/^[ \t]*(?:\/\*+|\/\/+|--+|#+|\*+(?!\/))/gm, (mark) => " ".repeat(mark.length))
    .replace(/\s*\*\/$/, "");
