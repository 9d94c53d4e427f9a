import { expect, test } from "vitest";
import { languageOfTag, preferredLanguage } from "./preferred-language";

test("browser languages: Chinese of tw, hk and mo is zh-tw, any other zh-cn", () => {
  expect(languageOfTag("zh-HK")).toBe("zh-tw");
  expect(languageOfTag("zh-Hant")).toBe("zh-tw");
  expect(languageOfTag("zh")).toBe("zh-cn");
  expect(languageOfTag("fr-CA")).toBe("fr");
  expect(languageOfTag("zh-Hans-HK")).toBe("zh-cn");
  expect(languageOfTag("de")).toBeUndefined();
  expect(languageOfTag("*")).toBeUndefined();
});

test("a language without a catalogue is passed over, and zh-cn is the last resort", () => {
  expect(preferredLanguage("xx", "de, en;q=0.3")).toBe("en");
  expect(preferredLanguage(undefined, "de;q=1, en;q=0")).toBe("zh-cn");
});
