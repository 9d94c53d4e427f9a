import { readFileSync, writeFileSync } from "node:fs";

const WIDTH = 40;

/** Draws counts as bars, the largest first; each line has the count, the bar and the name. */
export function picture(counts: ReadonlyMap<string, number>): string[] {
  const most = Math.max(1, ...counts.values());
  const digits = String(most).length;
  return [...counts]
    .toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
    .map(([name, count]) => {
      const bar = "█".repeat(Math.ceil((count / most) * WIDTH));
      return `${String(count).padStart(digits)} ${bar.padEnd(WIDTH)} ${name}`;
    });
}

const MARKED = /(?<=<!-- counts -->\n)[\s\S]*?(?=<!-- end of counts -->)/;

/** Replaces what a page has between its marks for counts. Throws when the page has no such marks. */
export function intoPage(path: string, lines: readonly string[]): void {
  const page = readFileSync(path, "utf8");
  if (!MARKED.test(page)) throw new Error(`${path} has no place for counts`);
  const block = ["", "```text", ...lines, "```", "", ""].join("\n");
  writeFileSync(
    path,
    page.replace(MARKED, () => block),
  );
}
