import { describe, expect, it } from "vitest";
import { acceptedLanguage } from "./accept-language";

describe("the language of an Accept-Language header", () => {
  it.each([
    [undefined, "en"],
    ["", "en"],
    ["de, nl;q=0.5, *;q=0.1", "en"],
    ["fr-CA", "fr"],
    ["de, es-419;q=0.3", "es"],
    ["ja;q=0.2, fr;q=0.8", "fr"],
    ["fr;q=0, ja;q=0.1", "ja"],
    ["zh", "zh-cn"],
    ["zh-SG", "zh-cn"],
    ["zh-TW", "zh-tw"],
    ["zh-Hant-HK", "zh-tw"],
    ["zh-MO;q=0.9", "zh-tw"],
    ["zh-Hans-HK", "zh-cn"],
    ["zh-hk, en", "zh-tw"],
    ["zh-HK-u-ca-roc", "zh-tw"],
    ["ca, fr", "fr"],
    ["en_US, *, es;q=0.1", "es"],
    ["fr;q=high, ja;q=0.1", "ja"],
    [`${"de,".repeat(200)}ja`, "en"],
    [`${Array.from({ length: 20 }, (_, i) => `de-${100 + i}`)}, ja`, "en"],
  ])("%s is %s", (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });
});
