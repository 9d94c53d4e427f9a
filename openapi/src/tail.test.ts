import { expect, test } from "vitest";
import { readTail } from "./tail";

test.each([
  ["WYdH", "WYdH"],
  [" …WYdH ", "WYdH"],
  ["...WYdH", "WYdH"],
  ["ＷＹｄＨ", "WYdH"],
  ["TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH\n", "WYdH"],
  ["bitcoincash:qqxwcl7j6nzfr7g2hz2zw6xdxh6hq5jcxyaw4qhpw8", "hpw8"],
  ["", undefined],
  ["YdH", undefined],
  ["GWYdH", undefined],
  ["a-bc", undefined],
  ["TUEZSdKsoDHQMeZwihtdoBiN46zxhGWY-H", undefined],
])("reads %j as %j", (text, tail) => expect(readTail(text)).toBe(tail));
