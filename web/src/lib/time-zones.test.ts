import { expect, test } from "vitest";
import { splitPath } from "./languages";
import { languageOfTimeZone } from "./time-zones";

test("a time zone speaks for the language of its region", () => {
  expect(languageOfTimeZone("Asia/Shanghai")).toBe("zh-cn");
  expect(languageOfTimeZone("Asia/Hong_Kong")).toBe("zh-tw");
  expect(languageOfTimeZone("America/Argentina/Buenos_Aires")).toBe("es");
  expect(languageOfTimeZone("Europe/Berlin")).toBeUndefined();
});

test("the prefix is the first segment, whatever its case", () => {
  expect(splitPath("/EN/track")).toEqual({ language: "en", rest: "/track" });
  expect(splitPath("/english")).toEqual({ language: undefined, rest: "/english" });
});
