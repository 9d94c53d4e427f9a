import { expect, test } from "vitest";
import { LANGUAGES } from "../languages";
import { TEXTS } from "./texts";

const MARKS = ["ONE", "TWO", "THREE", "FOUR"];

/** Every text, with its place; functions are called with marks for their arguments. */
function* textsIn(value: unknown, place: string): Generator<[string, string]> {
  if (typeof value === "string") yield [place, value];
  else if (typeof value === "function") yield [place, String(value(...MARKS))];
  else for (const [key, inner] of Object.entries(value as object)) yield* textsIn(inner, `${place}.${key}`);
}

test.each(LANGUAGES)("every text of %s is there, and its tags close", (language) => {
  const english = new Map(textsIn(TEXTS.en, ""));
  for (const [place, text] of textsIn(TEXTS[language], "")) {
    expect(text.trim(), place).not.toBe("");
    const tags = text.match(/<\/?\w+>/g) ?? [];
    expect(
      tags.filter((tag) => !/^<\/?b>$/.test(tag)),
      place,
    ).toEqual([]);
    expect(
      tags.filter((tag) => tag === "<b>"),
      place,
    ).toHaveLength(tags.filter((tag) => tag === "</b>").length);
    for (const mark of MARKS) {
      expect(text.includes(mark), `${place}: ${mark}`).toBe(english.get(place)?.includes(mark));
    }
  }
});

test.each(LANGUAGES)("the commands of %s fit Telegram's limits, and its help names them all", (language) => {
  const { commands, help } = TEXTS[language];
  for (const [name, description] of Object.entries(commands)) {
    expect(description.length).toBeLessThanOrEqual(256);
    if (name !== "help") expect(help.commands).toContain(`/${name}`);
  }
});
