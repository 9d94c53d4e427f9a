import { expect, test } from "vitest";
import { isOriginAllowed } from "./origin";

const HOST = "sotto.example";
const OURS = `https://${HOST}`;

test.each([
  [{}],
  [{ origin: OURS }],
  [{ "sec-fetch-site": "same-origin", origin: OURS }],
  [{ "sec-fetch-site": "none", origin: OURS }],
  // Under no-referrer, a browser says so of its own page.
  [{ "sec-fetch-site": "same-origin", origin: "null" }],
])("a post with %o is ours", (headers) => {
  for (const publicUrl of [OURS, undefined])
    expect(isOriginAllowed(new Headers({ host: HOST, ...headers }), publicUrl)).toBe(true);
});

test.each([
  [{ "sec-fetch-site": "cross-site" }],
  [{ "sec-fetch-site": "same-site", origin: OURS }],
  [{ origin: "https://evil.example" }],
  [{ "sec-fetch-site": "same-origin", origin: "https://evil.example" }],
  [{ origin: `${OURS}:8443` }],
  [{ origin: "null" }],
  [{ "sec-fetch-site": "none", origin: "null" }],
  [{ origin: "no origin" }],
])("a post with %o is another's", (headers) => {
  for (const publicUrl of [OURS, undefined])
    expect(isOriginAllowed(new Headers({ host: HOST, ...headers }), publicUrl)).toBe(false);
});

test("with a public address, the Host that was asked does not count", () => {
  const headers = new Headers({ host: "evil.example", origin: "https://evil.example" });
  expect(isOriginAllowed(headers, OURS)).toBe(false);
});
