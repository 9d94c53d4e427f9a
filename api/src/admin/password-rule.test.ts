import { expect, it } from "vitest";
import { faultOfPassword } from "./password-rule";

it("asks for twelve characters, counted as a person does", () => {
  expect(faultOfPassword("kq7-vexdurm")).toBe("password/short");
  expect(faultOfPassword("kq7-vexdurms")).toBeNull();
  // Six of them, each of two units of UTF-16.
  expect(faultOfPassword("\u{1F600}\u{1F601}\u{1F602}\u{1F603}\u{1F604}\u{1F605}")).toBe("password/short");
});

it.each(["unbelievable", "Unbelievable", "1q2w3e4r5t6y", "123456789012", "Iloveyou-1234", "password2026!!"])(
  "refuses %s, which guessing programs try first",
  (password) => {
    expect(faultOfPassword(password)).toBe("password/common");
  },
);

it.each(["correct horse battery staple 9", "кот сидит на заборе", "k7Qm2xV9bT4cLw0Zs3Yd"])(
  "accepts %s",
  (password) => {
    expect(faultOfPassword(password)).toBeNull();
  },
);
