import { expect, test } from "vitest";
import { freeTop } from "./free-top";

const room = (...taken: [top: number, bottom: number][]) => ({
  taken: taken.map(([top, bottom]) => ({ top, bottom })),
  height: 80,
  gap: 10,
  windowHeight: 400,
});

test("the lowest place is that at the window's lower edge", () => {
  expect(freeTop(room())).toBe(310);
  expect(freeTop(room([0, 300]))).toBe(310);
});

test("what may not be covered pushes it up, to where it fits between", () => {
  expect(freeTop(room([320, 360]))).toBe(230);
  expect(freeTop(room([301, 330]))).toBe(211);
  expect(freeTop(room([320, 360], [180, 235]))).toBe(90);
  expect(freeTop(room([320, 360], [180, 220]))).toBe(230);
});

test("what is not in the window is in nothing's way", () => {
  expect(freeTop(room([-50, -10], [410, 450]))).toBe(310);
});

test("where nothing is free there is no place", () => {
  expect(freeTop(room([0, 30], [90, 130], [200, 230], [290, 330]))).toBe(null);
});
