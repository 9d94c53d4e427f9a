import { beforeEach, expect, it } from "vitest";
import { Breaker } from "../breaker";
import type { HttpPost } from "../rpc";
import { createMoneroNode } from "./node";

/** What a monerod of the main network answers, by method or path; a test changes it. */
let says: Record<string, unknown>;
/** The id of a transaction whose signatures the node has thrown away. */
let prunedTxId: string | undefined;

const OLD_TXS = { 2600960: "aa".repeat(32), 2605056: "bb".repeat(32) } as const;

beforeEach(() => {
  prunedTxId = undefined;
  says = {
    get_info: {
      ...{ status: "OK", nettype: "mainnet", synchronized: true, untrusted: false, restricted: false },
      ...{ version: "0.18.5.1-release", incoming_connections_count: 0, outgoing_connections_count: 12 },
    },
    get_block_header_by_height: {
      status: "OK",
      block_header: { hash: "0cbc912e06e1adae11f6c9cb675d3159d225b4b04d4a6c61defe50ae1816dd60" },
    },
    get_last_block_header: {
      status: "OK",
      block_header: { hash: "cc".repeat(32), prev_hash: "dd".repeat(32), height: 3_500_000, timestamp: 5 },
    },
  };
});

const answerTo = (url: string, body: string): unknown => {
  const asked = JSON.parse(body);
  if (url.endsWith("/get_transactions"))
    return { status: "OK", txs: [{ as_hex: asked.txs_hashes[0] === prunedTxId ? "" : "02" }] };
  if (asked.method !== "get_block") return { result: says[asked.method] };
  const txId = OLD_TXS[asked.params.height as keyof typeof OLD_TXS];
  // The first transactions are in the block after: old blocks may be empty.
  return { result: { status: "OK", tx_hashes: txId === undefined ? [] : [txId] } };
};

const post: HttpPost = async ({ url, body }) => ({
  status: 200,
  body: (async function* () {
    yield Buffer.from(JSON.stringify(answerTo(url, body)));
  })(),
});

const tip = (network: "main" | "regtest" | "test" = "main") =>
  createMoneroNode({
    ...{ network, url: "http://127.0.0.1:9", timeoutMs: 1_000 },
    via: { post, breaker: new Breaker("monero") },
  }).tip();

const info = (facts: object): void => {
  says.get_info = { ...(says.get_info as object), ...facts };
};

it("relies on a node of the main network that has everything", async () => {
  expect((await tip()).height).toBe(3_500_000);
});

it.each([
  [{ nettype: "stagenet" }, "on another network"],
  [{ nettype: "fakechain" }, "on another network"],
  [{ untrusted: true }, "asks another one for its blocks"],
  [{ restricted: true }, "started with --restricted-rpc"],
  [{ synchronized: false }, "still catching up"],
  [{ outgoing_connections_count: 0 }, "has no peers"],
  [{ version: "0.18.5.0-release" }, "version 0.18.5.0-release of the node is too old"],
  [{ version: "0.17.9.9" }, "too old"],
  [{ version: "" }, "too old"],
])("refuses a node that says %o, by name", async (facts, reason) => {
  info(facts);
  await expect(tip()).rejects.toThrow(reason);
});

it.each(["0.18.5.3-unknown", "0.19.0.0-release", "1.0.0.0"])("takes version %s", async (version) => {
  info({ version });
  expect((await tip()).height).toBe(3_500_000);
});

it("takes a node of regtest by its network, and not by what only the main network asks", async () => {
  await expect(tip("regtest")).rejects.toThrow("on another network");
  info({ nettype: "fakechain", version: "0.1.0.0", synchronized: false, outgoing_connections_count: 0 });
  expect((await tip("regtest")).height).toBe(3_500_000);
  await expect(tip("test")).rejects.toThrow("on another network");
});

it("refuses a node without the pinned block", async () => {
  says.get_block_header_by_height = { status: "OK", block_header: { hash: "ee".repeat(32) } };
  await expect(tip()).rejects.toThrow("does not have the chain's block 3451000");
});

it.each(Object.values(OLD_TXS))(
  "refuses a pruned node, which lacks the signatures of one stripe: %s",
  async (txId) => {
    prunedTxId = txId;
    await expect(tip()).rejects.toThrow("started with --prune-blockchain");
  },
);
