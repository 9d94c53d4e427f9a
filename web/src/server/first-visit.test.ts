import { expect, test } from "vitest";
import { NONCE, site, withBuild } from "../testing/site";

withBuild();

const OFFER = [`<script nonce="${NONCE}">(function markOffer`, "Tokyo", "language-offer"];

test("the page of a browser that has chosen no language can offer another", async () => {
  const html = await (await site().get("/en/faq")).text();
  for (const part of OFFER) expect(html).toContain(part);
  expect(html).toContain('value="ja" lang="ja"');
});

test("the page of a browser that has chosen one carries no offer", async () => {
  const html = await (await site().get("/en/faq", { cookie: "sotto-language=en" })).text();
  for (const part of OFFER) expect(html).not.toContain(part);
});

test("the language menu shows six flags without JavaScript, each a file of its own", async () => {
  const { get } = site();
  const html = await (await get("/en/faq")).text();
  const flags = new Set(html.match(/\/assets\/[\w.-]+\.svg/g));
  expect(flags.size).toBe(6);
  for (const flag of flags) expect((await get(flag)).headers.get("content-type")).toBe("image/svg+xml");
});
