import { expect, test } from "vitest";
import { splitPath } from "./languages";
import { languageOfTimeZone, ZONE_CITIES } from "./time-zones";

test("a time zone speaks for the language of its region", () => {
  expect(languageOfTimeZone("Asia/Shanghai", ZONE_CITIES)).toBe("zh-cn");
  expect(languageOfTimeZone("Asia/Hong_Kong", ZONE_CITIES)).toBe("zh-tw");
  expect(languageOfTimeZone("America/Argentina/Buenos_Aires", ZONE_CITIES)).toBe("es");
  expect(languageOfTimeZone("Europe/Berlin", ZONE_CITIES)).toBeUndefined();
});

test("the prefix is the first segment, whatever its case", () => {
  expect(splitPath("/EN/track")).toEqual({ language: "en", rest: "/track" });
  expect(splitPath("/english")).toEqual({ language: undefined, rest: "/english" });
});
