import { readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { checkBudgets } from "../../scripts/budget.mjs";
import { createFakeApi, ORDER_ID, problem } from "../testing/fake-api";
import { BASE, buildFolder, NONCE, site, textOf, withBuild } from "../testing/site";

withBuild();

/** After gzip; of a first visit, with the offer of another language. */
const HTML_BYTES_MAX = { "/en": 12_000, "/zh-cn": 12_300, "/en/faq": 12_000, "/en/api-docs": 50_000 };

const LANGUAGES = [
  ["en", "en", "Start exchange", "Track an order", "Waiting for payment"],
  ["zh-cn", "zh-CN", "开始兑换", "查询订单", "等待付款"],
] as const;

describe("a page's document", () => {
  test.each(LANGUAGES)(
    "%s: home, payment and track are whole documents in their language",
    async (prefix, tag, start, track, waiting) => {
      const { get } = site();
      const home = await get(`/${prefix}`);
      const homeHtml = await home.text();
      expect(home.status).toBe(200);
      expect(home.headers.get("cache-control")).toBe("no-store");
      expect(homeHtml).toContain(`<html lang="${tag}"`);
      expect(textOf(homeHtml)).toContain(start);
      const trackHtml = await (await get(`/${prefix}/track`)).text();
      expect(textOf(trackHtml)).toContain(track);
      for (const path of [`/${prefix}/payment/${ORDER_ID}`, `/${prefix}/payment?id=${ORDER_ID}`]) {
        const payment = await get(path);
        const html = await payment.text();
        expect(payment.status).toBe(200);
        expect(html).toContain(`<title>${waiting}`);
        expect(textOf(html)).toContain("482915037");
        expect(html).toContain(`src="/api/exchanges/${ORDER_ID}/payment.svg"`);
        expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="10"\/><\/noscript>/i);
      }
    },
  );

  test.each([
    "/en",
    "/zh-cn",
    "/en/exchange",
    "/en/track",
    `/en/payment/${ORDER_ID}`,
    "/en/nothing",
    "/zh-cn/nothing",
  ])("%s keeps the content security policy", async (path) => {
    const { get } = site();
    const html = await (await get(path)).text();
    expect(html).not.toMatch(/<[a-z][^>]*\sstyle=/i);
    expect(html).not.toMatch(/<style/i);
    expect(html).not.toMatch(/<[a-z][^>]*\son[a-z]+=/i);
    const scripts = html.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(1);
    for (const script of scripts) expect(script).toContain(`nonce="${NONCE}"`);
  });

  test("every page has a title, a description and, where it may be found, alternates", async () => {
    const { get } = site();
    const titles = new Set<string>();
    for (const path of ["/en", "/en/exchange", "/en/track", "/zh-cn", "/zh-cn/exchange", "/zh-cn/track"]) {
      const html = await (await get(path)).text();
      titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? "");
      expect(/name="description" content="([^"]{20,})"/.test(html)).toBe(true);
      expect(html).toMatch(/name="keywords" content="[^"]+"/);
      expect(html.includes("application/ld+json")).toBe(path === "/en" || path === "/zh-cn");
      expect(html).toContain('hrefLang="zh-CN"');
      expect(html).toContain(`rel="canonical" href="${BASE}${path}"`);
    }
    expect(titles.size).toBe(6);
  });
});

describe("where an address leads", () => {
  test("an unknown page is a 404 in the visitor's language, prefixed or not", async () => {
    const { get } = site();
    const prefixed = await get("/zh-cn/nothing");
    expect(prefixed.status).toBe(404);
    const html = await prefixed.text();
    expect(textOf(html)).toContain("页面不存在或已被移除");
    const title = /<title>[^<]+<\/title>/;
    expect(title.exec(html)?.[0]).toBe(title.exec(await (await get("/zh-cn")).text())?.[0]);
    const bare = await get("/nothing", { "accept-language": "en-GB,en;q=0.9" });
    expect(bare.status).toBe(404);
    expect(textOf(await bare.text())).toContain("does not exist or was removed");
  });

  test("the root and known pages lead to the preferred prefix: cookie, then browser, then zh-cn", async () => {
    const { get } = site();
    const to = async (path: string, headers: Record<string, string>) =>
      (await get(path, headers)).headers.get("location");
    expect(await to("/", {})).toBe("/zh-cn");
    expect(await to("/", { "accept-language": "fr;q=0.9, en;q=0.5" })).toBe("/fr");
    expect(await to("/", { "accept-language": "zh-CN", cookie: "a=b; sotto-language=en" })).toBe("/en");
    expect(await to("/track?code=482915037", { "accept-language": "en" })).toBe("/en/track?code=482915037");
    expect(await to("/ja/track", { "accept-language": "en" })).toBeNull();
    expect(await to("/exchange", { "accept-language": "en" })).toBeNull();
    expect((await get("/exchange")).status).toBe(404);
  });

  test("an order that is not there is a 404 that says so; a silent service is not", async () => {
    const { get } = site();
    const missing = await get("/en/payment/aaaaaaaaaaaaaaaaaaaaaA");
    expect(missing.status).toBe(404);
    expect(textOf(await missing.text())).toContain("Exchange order not found");
    expect((await get("/en/payment")).status).toBe(404);
    const api = createFakeApi();
    api.answers.set("GET /api/currencies", () => problem(503, "service/unavailable", "Not now."));
    const home = await site(api).get("/en");
    expect(home.status).toBe(503);
    expect(textOf(await home.text())).toContain("Not now.");
  });
});

describe("what the pages ask and serve", () => {
  test("tracking asks the service for nine digits only", async () => {
    const api = createFakeApi();
    const { get } = site(api);
    expect((await get("/en/track?code=12345")).status).toBe(422);
    expect(api.calls).toHaveLength(0);
    const miss = await get("/en/track?code=123456789");
    expect(miss.status).toBe(404);
    expect(textOf(await miss.text())).toContain("Exchange record not found");
    expect(api.calls.map(({ path }) => path)).toEqual(["/api/track/123456789"]);
  });

  test("a deep link fills the form, and the costs add up to the last decimal", async () => {
    const { get } = site();
    const html = await (await get("/en?from=ltc&to=xmr&amount=0.1")).text();
    expect(html).toMatch(/<option value="LTC" selected=""/);
    expect(html).toMatch(/<option value="XMR" selected=""/);
    expect(html).toContain('name="sendAmount" value="0.1"');
    const text = textOf(html);
    for (const figure of ["0.1 LTC × 60,000 6,000.00", "−27.00", "−0.80", "5,972.20"])
      expect(text).toContain(figure);
  });

  test("the service is told the visitor's key and language", async () => {
    const api = createFakeApi();
    await site(api).get("/zh-cn");
    expect(api.calls[0]?.headers.get("x-sotto-client")).toBe("visitor-1");
    expect(api.calls[0]?.headers.get("accept-language")).toBe("zh-CN");
  });

  test("a page's HTML is small once it is compressed, as the server sends it", async () => {
    const { get } = site();
    for (const [path, limit] of Object.entries(HTML_BYTES_MAX)) {
      const html = await (await get(path)).text();
      expect(gzipSync(html).length, path).toBeLessThan(limit);
    }
  });

  test("hashed files may be kept for ever, and nothing else is served", async () => {
    const { get } = site();
    const [name = ""] = await readdir(join(buildFolder(), "client", "assets"));
    const asset = await get(`/assets/${name}`);
    const packed = await get(`/assets/${name}`, { "accept-encoding": "gzip, br" });
    expect(packed.headers.get("content-encoding")).toBe("br");
    const refused = await get(`/assets/${name}`, { "accept-encoding": "br;q=0, GZIP;q=0.5" });
    expect(refused.headers.get("content-encoding")).toBe("gzip");
    const unpacked = brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString("utf8");
    expect(unpacked).toBe(await readFile(join(buildFolder(), "client", "assets", name), "utf8"));
    expect(asset.status).toBe(200);
    expect(asset.headers.get("cache-control")).toContain("immutable");
    expect(await asset.text()).toBe(await readFile(join(buildFolder(), "client", "assets", name), "utf8"));
    expect((await get("/assets/..%2f.vite%2fmanifest.json")).status).toBe(404);
    expect((await get("/.vite/manifest.json")).status).toBe(404);
  });
});

test("the build keeps its budgets", async () => {
  const { failures, lines } = await checkBudgets(join(buildFolder(), "client"));
  expect(lines.length).toBeGreaterThan(6);
  expect(failures).toEqual([]);
});

test("the form starts with one coin, or with the minimum where one is out of the limits", async () => {
  const { get } = site();
  expect(await (await get("/en")).text()).toContain('name="sendAmount" value="1"');
  expect(await (await get("/en?from=TRX")).text()).toContain('name="sendAmount" value="40"');
});

test("a running server keeps its pages and files when the build is replaced under it", async () => {
  const { get } = site();
  const [name = ""] = await readdir(join(buildFolder(), "client", "assets"));
  for (const part of ["client", "server"])
    await rename(join(buildFolder(), part), join(buildFolder(), `${part}-gone`));
  try {
    for (const path of ["/en", "/zh-cn/track", `/en/payment/${ORDER_ID}`, `/assets/${name}`]) {
      expect((await get(path)).status, path).toBe(200);
    }
  } finally {
    for (const part of ["client", "server"])
      await rename(join(buildFolder(), `${part}-gone`), join(buildFolder(), part));
  }
});
