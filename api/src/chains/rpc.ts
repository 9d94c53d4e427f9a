import { type Agent, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { ChainId } from "../core/assets";
import { err, ok, type Result } from "../core/result";
import { Breaker, type BreakerOptions } from "./breaker";
import { ChainUnavailable } from "./chain";

/** The node answered, and its answer is a JSON-RPC error. The message is the node's own: never show it to a visitor. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** The answer is longer than what is read of one: to ask for the same again would only take as long. */
export class AnswerTooLong extends ChainUnavailable {}

export type RpcCall = { method: string; params: readonly unknown[] };

/** A JSON-RPC 2.0 connection to one node; every method throws ChainUnavailable or RpcError. */
export interface JsonRpc {
  /** Asks, and asks again when the node does not answer: for calls that change nothing. */
  read(method: string, params?: readonly unknown[]): Promise<unknown>;
  /**
   * Reads in batches of at most `batchMax` calls; answers come in the order of the calls. Calls of one batch travel in one request, so behind a load balancer one node answers them all.
   */
  readBatch(calls: readonly RpcCall[]): Promise<readonly Result<unknown, RpcError>[]>;
  /** Asks once: for calls whose effect must not be repeated unseen. */
  write(method: string, params?: readonly unknown[]): Promise<unknown>;
}

export type JsonRpcOptions = {
  chain: ChainId;
  /** May hold a user name and password (HTTP basic); it never appears in an error. */
  url: string;
  /** Of one attempt, from the request to the last byte of the answer. */
  timeoutMs: number;
  responseBytesMax?: number;
  batchMax?: number;
  breaker?: BreakerOptions;
  /** Another way than straight there; what shares it shares its breaker, because it fails for all of them. */
  via?: { post: HttpPost; breaker: Breaker };
};

/** One POST; throws when no answer came, and follows no redirect. */
export type HttpPost = (request: {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
}) => Promise<{
  status: number;
  body: AsyncIterable<Uint8Array>;
  /** Every header `WWW-Authenticate` of it. */
  challenges?: readonly string[];
}>;

const RESPONSE_BYTES_MAX = 32 * 1024 * 1024;
/** Public nodes refuse more. */
const BATCH_MAX = 50;
export const BATCH_CALLS_MAX = 20_000;
/** Waits before the second and third attempt of a read. */
const RETRY_WAITS_MS: readonly number[] = [100, 400];

/** Opens a JSON-RPC 2.0 client over HTTP with timeouts, a cap on answers, retries of reads and a circuit breaker. */
export function createJsonRpc(options: JsonRpcOptions): JsonRpc {
  const { chain, timeoutMs, batchMax = BATCH_MAX, responseBytesMax = RESPONSE_BYTES_MAX } = options;
  const { url, headers } = endpointOf(chain, options.url);
  const breaker = options.via?.breaker ?? new Breaker(chain, options.breaker);
  const httpPost = options.via?.post ?? postThrough();

  const attempt = (body: unknown): Promise<unknown> =>
    breaker.run(() => post({ chain, url, headers, timeoutMs, responseBytesMax, body, httpPost }));

  const attemptRead = async (body: unknown): Promise<unknown> => {
    for (const waitMs of RETRY_WAITS_MS) {
      try {
        return await attempt(body);
      } catch (error) {
        const isHopeless = !(error instanceof ChainUnavailable) || error instanceof AnswerTooLong;
        if (isHopeless || breaker.isOpen()) throw error;
        await sleep(waitMs);
      }
    }
    return attempt(body);
  };

  return {
    async read(method, params = []) {
      return answerOf(chain, await attemptRead(request(0, { method, params })), 0);
    },
    async write(method, params = []) {
      return answerOf(chain, await attempt(request(0, { method, params })), 0);
    },
    async readBatch(calls) {
      if (calls.length > BATCH_CALLS_MAX) throw new RangeError(`more than ${BATCH_CALLS_MAX} calls at once`);
      const answers: Result<unknown, RpcError>[] = [];
      for (let start = 0; start < calls.length; start += batchMax) {
        const some = calls.slice(start, start + batchMax);
        const reply = await attemptRead(some.map((call, id) => request(id, call)));
        answers.push(...batchAnswers(chain, reply, some.length));
      }
      return answers;
    },
  };
}

const request = (id: number, { method, params }: RpcCall) => ({ jsonrpc: "2.0", id, method, params });

/** fetch refuses credentials inside a URL, so they become a header. */
function endpointOf(chain: ChainId, text: string): { url: string; headers: Record<string, string> } {
  if (!URL.canParse(text)) throw new TypeError(`the RPC URL of ${chain} is not a URL`);
  const url = new URL(text);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (url.username !== "" || url.password !== "") {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
    url.username = "";
    url.password = "";
  }
  return { url: url.href, headers };
}

type Post = {
  chain: ChainId;
  url: string;
  headers: Record<string, string>;
  timeoutMs: number;
  responseBytesMax: number;
  body: unknown;
  httpPost: HttpPost;
};

/**
 * Posts through an agent, or straight to the node. Not by fetch: once an answer has begun, undici may forget the signal
 * in a garbage collection, and a body that never ends is then waited for without end.
 */
export const postThrough =
  (agent?: Agent): HttpPost =>
  ({ url, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const ask = url.startsWith("https:") ? requestHttps : requestHttp;
      const length = { "content-length": Buffer.byteLength(body) };
      const request = ask(url, { method: "POST", agent, signal, headers: { ...headers, ...length } });
      request.on("response", (response) => {
        const { statusCode: status = 0, headersDistinct } = response;
        resolve({ status, body: response, challenges: headersDistinct["www-authenticate"] ?? [] });
      });
      request.on("error", reject);
      request.end(body);
    });

async function post(options: Post): Promise<unknown> {
  const { chain, url, headers, timeoutMs, responseBytesMax } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const body = JSON.stringify(options.body);
    const response = await options.httpPost({ url, headers, body, signal });
    const text = await cappedText(response.body, responseBytesMax);
    if (text === undefined) throw new AnswerTooLong(chain, `answer longer than ${responseBytesMax} bytes`);
    // bitcoind sends JSON-RPC errors with status 500 or 404, so there a JSON body counts more than the status; a
    // gateway's own 429, 502 or 503 is no answer of the node, whatever its body.
    const reply = parseJson(text);
    if (isReply(reply) && !GATEWAY_STATUSES.has(response.status)) return reply;
    const isOk = response.status >= 200 && response.status < 300;
    throw new ChainUnavailable(chain, isOk ? "answer is not JSON-RPC" : `HTTP ${response.status}`);
  } catch (error) {
    if (error instanceof ChainUnavailable) throw error;
    if (signal.aborted) throw new ChainUnavailable(chain, `no answer within ${timeoutMs} ms`);
    // A message of the system's or the proxy's may quote the URL, whose path often is the provider's key.
    throw new ChainUnavailable(chain, `connection failed (${causeCode(error)})`);
  }
}

const GATEWAY_STATUSES: ReadonlySet<number> = new Set([401, 403, 429, 502, 503, 504]);

/** The text of an answer; undefined where it is longer than `bytesMax`. */
export async function cappedText(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isReply = (value: unknown): boolean =>
  Array.isArray(value) || (isObject(value) && ("result" in value || "error" in value));

/** The system's code of a failure, which quotes nothing. */
export function causeCode(error: unknown): string {
  return isObject(error) && typeof error.code === "string" ? error.code : "no code";
}

function answerOf(chain: ChainId, reply: unknown, id: number): unknown {
  const answer = resultOf(chain, reply, id);
  if (!answer.ok) throw answer.error;
  return answer.value;
}

function resultOf(chain: ChainId, reply: unknown, id: number): Result<unknown, RpcError> {
  if (!isObject(reply)) throw new ChainUnavailable(chain, "answer is not one JSON-RPC reply");
  const error = reply.error;
  if (error !== undefined && error !== null) {
    if (!isObject(error) || typeof error.code !== "number") {
      throw new ChainUnavailable(chain, "answer is an error, but not JSON-RPC's");
    }
    const message = typeof error.message === "string" ? error.message.slice(0, 500) : "";
    return err(new RpcError(error.code, message));
  }
  if (reply.id !== id || !("result" in reply)) {
    throw new ChainUnavailable(chain, "answer does not belong to the question");
  }
  return ok(reply.result);
}

function batchAnswers(chain: ChainId, reply: unknown, count: number): Result<unknown, RpcError>[] {
  // A node that refuses batches, or this one for its size, answers with a single error.
  if (!Array.isArray(reply)) throw new ChainUnavailable(chain, "the node refuses a batch of calls");
  if (reply.length !== count) throw new ChainUnavailable(chain, "batch answer of another length");
  const byId = new Map<unknown, unknown>(
    reply.map((one: unknown) => [isObject(one) ? one.id : undefined, one]),
  );
  return Array.from({ length: count }, (_, id) => resultOf(chain, byId.get(id), id));
}
