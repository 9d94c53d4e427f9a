import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test } from "vitest";
import { ChainUnavailable } from "./chain";
import { AnswerTooLong, createJsonRpc, type JsonRpcOptions, RpcError } from "./rpc";

type Reply = (body: unknown, response: ServerResponse, request: IncomingMessage) => void;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A node that answers as given; counts what it was asked. */
async function node(reply: Reply, options: Partial<JsonRpcOptions> = {}) {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      asked.push(body);
      reply(body, response, request);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://user:pa%20ss@127.0.0.1:${port}/secret-key`;
  const rpc = createJsonRpc({ chain: "ethereum", url, timeoutMs: 1_500, ...options });
  return { rpc, asked, server };
}

const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
};

const ONE_FAILURE = { failuresMax: 1, openMs: 60, openMsMax: 60 };

/** Collects garbage, as happens at any time. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

describe("createJsonRpc", () => {
  test("answers a call, with the credentials of the URL as a header", async () => {
    let authorization: string | undefined;
    const { rpc, asked } = await node((_body, response, request) => {
      authorization = request.headers.authorization;
      json(response, { jsonrpc: "2.0", id: 0, result: "0x1" });
    });
    expect(await rpc.read("eth_chainId")).toBe("0x1");
    expect(asked).toEqual([{ jsonrpc: "2.0", id: 0, method: "eth_chainId", params: [] }]);
    expect(authorization).toBe(`Basic ${Buffer.from("user:pa ss").toString("base64")}`);
  });

  test("a JSON-RPC error is the node's answer: not repeated, also with status 500", async () => {
    const { rpc, asked } = await node((_body, response) =>
      json(response, { jsonrpc: "2.0", id: 0, error: { code: -5, message: "no such thing" } }, 500),
    );
    await expect(rpc.read("x")).rejects.toEqual(new RpcError(-5, "no such thing"));
    expect(asked).toHaveLength(1);
  });

  test("asks a read again, and a write never", async () => {
    let failures = 2;
    const { rpc, asked } = await node((_body, response) => {
      failures -= 1;
      if (failures >= 0) response.writeHead(503).end("busy");
      else json(response, { jsonrpc: "2.0", id: 0, result: 7 });
    });
    expect(await rpc.read("x")).toBe(7);
    expect(asked).toHaveLength(3);
    failures = 1;
    await expect(rpc.write("x")).rejects.toThrow("ethereum is unavailable: HTTP 503");
    expect(asked).toHaveLength(4);
  });

  test.each<[string, Reply, string]>([
    ["silence", () => {}, "no answer within 1500 ms"],
    [
      "a body that never ends",
      (_b, response) => void response.writeHead(200).write('{"jsonrpc"'),
      "no answer within 1500 ms",
    ],
    ["a dropped connection", (_b, response) => void response.destroy(), "connection failed"],
    ["a rate limit in JSON", (_b, response) => json(response, { error: { code: 1 } }, 429), "HTTP 429"],
    ["a page", (_b, response) => void response.end("<html>"), "answer is not JSON-RPC"],
    [
      "too much",
      (_b, response) => json(response, { id: 0, result: "x".repeat(2_000) }),
      "answer longer than 1000",
    ],
    [
      "another answer",
      (_b, response) => json(response, { id: 9, result: 1 }),
      "does not belong to the question",
    ],
    ["an error of its own kind", (_b, response) => json(response, { error: "quota" }), "not JSON-RPC's"],
    [
      "a redirect",
      (_b, response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      "HTTP 302",
    ],
  ])("%s is ChainUnavailable, without the URL", async (_name, reply, reason) => {
    const { rpc } = await node(reply, { responseBytesMax: 1_000 });
    const asking = rpc.write("x").catch((thrown: unknown) => thrown);
    await sleep(100);
    collectGarbage();
    const error: unknown = await asking;
    expect(error).toBeInstanceOf(ChainUnavailable);
    expect(String(error)).toContain(reason);
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(/secret-key|pa ?ss/);
  });
});

test("an answer that is too long is not asked for again", async () => {
  const { rpc, asked } = await node(
    (_body, response) => json(response, { id: 0, result: "x".repeat(2_000) }),
    { responseBytesMax: 1_000 },
  );
  await expect(rpc.read("x")).rejects.toThrow(AnswerTooLong);
  expect(asked).toHaveLength(1);
});

describe("a batch", () => {
  test("batches keep the order of the calls, split by size, with errors as values", async () => {
    const { rpc, asked } = await node(
      (body, response) => {
        const calls = body as { id: number; params: [number] }[];
        const answers = calls.map(({ id, params: [n] }) =>
          n === 3 ? { id, error: { code: -1, message: "three" } } : { id, result: n * n },
        );
        json(response, answers.reverse());
      },
      { batchMax: 2 },
    );
    const answers = await rpc.readBatch([1, 2, 3, 4, 5].map((n) => ({ method: "square", params: [n] })));
    expect(answers.map((answer) => (answer.ok ? answer.value : answer.error.message))).toEqual([
      1,
      4,
      "three",
      16,
      25,
    ]);
    expect(asked).toHaveLength(3);
  });

  test("a batch with a missing or doubled answer, or refused, is ChainUnavailable", async () => {
    const replies: unknown[] = [
      [{ id: 0, result: 1 }],
      [
        { id: 0, result: 1 },
        { id: 0, result: 1 },
      ],
      { id: null, error: { code: -32_600, message: "batch too large" } },
    ];
    const { rpc } = await node((_body, response) => json(response, replies.shift()));
    const calls = [
      { method: "a", params: [] },
      { method: "b", params: [] },
    ];
    await expect(rpc.readBatch(calls)).rejects.toThrow("another length");
    await expect(rpc.readBatch(calls)).rejects.toThrow("not one JSON-RPC reply");
    await expect(rpc.readBatch(calls)).rejects.toThrow("refuses a batch");
  });
});

describe("the breaker", () => {
  test("the breaker opens after failures in a row, lets one probe through, and closes on success", async () => {
    let isUp = false;
    const { rpc, asked } = await node(
      (_body, response) => (isUp ? json(response, { id: 0, result: 1 }) : response.writeHead(502).end()),
      { breaker: { failuresMax: 2, openMs: 60, openMsMax: 1_000 } },
    );
    await expect(rpc.write("x")).rejects.toThrow("HTTP 502");
    await expect(rpc.write("x")).rejects.toThrow("HTTP 502");
    await expect(rpc.write("x")).rejects.toThrow("failed too often");
    await expect(rpc.read("x")).rejects.toThrow("failed too often");
    expect(asked).toHaveLength(2);
    await sleep(80);
    const [probe, other] = await Promise.allSettled([rpc.write("x"), rpc.write("x")]);
    expect([
      String((probe as PromiseRejectedResult).reason),
      String((other as PromiseRejectedResult).reason),
    ]).toEqual([expect.stringContaining("HTTP 502"), expect.stringContaining("failed too often")]);
    expect(asked).toHaveLength(3);
    isUp = true;
    await sleep(80);
    await expect(rpc.write("x")).rejects.toThrow("failed too often");
    await sleep(80);
    expect(await rpc.write("x")).toBe(1);
    expect(await rpc.write("x")).toBe(1);
  });

  test("a dead port fails at once and opens the breaker", async () => {
    const { rpc, server } = await node(() => {}, { breaker: ONE_FAILURE });
    await new Promise((done) => server.close(done));
    await expect(rpc.read("x")).rejects.toThrow("connection failed (ECONNREFUSED)");
    await expect(rpc.read("x")).rejects.toThrow("failed too often");
  });
});
