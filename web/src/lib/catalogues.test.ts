import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addPageMessages, loadMessages, type PageName } from "./catalogues";
import { LANGUAGES } from "./languages";

const pages = readdirSync(join(import.meta.dirname, "../messages"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name as PageName);

test.each(LANGUAGES)("the pattern finds every catalogue of %s", async (language) => {
  const messages = await loadMessages(language);
  const page = { language, catalogues: [] as PageName[] };
  const shared = Object.keys(messages).length;
  expect(shared).toBeGreaterThan(5);
  for (const name of pages) {
    const before = Object.keys(messages).length;
    await addPageMessages({ messages, page }, name);
    expect(Object.keys(messages).length, name).toBeGreaterThan(before);
  }
  expect(page.catalogues).toEqual(pages);
});

test("a catalogue that is not there is named", async () => {
  const context = {
    messages: await loadMessages("en"),
    page: { language: "en" as const, catalogues: [] as PageName[] },
  };
  await expect(addPageMessages(context, "nothing" as PageName)).rejects.toThrow("messages/nothing/en.ts");
  expect(context.page.catalogues).toEqual([]);
});
