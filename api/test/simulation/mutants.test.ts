import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MUTANTS } from "./planted";

const src = join(import.meta.dirname, "../../src");

test.each(MUTANTS)("$name can still be planted", ({ patches }) => {
  for (const { file, find } of patches) {
    const matches = readFileSync(join(src, file), "utf8").split(find).length - 1;
    expect(matches, `${file}: ${find}`).toBe(1);
  }
});
