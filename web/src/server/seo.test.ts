import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LANGUAGE_RECORDS, LANGUAGES } from "../lib/languages";
import { BASE, buildFolder, NONCE, site, withBuild } from "../testing/site";

withBuild();

/** Every page that search engines may list, below the language prefix. */
const OPEN_PATHS = [
  "",
  "/exchange",
  "/about",
  "/faq",
  "/api-docs",
  "/contact",
  "/privacy",
  "/terms",
  "/track",
  "/privacy-mixer",
  "/telegram",
  "/currencies",
];
const CLOSED_PATHS = ["/payment", "/admin", "/offline", "/nothing"];

function attributes(html: string, tag: string): Map<string, string>[] {
  return Array.from(
    html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, "g")),
    ([, text = ""]) =>
      new Map(
        Array.from(text.matchAll(/([\w:-]+)="([^"]*)"/g), ([, name = "", value = ""]) => [
          name.toLowerCase(),
          value,
        ]),
      ),
  );
}

function contents(html: string, name: string): string[] {
  return attributes(html, "meta")
    .filter((meta) => meta.get("name") === name || meta.get("property") === name)
    .map((meta) => meta.get("content") ?? "");
}

function links(html: string, rel: string): Map<string, string>[] {
  return attributes(html, "link").filter((link) => link.get("rel") === rel);
}

describe.each(LANGUAGES)("in %s", (language) => {
  const { tag, locale } = LANGUAGE_RECORDS[language];

  test("every page says what it is, in its language, and where its other languages are", async () => {
    const { get } = site();
    const titles = new Set<string>();
    const descriptions = new Set<string>();
    for (const path of OPEN_PATHS) {
      const html = await (await get(`/${language}${path}`)).text();
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? "";
      const [description = ""] = contents(html, "description");
      titles.add(title);
      descriptions.add(description);
      expect(description.length, path).toBeGreaterThanOrEqual(20);
      expect(contents(html, "keywords")[0]?.length, path).toBeGreaterThan(3);
      expect(html).toContain(`<html lang="${tag}"`);
      expect(contents(html, "og:title"), path).toEqual([title]);
      expect(contents(html, "og:description"), path).toEqual([description]);
      expect(contents(html, "og:type")).toEqual(["website"]);
      expect(contents(html, "og:site_name")).toEqual(["Sotto"]);
      expect(contents(html, "og:image")).toEqual([`${BASE}/social.png`]);
      expect(contents(html, "og:url")).toEqual([`${BASE}/${language}${path}`]);
      expect(contents(html, "og:locale")).toEqual([locale]);
      expect(contents(html, "og:locale:alternate")).toHaveLength(LANGUAGES.length - 1);
      expect(contents(html, "og:locale:alternate")).not.toContain(locale);
      expect(contents(html, "twitter:card")).toEqual(["summary_large_image"]);
      expect(contents(html, "robots"), path).toEqual(["index, follow"]);
      expect(links(html, "canonical").map((link) => link.get("href"))).toEqual([
        `${BASE}/${language}${path}`,
      ]);
      const alternates = links(html, "alternate").map((link) => [link.get("hreflang"), link.get("href")]);
      expect(alternates.slice(0, -1)).toEqual(
        LANGUAGES.map((code) => [LANGUAGE_RECORDS[code].tag, `${BASE}/${code}${path}`]),
      );
      expect(alternates.at(-1)?.[0]).toBe("x-default");
    }
    expect(titles.size).toBe(OPEN_PATHS.length);
    expect(descriptions.size).toBe(OPEN_PATHS.length);
  }, 240_000);

  test("orders, the console and what is no page are for no index", async () => {
    const { get } = site();
    for (const path of CLOSED_PATHS) {
      const html = await (await get(`/${language}${path}`)).text();
      expect(contents(html, "robots"), path).toEqual(["noindex"]);
      expect(contents(html, "description")[0]?.length, path).toBeGreaterThanOrEqual(20);
      expect(links(html, "canonical"), path).toEqual([]);
      expect(links(html, "alternate"), path).toEqual([]);
    }
  });
});

describe.each(LANGUAGES)("installed in %s", (language) => {
  const { tag } = LANGUAGE_RECORDS[language];

  test("the manifest starts in this language, and its icons are there", async () => {
    const { get } = site();
    const html = await (await get(`/${language}`)).text();
    const href = links(html, "manifest")[0]?.get("href") ?? "";
    const answer = await get(href);
    expect(answer.headers.get("content-type")).toContain("application/manifest+json");
    const manifest = (await answer.json()) as Record<string, string> & {
      icons: { src: string; sizes: string; purpose: string }[];
    };
    expect(manifest).toMatchObject({ start_url: `/${language}`, lang: tag, short_name: "Sotto", scope: "/" });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      "any any",
      "192x192 any",
      "512x512 any",
      "512x512 maskable",
    ]);
    const [touch] = links(html, "apple-touch-icon");
    for (const path of [...manifest.icons.map(({ src }) => src), touch?.get("href") ?? "", "/social.png"]) {
      const icon = await get(path);
      expect(icon.status, path).toBe(200);
      expect(icon.headers.get("content-type")).toMatch(/^image\/(png|svg\+xml)$/);
    }
    expect(contents(html, "theme-color")).toHaveLength(2);
  });

  test("the offline page can be kept: it has no script and no nonce", async () => {
    const { get } = site();
    const html = await (await get(`/${language}/offline`)).text();
    expect(html).toContain(`<html lang="${tag}"`);
    expect(html).not.toContain(NONCE);
    expect(html).not.toMatch(/<script|modulepreload|nonce/);
    expect(links(html, "stylesheet")).toHaveLength(1);
    expect(html).toMatch(/<a href="" class="button button-primary"/);
  });
});

test("with a public address, every address that leaves the site is absolute", async () => {
  const { get } = site(undefined, "simnet", {}, "https://sotto.example");
  const html = await (await get("/fr/faq")).text();
  expect(links(html, "canonical")[0]?.get("href")).toBe("https://sotto.example/fr/faq");
  expect(contents(html, "og:url")).toEqual(["https://sotto.example/fr/faq"]);
  expect(contents(html, "og:image")).toEqual(["https://sotto.example/social.png"]);
  expect(await (await get("/robots.txt")).text()).toContain("Sitemap: https://sotto.example/sitemap.xml");
});

test("home tells search engines what is true: the operator only where one is named", async () => {
  const data = async (operatorStatement: string | null) => {
    const { get } = site(undefined, "simnet", { operatorStatement });
    const html = await (await get("/en")).text();
    const text = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? "";
    return JSON.parse(text) as Record<string, unknown>;
  };
  expect(await data(null)).toMatchObject({ "@type": "WebSite", name: "Sotto", inLanguage: "en" });
  expect(await data(null)).not.toHaveProperty("publisher");
  expect(await data("Run by Example Ltd, </script> Malta")).toMatchObject({
    publisher: { "@type": "Organization", description: "Run by Example Ltd, </script> Malta" },
  });
});

test("the sitemap has every page that may be found, in six languages, and each is there", async () => {
  const { get } = site();
  const answer = await get("/sitemap.xml");
  expect(answer.headers.get("content-type")).toContain("xml");
  const xml = await answer.text();
  const listed = Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = ""]) => address);
  expect(listed.sort()).toEqual(
    OPEN_PATHS.flatMap((path) => LANGUAGES.map((code) => `${BASE}/${code}${path}`)).sort(),
  );
  for (const address of listed.filter((known) => known.startsWith(`${BASE}/en`))) {
    expect((await get(address.slice(BASE.length))).status, address).toBe(200);
  }
  expect(xml.match(/<xhtml:link /g)).toHaveLength(listed.length * (LANGUAGES.length + 1));
});

test("no cache is handed what names the Host that was asked", async () => {
  for (const path of ["/robots.txt", "/sitemap.xml"]) {
    expect((await site().get(path)).headers.get("cache-control"), path).toBe("no-store");
    const configured = await site(undefined, "simnet", {}, "https://sotto.example").get(path);
    expect(configured.headers.get("cache-control"), path).toBe("public, max-age=3600");
  }
});

test("robots are kept from orders and the console, in every language", async () => {
  const text = await (await site().get("/robots.txt")).text();
  for (const prefix of ["", ...LANGUAGES.map((code) => `/${code}`)]) {
    expect(text).toContain(`\nDisallow: ${prefix}/payment\n`);
    expect(text).toContain(`\nDisallow: ${prefix}/admin\n`);
  }
  expect(text).toContain(`Sitemap: ${BASE}/sitemap.xml`);
  expect(text).not.toMatch(/^Disallow: \/$/m);
});

test("the service worker is asked for anew each time, and comes with the policy its requests need", async () => {
  const worker = await site().get("/sw.js");
  expect(worker.headers.get("content-type")).toContain("text/javascript");
  expect(worker.headers.get("cache-control")).toBe("no-cache");
  expect(worker.headers.get("content-security-policy")).toBe("default-src 'none'; connect-src 'self'");
  const [stamp = "", ...lines] = (await worker.text()).split("\n");
  expect(stamp).toMatch(/^\/\/ [0-9a-f]{16}$/);
  expect(lines.join("\n")).toBe(await readFile(join(buildFolder(), "client", "sw.js"), "utf8"));
});
