import { expect, test } from "vitest";
import { languageOfTag, preferredLanguage, splitPath } from "./languages";
import { languageOfTimeZone } from "./time-zones";

test("a time zone speaks for the language of its region", () => {
  expect(languageOfTimeZone("Asia/Shanghai")).toBe("zh-cn");
  expect(languageOfTimeZone("Asia/Hong_Kong")).toBe("zh-tw");
  expect(languageOfTimeZone("America/Argentina/Buenos_Aires")).toBe("es");
  expect(languageOfTimeZone("Europe/Berlin")).toBeUndefined();
});

test("browser languages: Chinese of tw, hk and mo is zh-tw, any other zh-cn", () => {
  expect(languageOfTag("zh-HK")).toBe("zh-tw");
  expect(languageOfTag("zh-Hant")).toBe("zh-tw");
  expect(languageOfTag("zh")).toBe("zh-cn");
  expect(languageOfTag("fr-CA")).toBe("fr");
  expect(languageOfTag("de")).toBeUndefined();
});

test("a language without a catalogue is passed over, and zh-cn is the last resort", () => {
  expect(preferredLanguage("xx", "de, en;q=0.3")).toBe("en");
  expect(preferredLanguage(undefined, "de;q=1, en;q=0")).toBe("zh-cn");
});

test("the prefix is the first segment, whatever its case", () => {
  expect(splitPath("/EN/track")).toEqual({ language: "en", rest: "/track" });
  expect(splitPath("/english")).toEqual({ language: undefined, rest: "/english" });
});
