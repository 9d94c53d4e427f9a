import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ID, SITE, world } from "../../test/http/app-world";
import { bringByTor } from "./onion-door";
import { loadWeb, type WebApp } from "./web";

/** A server bundle as small as can be: it answers a page that shows what it was given, and one fact from the API. */
const BUNDLE = `export function createWebHandler({ api, network, clientDir }) {
  return async (request, { nonce, clientKey, publicUrl }) => {
    if (new URL(request.url).pathname === "/style.css") return new Response("a{}", { headers: { "content-type": "text/css" } });
    if (new URL(request.url).pathname === "/broken") throw new Error("of a page");
    const headers = { "x-sotto-client": clientKey, "content-type": "application/json" };
    if (new URL(request.url).pathname === "/sw.js") return new Response("", { headers: { "content-type": "text/javascript", "content-security-policy": "default-src 'none'; connect-src 'self'" } });
    const order = await api(new Request("http://in.process/api/exchanges/${ID}/cancel", { method: "POST", headers }));
    const form = request.method === "POST" ? await request.text() : "";
    const html = JSON.stringify({ nonce, clientKey, publicUrl, network, clientDir, api: order.status, form });
    return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
  };
}`;

let folder: string;
let web: WebApp;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sotto-web-"));
  writeFileSync(join(folder, "entry-server.mjs"), BUNDLE);
  const loaded = await loadWeb({ bundleFile: join(folder, "entry-server.mjs"), clientDir: folder });
  if (!loaded) throw new Error("not loaded");
  web = loaded;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the web app", () => {
  it("gets a fresh nonce a page, which the policy allows alone", async () => {
    const { call } = world({ web });
    const [one, two] = [await call("GET", "/en"), await call("GET", "/en")];
    expect(one.json).toMatchObject({ network: "simnet", clientDir: folder, api: 200 });
    expect(one.headers.get("content-security-policy")).toContain(
      `script-src 'nonce-${one.json.nonce}' 'strict-dynamic'`,
    );
    // A script can make no trusted address but the service worker's, which is of this origin.
    expect(one.headers.get("content-security-policy")).toContain(
      "require-trusted-types-for 'script'; trusted-types sotto-worker",
    );
    expect(one.headers.get("content-security-policy")).toContain("worker-src 'self'");
    expect(one.headers.get("cache-control")).toBe("no-store");
    expect(two.json.nonce).not.toBe(one.json.nonce);
  });

  it("lets its pages send to the operator's analytics only where there are any", async () => {
    const connectOf = async (analyticsUrl: string | null) => {
      const { call } = world({ web, site: { ...SITE, analyticsUrl } });
      const policyOf = async (path: string) =>
        (await call("GET", path)).headers.get("content-security-policy") ?? "";
      expect(await policyOf("/api/health")).not.toContain("connect-src");
      const policy = await policyOf("/en");
      return policy.split("; ").find((rule) => rule.startsWith("connect-src"));
    };
    expect(await connectOf(null)).toBe("connect-src 'self'");
    expect(await connectOf("https://stats.example/in")).toBe("connect-src 'self' https://stats.example/in");
  });

  it("passes the visitor's limits on to its own calls", async () => {
    const { call } = world({ web });
    const visitor = { "x-forwarded-for": "1.1.1.1" };
    for (let i = 0; i < 20; i++) expect((await call("GET", "/en", undefined, visitor)).json.api).toBe(200);
    expect((await call("GET", "/en", undefined, visitor)).json.api).toBe(429);
    expect((await call("GET", "/en", undefined, { "x-forwarded-for": "1.1.1.2" })).json.api).toBe(200);
  });

  it("takes forms of our own pages within the size of a body", async () => {
    const { app } = world({ web });
    const post = (length: number, headers: Record<string, string>) => {
      const form = { "content-type": "application/x-www-form-urlencoded", "content-length": String(length) };
      const init = { method: "POST", body: "x".repeat(length), headers: { ...form, ...headers } };
      return app.request("http://sotto.test/en/exchange", init);
    };
    const own = await post(10, { origin: "null", "sec-fetch-site": "same-origin" });
    expect(((await own.json()) as { form: string }).form).toBe("xxxxxxxxxx");
    expect((await post(10, { origin: "http://evil.test", host: "sotto.test" })).status).toBe(403);
    expect((await post(17 * 1024, {})).status).toBe(413);
  });

  it("gives other files the policy that allows nothing", async () => {
    const { call } = world({ web });
    const style = await call("GET", "/style.css");
    expect(style.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it("leaves the service worker the policy that its own requests need", async () => {
    const { call } = world({ web });
    const worker = await call("GET", "/sw.js");
    expect(worker.headers.get("content-security-policy")).toBe("default-src 'none'; connect-src 'self'");
    expect(worker.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("leaves /api alone, and is absent when it is not built", async () => {
    const { call } = world({ web });
    expect((await call("GET", "/api/nothing")).json.code).toBe("route/unknown");
    expect((await call("PUT", "/en")).status).toBe(405);
    expect((await call("GET", "/broken")).json.code).toBe("internal");
    expect(await loadWeb({ bundleFile: join(folder, "none.mjs"), clientDir: folder })).toBeUndefined();
    expect((await world().call("GET", "/en")).status).toBe(404);
  });
});

describe("a page's compression", () => {
  const ask = (path: string, taken: string, method = "GET") => {
    const form = { "content-type": "application/x-www-form-urlencoded", "content-length": "2" };
    return world({ web }).app.request(path, {
      method,
      headers: { "accept-encoding": taken, ...(method === "POST" ? form : {}) },
      ...(method === "POST" ? { body: "a=" } : {}),
    });
  };
  const encoding = async (...asked: Parameters<typeof ask>) =>
    (await ask(...asked)).headers.get("content-encoding");

  it("leaves out what holds a secret or what a stranger may have chosen", async () => {
    expect(await encoding("/en", "gzip")).toBe("gzip");
    expect(await encoding("/zh-cn/payments-explained", "gzip")).toBe("gzip");
    const kept = ["/en?from=BTC", `/en/payment/${ID}`, `/payment/${ID}`, "/zh-cn/admin", "/admin/orders"];
    for (const path of kept) expect(await encoding(path, "gzip, br"), path).toBeNull();
    expect(await encoding("/en/track", "gzip, br", "POST")).toBeNull();
    expect(await encoding("/en", "gzip, br", "HEAD")).toBeNull();
  });

  it("is Brotli where a browser takes it, and whole in each", async () => {
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [taken, name] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip, br;q=0", "gzip"],
      ["*;q=0.1, GZIP", "gzip"],
    ] as const) {
      const answer = await ask("/en", taken);
      expect([taken, answer.headers.get("content-encoding")]).toEqual([taken, name]);
      expect(answer.headers.get("vary")).toBe("Accept-Encoding");
      expect(answer.headers.get("content-security-policy")).toContain("strict-dynamic");
      const page = decoders[name](Buffer.from(await answer.arrayBuffer())).toString();
      expect(JSON.parse(page)).toMatchObject({ network: "simnet", api: 200 });
    }
    for (const taken of ["identity", "br;q=0", ""]) {
      const plain = await ask("/en", taken);
      expect([plain.headers.get("content-encoding"), plain.headers.get("vary")]).toEqual([
        null,
        "Accept-Encoding",
      ]);
      expect(((await plain.json()) as { network: string }).network).toBe("simnet");
    }
  });
});

describe("the web app beside an onion", () => {
  it("offers the onion's page to those who do not come by it", async () => {
    const onionUrl = `http://${"a".repeat(56)}.onion`;
    const { call } = world({ web, onionUrl, publicUrl: "https://sotto.example" });
    const page = await call("GET", "/en/track?code=1");
    expect(page.headers.get("onion-location")).toBe(`${onionUrl}/en/track?code=1`);
    expect(page.json.publicUrl).toBe("https://sotto.example");
    expect((await call("GET", "/style.css")).headers.has("onion-location")).toBe(false);
    expect((await world({ web }).call("GET", "/en")).headers.has("onion-location")).toBe(false);
    const socket = {};
    bringByTor(socket as never, "1");
    const site = { ...SITE, analyticsUrl: "https://stats.example/in" };
    const { app } = world({ web, site, onionUrl, publicUrl: "https://sotto.example" });
    const own = await app.request("http://sotto.test/en", {}, { incoming: { socket } } as never);
    expect(own.headers.has("onion-location")).toBe(false);
    expect(own.headers.get("content-security-policy")).toContain("connect-src 'self';");
    expect(((await own.json()) as { publicUrl: string }).publicUrl).toBe(onionUrl);
  });
});
