import { decode } from "fast-png";
import { decodeQR } from "qr/decode.js";
import { expect, test } from "vitest";
import { qrPicture } from "./qr-picture";

test("the picture reads back as the text", () => {
  const text = "bitcoin:bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr?amount=0.05";
  const { width, height, data, depth } = decode(qrPicture(text));
  expect({ depth, isSquare: width === height }).toEqual({ depth: 1, isSquare: true });
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const isWhite = (Number(data[pixel >> 3]) >> (7 - (pixel & 7))) & 1;
    if (!isWhite) rgba.fill(0, pixel * 4, pixel * 4 + 3);
  }
  expect(decodeQR({ width, height, data: rgba })).toBe(text);
});
