import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { subsetFonts } from "../../scripts/subset-fonts.mjs";

test("the fonts of the pages are what the pinned packages lead to", async () => {
  for (const { file, bytes } of await subsetFonts()) {
    const kept = await readFile(fileURLToPath(new URL(`../fonts/${file}`, import.meta.url)));
    expect(kept.equals(bytes), file).toBe(true);
  }
});
