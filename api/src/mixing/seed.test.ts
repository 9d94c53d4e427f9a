import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { SEED_BYTES, seedStream } from "./seed";

const seed = new Uint8Array(SEED_BYTES).fill(7);

test("the stream is HMAC-SHA-256 over counter and label (NIST SP 800-108r1, counter mode)", () => {
  const block = (counter: number) =>
    createHmac("sha256", seed)
      .update(Buffer.from([0, 0, 0, counter]))
      .update("plan")
      .digest();
  expect(Buffer.from(seedStream(seed, "plan").bytes(64))).toEqual(Buffer.concat([block(1), block(2)]));
});

test("it goes on where it was left, however it is read", () => {
  const whole = seedStream(seed, "plan").bytes(100);
  const stream = seedStream(seed, "plan");
  const pieces = [0, 1, 30, 5, 64].map((count) => stream.bytes(count));
  expect(Buffer.concat(pieces)).toEqual(Buffer.from(whole));
});

test("another seed or label is another stream, and a seed of another length none", () => {
  const first = Buffer.from(seedStream(seed, "plan").bytes(32)).toString("hex");
  expect(Buffer.from(seedStream(seed, "rounds").bytes(32)).toString("hex")).not.toBe(first);
  expect(Buffer.from(seedStream(new Uint8Array(SEED_BYTES), "plan").bytes(32)).toString("hex")).not.toBe(
    first,
  );
  expect(() => seedStream(new Uint8Array(16), "plan")).toThrow();
});
