import { expect, test } from "vitest";
import { createFakeApi, json } from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const EXAMPLES = {
  operatorStatement: "Example Exchange Ltd",
  examples: ["supportEmail", "supportHandle", "operatorStatement", "botHandle"],
} as const;
const MARKED = [
  ["contact", "support@sotto.example example"],
  ["contact", "@sotto_help example"],
  ["contact", "Around the clock, every day example"],
  ["contact", "within 24 hours example"],
  ["telegram", "@ sotto_example_bot example"],
  ["about", "Example Exchange Ltd example"],
  ["terms", "Example Exchange Ltd example"],
  ["privacy", "Example Exchange Ltd example"],
  ["api-docs", "support@sotto.example example"],
] as const;
const markOf = (text: string) => text.replaceAll("@ ", "@");

test.each(MARKED)("/%s marks an example: %s", async (page, text) => {
  const marked = await site(createFakeApi(), "simnet", EXAMPLES).get(`/en/${page}`);
  expect(markOf(textOf(await marked.text()))).toContain(markOf(text));
  const named = await site(createFakeApi(), "simnet", { ...EXAMPLES, examples: [] }).get(`/en/${page}`);
  expect(markOf(textOf(await named.text()))).not.toContain(markOf(text));
});

test("search engines see no example", async () => {
  const html = await (await site(createFakeApi(), "simnet", EXAMPLES).get("/en")).text();
  expect(html).toContain("application/ld+json");
  expect(html).not.toContain('"publisher"');
});

test("the badge of a simulation leads to what is said of it, and no other page repeats that", async () => {
  const api = createFakeApi();
  api.answers.set("GET /api/simnet/chains", () => json({ chains: [] }));
  const { get } = site(api);
  const NOTICE = "coins have no value";
  expect(textOf(await (await get("/en/simnet")).text())).toContain(NOTICE);
  for (const page of ["", "/about", "/contact", "/track"]) {
    const html = await (await get(`/en${page}`)).text();
    expect(html, page).toMatch(/href="\/en\/simnet"[^>]*>simulation</);
    expect(textOf(html), page).not.toContain(NOTICE);
  }
});

test("the privacy page follows the setting for analytics", async () => {
  const read = async (analyticsUrl: string | null) =>
    textOf(await (await site(createFakeApi(), "simnet", { analyticsUrl }).get("/en/privacy")).text());
  expect(await read(null)).toContain("there is no analytics");
  const analytics = await read("https://stats.example/in");
  expect(analytics).not.toContain("there is no analytics");
  expect(analytics).not.toContain("no analytics, no advertising");
  expect(analytics).toContain("sends stats.example the kind of page");
});
