import { randomBytes } from "node:crypto";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isInteger, parse, stringify } from "lossless-json";
import { z } from "zod";
import { Breaker } from "../breaker";
import { ChainUnavailable } from "../chain";
import { cappedText, causeCode, type HttpPost, postThrough, RpcError } from "../rpc";
import { type DigestChallenge, type DigestLogin, digestAuthorization, digestChallenge } from "./digest";

/** Calls to one of Monero's programs; all throw ChainUnavailable where it does not answer, or with nonsense. */
export interface MoneroRpc {
  /** A method of its JSON-RPC; throws RpcError where the program refuses. Whole numbers come as bigint. */
  call<Value>(method: string, params: object, schema: z.ZodType<Value>): Promise<Value>;
  /** One of monerod's own paths, which answer without an envelope. */
  post<Value>(path: string, body: object, schema: z.ZodType<Value>): Promise<Value>;
  close(): void;
}

export type MoneroRpcOptions = {
  /** May hold a user name and password (HTTP digest); it never appears in an error. */
  url: string;
  /** Of one call, from the request to the last byte of the answer. */
  timeoutMs: number;
  /** Another way than straight there. */
  via?: { post: HttpPost; breaker: Breaker };
};

const RESPONSE_BYTES_MAX = 256 * 1024 * 1024;
const UNAUTHORIZED = 401;
const HTTP_OK = 200;

const reply = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.coerce.number(), message: z.string() }).optional(),
});

/** Opens a connection: one, and kept, because a nonce of theirs is good on the connection only that it came on. */
export function createMoneroRpc({ url: text, timeoutMs, via }: MoneroRpcOptions): MoneroRpc {
  const { url, login } = endpointOf(text);
  const agent = new (url.protocol === "https:" ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 });
  const post = authenticated(via?.post ?? postThrough(agent), login);
  const breaker = via?.breaker ?? new Breaker("monero");
  const ask = (path: string, body: object): Promise<unknown> =>
    breaker.run(() =>
      askOnce(post, { url: new URL(path, url).href, body: stringify(body) ?? "", timeoutMs }),
    );
  return {
    async call(method, params, schema) {
      const answer = parsed(await ask("/json_rpc", { jsonrpc: "2.0", id: 0, method, params }), reply, method);
      if (answer.error !== undefined)
        throw new RpcError(answer.error.code, answer.error.message.slice(0, 500));
      return parsed(answer.result, schema, method);
    },
    post: async (path, body, schema) => parsed(await ask(path, body), schema, path),
    close: () => agent.destroy(),
  };
}

function endpointOf(text: string): { url: URL; login: DigestLogin | undefined } {
  if (!URL.canParse(text)) throw new TypeError("the RPC URL of monero is not a URL");
  const url = new URL(text);
  const login = { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  url.username = "";
  url.password = "";
  return { url, login: login.user === "" ? undefined : login };
}

function parsed<Value>(value: unknown, schema: z.ZodType<Value>, what: string): Value {
  const result = schema.safeParse(value);
  if (!result.success) throw new ChainUnavailable("monero", `${what}: an answer has an unexpected shape`);
  return result.data;
}

/** Proves the login by the last challenge that came, and once more where the connection is a new one. */
function authenticated(post: HttpPost, login: DigestLogin | undefined): HttpPost {
  if (login === undefined) return post;
  let known: { challenge: DigestChallenge; count: number } | undefined;
  const withLogin: HttpPost = (request) => {
    if (known === undefined) return post(request);
    known.count += 1;
    const { challenge, count } = known;
    const path = new URL(request.url).pathname;
    const clientNonce = randomBytes(8).toString("hex");
    const authorization = digestAuthorization(login, challenge, { method: "POST", path, count, clientNonce });
    return post({ ...request, headers: { ...request.headers, authorization } });
  };
  return async (request) => {
    const answer = await withLogin(request);
    if (answer.status !== UNAUTHORIZED) return answer;
    await cappedText(answer.body, RESPONSE_BYTES_MAX);
    const challenge = digestChallenge(answer.challenges ?? []);
    if (challenge === undefined) return answer;
    known = { challenge, count: 0 };
    return withLogin(request);
  };
}

async function askOnce(
  post: HttpPost,
  { url, body, timeoutMs }: { url: string; body: string; timeoutMs: number },
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await post({ url, headers: { "content-type": "application/json" }, body, signal });
    if (answer.status !== HTTP_OK) throw new ChainUnavailable("monero", `HTTP ${answer.status}`);
    const text = await cappedText(answer.body, RESPONSE_BYTES_MAX);
    if (text === undefined) throw new ChainUnavailable("monero", "an answer is too long");
    return parseExactly(text);
  } catch (error) {
    if (error instanceof ChainUnavailable) throw error;
    if (signal.aborted) throw new ChainUnavailable("monero", `no answer within ${timeoutMs} ms`);
    // The system's message may quote the URL.
    throw new ChainUnavailable("monero", `connection failed (${causeCode(error)})`);
  }
}

/** Amounts are JSON numbers, and above 2⁵³ piconero (9,007 XMR) a double is not exact: whole numbers become bigint. */
function parseExactly(text: string): unknown {
  try {
    return parse(text, null, {
      parseNumber: (digits) => (isInteger(digits) ? BigInt(digits) : Number(digits)),
    });
  } catch {
    throw new ChainUnavailable("monero", "an answer is not JSON");
  }
}
