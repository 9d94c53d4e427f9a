import { expect, test } from "vitest";
import { mailtoHref } from "./mail";

test("a mail address carries subject and text as RFC 6068 wants them", () => {
  const href = mailtoHref({ to: "help@sotto.example", subject: "[Sotto] a & b?", text: "one\ntwo é" });
  expect(href).toBe(
    "mailto:help@sotto.example?subject=%5BSotto%5D%20a%20%26%20b%3F&body=one%0D%0Atwo%20%C3%A9",
  );
  expect(new URL(href).searchParams.get("body")).toBe("one\r\ntwo é");
});

test("an address cannot add fields of its own", () => {
  const { searchParams } = new URL(mailtoHref({ to: "a?bcc=b@c.example", subject: "s", text: "t" }));
  expect(searchParams.get("bcc")).toBeNull();
});
