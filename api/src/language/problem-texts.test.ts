import { describe, expect, it } from "vitest";
import { PROBLEM_STATUS, type ProblemCode } from "../core/errors";
import { LANGUAGES, type Language } from "./languages";
import { PROBLEM_TEXTS } from "./problem-texts";

const CODES = Object.keys(PROBLEM_STATUS) as ProblemCode[];
const sentences = (language: Language, code: ProblemCode): string[] =>
  Object.values(PROBLEM_TEXTS[language][code]);
const everySentence = (language: Language): string[] => CODES.flatMap((code) => sentences(language, code));
const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

describe.each(LANGUAGES.filter((language) => language !== "en"))("the problem texts in %s", (language) => {
  it.each(CODES)("%s names the same figures as the English one", (code) => {
    const [own, english] = [PROBLEM_TEXTS[language][code], PROBLEM_TEXTS.en[code]];
    expect(Object.keys(own)).toEqual(Object.keys(english));
    expect(sentences(language, code).map(placeholders)).toEqual(sentences("en", code).map(placeholders));
  });

  it("are none of the English ones", () => {
    const english = new Set(everySentence("en"));
    expect(everySentence(language).filter((text) => english.has(text))).toEqual([]);
  });
});

type CommonCharacters = { encoding: string; leads: readonly number[]; trailMin: number; alsoUsed: string };
const leads = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** The everyday characters of each country, as the rows of its older encoding list them. */
const COMMON: Readonly<Record<"zh-cn" | "zh-tw" | "ja", CommonCharacters>> = {
  // GB 2312, inside GBK.
  "zh-cn": { encoding: "gbk", leads: leads(0xb0, 0xf7), trailMin: 0xa1, alsoUsed: "" },
  // Big5 without the rows that Hong Kong added; 鑰 (key) is in one that both have.
  "zh-tw": {
    encoding: "big5",
    leads: [...leads(0xa4, 0xc5), ...leads(0xc9, 0xf8)],
    trailMin: 0x40,
    alsoUsed: "鑰",
  },
  // JIS X 0208, level 1; 冪 (idempotency) is of level 2.
  ja: { encoding: "euc-jp", leads: leads(0xb0, 0xcf), trailMin: 0xa1, alsoUsed: "冪" },
};

function charactersOf({ encoding, leads, trailMin, alsoUsed }: CommonCharacters): ReadonlySet<string> {
  const decoder = new TextDecoder(encoding);
  const found = new Set(alsoUsed);
  for (const lead of leads)
    for (let trail = trailMin; trail <= 0xfe; trail++) found.add(decoder.decode(Uint8Array.of(lead, trail)));
  return found;
}

describe.each(["zh-cn", "zh-tw", "ja"] as const)("the problem texts in %s", (language) => {
  it("are in the characters of its country", () => {
    const own = charactersOf(COMMON[language]);
    const foreign = [...everySentence(language).join("")].filter(
      (character) => /\p{Script=Han}/u.test(character) && !own.has(character),
    );
    expect(foreign).toEqual([]);
  });

  it("have the full-width punctuation", () => {
    expect(everySentence(language).filter((text) => /[,;:!?]|\.$/.test(text))).toEqual([]);
  });
});

it("the problem texts in fr have a thin space before high punctuation, and typographic apostrophes", () => {
  expect(everySentence("fr").filter((text) => /(?<!\u202f)[;:!?»]|«(?!\u202f)|'/.test(text))).toEqual([]);
});
