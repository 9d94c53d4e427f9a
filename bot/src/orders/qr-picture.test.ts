import { decode } from "fast-png";
import { decodeQR } from "qr/decode.js";
import { expect, test } from "vitest";
import { qrPicture } from "./qr-picture";

test("the picture reads back as the text", () => {
  const text = "bitcoin:bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr?amount=0.05";
  const { width, height, data, channels } = decode(qrPicture(text));
  expect(channels).toBe(1);
  const rgba = new Uint8Array(width * height * 4).map((_, at) =>
    at % 4 === 3 ? 255 : Number(data[at >> 2]),
  );
  expect(decodeQR({ width, height, data: rgba })).toBe(text);
});
