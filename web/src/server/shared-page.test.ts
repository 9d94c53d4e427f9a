import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createFakeApi } from "../testing/fake-api";
import { site, withBuild } from "../testing/site";
import type { RenderContext } from "./render";
import { sharingHome } from "./shared-page";

/** A renderer that writes down all that it is given. */
function pages() {
  const rendered: RenderContext[] = [];
  const answer = { status: 200, hasFailed: false };
  const share = sharingHome(async (context) => {
    rendered.push(context);
    await Promise.resolve();
    const { nonce, idempotencyKey, request } = context;
    const text = `${nonce} ${idempotencyKey} ${nonce} ${request.headers.get("cookie")} no ${rendered.length}`;
    return new Response(text, { status: answer.status, headers: { "cache-control": "no-store" } });
  });
  let visitors = 0;
  const visit = async (path: string, given: Partial<RenderContext> = {}) => {
    const name = `v${++visitors}`;
    const url = new URL(path, "https://sotto.test");
    const request = new Request(url, { headers: { cookie: `of=${name}` } });
    const own = { nonce: `nonce-${name}`, idempotencyKey: `key-${name}`, hasFailed: () => answer.hasFailed };
    const settings = { publicUrl: "", language: "en", theme: "system", isFirstVisit: true } as const;
    const context = { ...settings, request, url, ...own, submitted: null, ...given } as RenderContext;
    return (await share(context)).text();
  };
  return { rendered, answer, visit };
}

describe("a shared home page", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("is rendered once a second, with each visitor's own nonce and key", async () => {
    const { rendered, visit } = pages();
    expect(await Promise.all([visit("/en"), visit("/en")])).toEqual([
      "nonce-v1 key-v1 nonce-v1 null no 1",
      "nonce-v2 key-v2 nonce-v2 null no 1",
    ]);
    vi.advanceTimersByTime(999);
    expect(await visit("/en")).toMatch(/^nonce-v3 .* no 1$/);
    vi.advanceTimersByTime(1);
    expect(await visit("/en")).toMatch(/^nonce-v4 .* no 2$/);
    for (const { nonce, idempotencyKey } of rendered) expect(nonce + idempotencyKey).not.toMatch(/v\d/);
  });

  test("is shared by those only who are shown the same", async () => {
    const { rendered, visit } = pages();
    await visit("/en");
    await visit("/fr", { language: "fr" });
    await visit("/en", { theme: "dark" });
    await visit("/en", { isFirstVisit: false });
    await visit("/en", { publicUrl: "https://onion.test" });
    await visit("https://other.test/en");
    expect(rendered).toHaveLength(6);
  });

  test("is not made of a form, of an address with a query, or of another page", async () => {
    const { visit } = pages();
    const submitted = { form: "exchange", values: {}, errors: {} };
    for (const [path, given] of [
      ["/en", { submitted }],
      ["/en", { status: 404 }],
      ["/en?to=ETH"],
      ["/en/track"],
    ] as const)
      expect(await visit(path, given)).toMatch(/^(nonce-v\d) key-v\d \1 of=v\d /);
  });

  test("is not kept where it was refused or the API failed", async () => {
    const { answer, visit } = pages();
    for (const wrong of [{ status: 503 }, { hasFailed: true }]) {
      Object.assign(answer, { status: 200, hasFailed: false }, wrong);
      const [first, second] = [await visit("/en"), await visit("/en")];
      expect([first, second]).toEqual([expect.stringContaining("null"), expect.stringMatching(/ of=v\d /)]);
      vi.advanceTimersByTime(1_000);
    }
  });

  test("is forgotten where many ask for others", async () => {
    const { rendered, visit } = pages();
    await visit("/en");
    for (let host = 0; host < 100; host++) await visit(`https://host-${host}.test/en`);
    await visit("/en");
    expect(rendered).toHaveLength(102);
  });
});

const STATS = {
  window: { from: "2026-10-23T00:00:00.000Z", to: "2026-11-21T12:00:00.000Z", days: 30 },
  ...{ orders: 3, completed: 3, exchangesTotal: 3, currencies: 12, fee: "0.45", enough: false },
  ...{ successRate: null, completionSeconds: null, uptime: null },
  targets: { successRate: "99.9", completionSeconds: 600, uptime: "99.9" },
};

describe("the built home page", () => {
  withBuild();

  test("has a key of its own for each visitor, and asks the API once", async () => {
    const api = createFakeApi();
    const list = (key: string, value: unknown) =>
      api.answers.set(`GET /api/${key}`, () => Response.json(value));
    list("stats", STATS);
    list("rates/BTC/USDT-TRC20/history", { from: "BTC", to: "USDT-TRC20", range: "24h", points: [] });
    list("prices/day", []);
    list("reserves", []);
    list("exchange-rates", []);
    const answered = vi.spyOn(api, "handle");
    const { get } = site(api);
    const read = async () =>
      /name="idempotencyKey" value="([\da-f-]{36})"/.exec(await (await get("/en")).text())?.[1];
    const first = await read();
    const asked = answered.mock.calls.length;
    const second = await read();
    expect(first).toBeDefined();
    expect(second).not.toBe(first);
    expect(answered).toHaveBeenCalledTimes(asked);
  });
});
