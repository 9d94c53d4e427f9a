import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { workspaceRoot } from "./workspace-copy";

const SCRIPT = join(workspaceRoot, "api/scripts/verify-words.mjs");
const ALLOWED = "api/scripts/words/allowed.json";
/** A committer date before the rule on subjects, and one after it. */
const [BEFORE, AFTER] = ["1795349024 +0000", "1795349025 +0000"];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sotto-words-"));
  write("package.json", '{ "type": "module" }');
  write("api/src/language/languages.ts", 'export const LANGUAGES = ["en", "es"] as const;');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

interface Check {
  checkWords(folder: string): Promise<{ problems: string[]; checked: string }>;
  shrinkAllowed(folder: string): void;
}
const { checkWords, shrinkAllowed } = (await import(SCRIPT)) as Check;

/** What is reported, as `file:line word`. */
const places = (found: string[]): string[] =>
  found.map((line) => line.replace(/^(\S+:\d+): \u201c([^\u201d]+)\u201d.*$/, "$1 $2"));

/** Each planted text, and the places that must be reported in it. */
const PLANTED: [file: string, text: string, reported: string[]][] = [
  ["README.md", "# Words\n\nNobody reads\nthis.\n", ["3 nobody"]],
  ["docs/long.md", "It is kept for\never, and is to be\nseen.\n", ["1 for ever", "2 to be seen"]],
  ["web/src/page.tsx", "export const Page = () => <p>It works\n  just now.</p>;\n", ["2 just now"]],
  ["cli/src/help.ts", 'export const help = "Tells whether it works";\n', ["1 tells"]],
  ["bot/src/text.ts", "export const text = (n: string) => `$" + "{n} shall arrive`;\n", ["1 shall"]],
  ["api/src/a.ts", "/**\n * Gives the order of\n * whoever asks.\n */\n", ["2 gives", "3 whoever"]],
  [
    "api/src/b.ts",
    "const a = 1; // Three of them at most.\n// It goes on\n// after this.\n",
    ["1 at most", "2 goes on"],
  ],
  [
    "api/src/db/c.sql",
    "SELECT 1; -- The order of the moment stands here.\n",
    ["1 of the moment", "1 stands"],
  ],
  ["web/src/d.css", "/* Begins anew,\n   alone. */\n", ["1 anew", "2 alone"]],
  [
    "web/src/messages/en.ts",
    'export const m = { a: "Mend them", b: "Is told of it" };\n',
    ["1 mend", "1 is told of"],
  ],
  ["e.mjs", "// The other way round; some are left.\n", ["1 the other way round", "1 some"]],
];
/** Text that has such a word in its right meaning, as code, or in another language. */
const INNOCENT: [file: string, text: string][] = [
  ["api/src/code.ts", "export const shall = [1].some(Boolean); // Runs `nobody`, at most 3 times.\n"],
  ["api/src/key.ts", 'export const keys = { nobody: "whoever", a: /just now/ };\n'],
  [
    "docs/right.md",
    "It tells the customer to leave it alone. TLA stands for it. It gives up. Some orders wait.\n",
  ],
  ["docs/code.md", "```\nnobody\n```\n"],
  ["docs/table.md", "| A step goes on the page | at most 5 |\n"],
  ["web/src/messages/es.ts", 'export const m = { a: "shall nobody", b: "whoever alone" };\n'],
];

test("every planted word is reported with its line, and nothing else", async () => {
  for (const [file, text] of [...PLANTED, ...INNOCENT]) write(file, text);
  const { problems } = await checkWords(folder);
  const expected = PLANTED.flatMap(([file, , words]) => words.map((word) => `${file}:${word}`));
  expect(places(problems).sort()).toEqual(expected.sort());
});

test("an allowed word passes, one more fails, and one less fails until the list is shortened", async () => {
  write(ALLOWED, JSON.stringify({ "README.md": { nobody: 2, whoever: 1 } }));
  write("README.md", "Nobody, nobody, whoever.");
  expect((await checkWords(folder)).problems).toEqual([]);

  write("README.md", "Nobody, nobody, nobody, whoever.");
  expect(places((await checkWords(folder)).problems)).toEqual(Array(3).fill("README.md:1 nobody"));

  write("README.md", "Nobody.");
  const fewer = expect.stringContaining("fewer");
  expect((await checkWords(folder)).problems).toEqual([fewer, fewer]);
  shrinkAllowed(folder);
  expect(JSON.parse(readFileSync(join(folder, ALLOWED), "utf8"))).toEqual({ "README.md": { nobody: 1 } });
  expect((await checkWords(folder)).problems).toEqual([]);

  write("README.md", "Nobody, nobody.");
  shrinkAllowed(folder);
  expect((await checkWords(folder)).problems).toHaveLength(2);
});

test("the script prints the problems and fails", () => {
  write("README.md", "Nobody.");
  const run = spawnSync(process.execPath, [SCRIPT, folder], { encoding: "utf8" });
  expect(places(run.stderr.trim().split("\n"))).toEqual(["README.md:1 nobody"]);
  expect(run.status).toBe(1);
});

test("a text that is missing, empty, still English or with other placeholders is reported", async () => {
  write(
    "bot/src/messages/en.ts",
    `export const en = {
      absent: "Not there", empty: "Full", english: "Send the coins", name: "Bitcoin", argument: "{count} of them",
      plural: "{n, plural, one {day} other {days}}", tag: "Read <b>this</b>",
      third: (a: string, b: string, c: string) => a + b + c, nested: { two: ["One", "Two"] },
    };`,
  );
  write(
    "bot/src/messages/es.ts",
    `export const es = {
      empty: " ", english: "Send the coins", name: "Bitcoin", argument: "{total} de ellos",
      plural: "{n, plural, one {d\u00eda} other {d\u00edas}}", tag: "Lee esto",
      third: (a: string, b: string, _c: string) => a + b, nested: { two: ["Uno"] }, more: "M\u00e1s",
    };`,
  );
  write("cli/src/messages/en.ts", 'export const messages = { only: "Text" };');
  const { problems } = await checkWords(folder);
  const es = "bot/src/messages/es.ts:";
  expect(problems).toEqual([
    `${es} absent is missing`,
    `${es} nested.two.1 is missing`,
    `${es} empty is empty`,
    `${es} english is still in English: "Send the coins"`,
    `${es} argument has {total}; English has {count}`,
    `${es} tag has no placeholder; English has </b <b`,
    `${es} third has {argument1} {argument2}; English has {argument1} {argument2} {argument3}`,
    `${es} more is not in the English catalogue`,
    "cli/src/messages/es.ts: only is missing",
  ]);
});

function git(tree: string, args: string[], date = AFTER): void {
  const env = { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
  const who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
  const run = spawnSync("git", ["-C", tree, ...who, ...args], { encoding: "utf8", env });
  if (run.status !== 0) throw new Error(run.stderr);
}
const commit = (subject: string, date = AFTER): void =>
  git(folder, ["commit", "--quiet", "--allow-empty", "--message", subject], date);

test("a subject over 72 characters is reported, in a shallow clone too; an older one is not", async () => {
  expect((await checkWords(folder)).checked).toContain("no subjects were checked");
  git(folder, ["init", "--quiet", "--initial-branch=main"]);
  commit("o".repeat(80), BEFORE);
  commit("x".repeat(72));
  expect(await checkWords(folder)).toEqual({
    problems: [],
    checked: expect.stringContaining("1 commit subjects"),
  });

  commit("y".repeat(73));
  const expected = [expect.stringMatching(/^commit \w+: The subject has 73 characters; the limit is 72/)];
  expect((await checkWords(folder)).problems).toEqual(expected);

  git(folder, ["add", "."]);
  commit("Last");
  const clone = join(folder, "clone");
  git(folder, ["clone", "--quiet", "--depth=2", `file://${folder}`, clone]);
  expect((await checkWords(clone)).problems).toEqual(expected);
});
