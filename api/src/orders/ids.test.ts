import { expect, test } from "vitest";
import { newOrderId } from "./ids";

test("an order's id is 22 characters of base64url, and none that a command line takes for an option", () => {
  for (let first = 0; first < 256; first++) {
    const id = newOrderId({ bytes: (count) => new Uint8Array(count).fill(9).fill(first, 0, 1) });
    expect(id).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{21}$/);
  }
});
