import { expect, test } from "vitest";
import { unreachable } from "./unreachable";

test("names a word that the switch does not know, and keeps an object's fields out of logs", () => {
  expect(() => unreachable("new_state" as never)).toThrow("unreachable value: new_state");
  expect(() => unreachable({ address: "bc1q" } as never)).toThrow("unreachable value: [object Object]");
});
