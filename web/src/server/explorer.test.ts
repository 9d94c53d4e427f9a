import { describe, expect, test } from "vitest";
import { createFakeApi, json, order, problem } from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const HASH = "ab".repeat(32);
const ADDRESS = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const placed = {
  ...{ hash: HASH, chain: "bitcoin", network: "Bitcoin", height: null, at: null },
  ...{ confirmations: 0, succeeded: true },
};
const transaction = {
  ...placed,
  ...{ blockHash: null, fee: { currency: "BTC", amount: "0.0000041" }, hidden: false },
  inputs: [{ address: ADDRESS, currency: "BTC", amount: "0.05", txHash: "cd".repeat(32) }],
  outputs: [{ address: ADDRESS, currency: "BTC", amount: "0.0499959", spentBy: null }],
};
const unknown = () => problem(404, "simnet/unknown", "The simulated networks have no such transaction.");

/** The pages where the API answers a path with this. */
function answering(path: string, answer: () => Response, ...rest: [network?: "regtest"]) {
  const api = createFakeApi();
  api.answers.set(`GET ${path}`, answer);
  return { ...site(api, ...rest), api };
}

describe("the explorer", () => {
  test("shows an unconfirmed transaction without scripts, and reads it again", async () => {
    const { get } = answering(`/api/simnet/tx/${HASH}`, () => json(transaction));
    const response = await get(`/en/simnet/tx/${HASH}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(textOf(html)).toContain("Unconfirmed");
    expect(textOf(html)).toContain("0.0499959 BTC");
    expect(html).toContain(`href="/en/simnet/address/${ADDRESS}"`);
    expect(html).toContain(`href="/en/simnet/tx/${"cd".repeat(32)}"`);
    expect(html).toContain('http-equiv="refresh"');
    expect(html).toContain('<meta name="robots" content="noindex"');
  });

  test("says how to stop that, and how to resume it", async () => {
    const { get } = answering(`/api/simnet/tx/${HASH}`, () => json(transaction));
    const path = `/en/simnet/tx/${HASH}`;
    expect(await (await get(path)).text()).toContain(`href="${path}?refresh=off"`);
    const stopped = await (await get(`${path}?refresh=off`)).text();
    expect(stopped).not.toContain('http-equiv="refresh"');
    expect(stopped).toContain(`<a href="${path}" class="link">Refresh this page by itself again</a>`);
  });

  test("keeps a hash from translation, not a sentence", async () => {
    const mined = { ...transaction, height: 12, blockHash: "ef".repeat(32), at: "2026-10-01T00:00:00Z" };
    const { get } = answering(`/api/simnet/tx/${HASH}`, () => json({ ...mined, confirmations: 1 }));
    const links =
      (await (await get(`/en/simnet/tx/${HASH}`)).text()).match(/<a [^>]*\/simnet\/[^>]*>[^<]*/g) ?? [];
    expect(links.find((link) => link.endsWith("Block 12"))).not.toContain("translate");
    expect(links.find((link) => link.endsWith(ADDRESS))).toContain('translate="no"');
  });

  test("hides what Monero hides", async () => {
    const hidden = { ...transaction, hidden: true, inputs: [], outputs: [], network: "Monero" };
    const { get } = answering(`/api/simnet/tx/${HASH}`, () => json(hidden));
    expect(textOf(await (await get(`/en/simnet/tx/${HASH}`)).text())).toContain(
      "Monero shows neither addresses nor amounts",
    );
  });

  test("leads to the next page of an address", async () => {
    const item = { ...placed, received: [{ currency: "BTC", amount: "0.05" }], sent: [] };
    const page = { items: [item], nextCursor: "17", networks: ["Bitcoin"], hidden: false, balances: [] };
    const { get, api } = answering(`/api/simnet/address/${ADDRESS}`, () =>
      json({ address: ADDRESS, ...page }),
    );
    const html = await (await get(`/en/simnet/address/${ADDRESS}?cursor=40`)).text();
    expect(api.calls.find(({ path }) => path.includes("/simnet/"))?.query).toBe("?cursor=40");
    expect(html).toContain(`href="/en/simnet/address/${ADDRESS}?cursor=17"`);
    expect(textOf(html)).toContain("Received +0.05 BTC");
    expect(textOf(html)).toContain("Next page");
  });
});

describe("the explorer's addresses", () => {
  test.each(["tx", "block", "address"])("is 404 for an unknown %s, with a way on", async (kind) => {
    const { get } = answering(`/api/simnet/${kind}/${HASH}`, unknown);
    const response = await get(`/fr/simnet/${kind}/${HASH}`);
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(textOf(html)).toContain("Introuvable sur simnet");
    expect(html).toContain('href="/fr/simnet"');
  });

  test("is 503 while the service does not respond", async () => {
    const { get } = answering("/api/simnet/chains", () => problem(503, "service/unavailable", "Not now."));
    const response = await get("/en/simnet");
    expect(response.status).toBe(503);
    expect(textOf(await response.text())).toContain("Not now.");
  });

  test("leads a search to what it found", async () => {
    const block = answering(`/api/simnet/block/${HASH}`, () => json({ ...placed, items: [] }));
    const found = await block.get(`/en/simnet?q=${HASH.toUpperCase()}`);
    expect([found.status, found.headers.get("location")]).toEqual([307, `/en/simnet/block/${HASH}`]);
    const none = answering(`/api/simnet/block/${HASH}`, unknown);
    expect((await none.get(`/en/simnet?q=${HASH}`)).headers.get("location")).toBe(`/en/simnet/tx/${HASH}`);
    for (const text of ["../../..//x", "a%2Fb"])
      expect((await none.get(`/en/simnet?q=${text}`)).status, text).toBe(404);
    expect((await none.get(`/en/simnet?q=${ADDRESS}`)).headers.get("location")).toBe(
      `/en/simnet/address/${ADDRESS}`,
    );
  });

  test("has an address without a language, and is not there on other networks", async () => {
    const { get } = site();
    const led = await get(`/simnet/tx/${HASH}`, { "accept-language": "ja" });
    expect([led.status, led.headers.get("location")]).toEqual([307, `/ja/simnet/tx/${HASH}`]);
    const elsewhere = answering(`/api/simnet/tx/${HASH}`, () => json(transaction), "regtest");
    const response = await elsewhere.get(`/en/simnet/tx/${HASH}`);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("0.0499959");
    expect(elsewhere.api.calls.filter(({ path }) => path.includes("simnet"))).toEqual([]);
  });

  test("is for no index", async () => {
    const robots = await (await site().get("/robots.txt")).text();
    expect(robots).toContain("Disallow: /simnet\n");
    expect(robots).toContain("Disallow: /ja/simnet\n");
    expect(await (await site().get("/sitemap.xml")).text()).not.toContain("simnet");
  });
});

describe("an order's hashes", () => {
  const paid = order({
    state: "confirming",
    deposits: [
      {
        txHash: HASH,
        currency: "BTC",
        amount: "0.1",
        confirmations: 1,
        setAside: false,
        seenAt: "2026-01-31T12:00:00.000Z",
        child: null,
        url: `/simnet/tx/${HASH}`,
      },
    ],
  });
  const path = `/en/payment/${paid.id}`;

  test("lead to the explorer on simnet", async () => {
    const html = await (await site(createFakeApi(() => paid)).get(path)).text();
    expect(html).toContain(`href="/en/simnet/tx/${HASH}"`);
    expect(html).toContain(`href="/en/simnet/address/${paid.receiveAddress}"`);
  });

  test("lead where the service says elsewhere", async () => {
    const url = `https://explorer.example/tx/${HASH}`;
    const elsewhere = { ...paid, deposits: paid.deposits.map((deposit) => ({ ...deposit, url })) };
    const html = await (
      await site(
        createFakeApi(() => elsewhere),
        "mainnet",
      ).get(path)
    ).text();
    expect(html).toContain(`href="${url}"`);
    expect(html).not.toContain("/simnet/");
  });
});
