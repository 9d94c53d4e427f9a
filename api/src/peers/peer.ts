import { createHash, timingSafeEqual } from "node:crypto";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeWebStream } from "node:stream/web";
import { getRequestListener } from "@hono/node-server";
import { PATH_BYTES_MAX } from "./socket-path";

/**
 * Calls between processes of one machine, as HTTP over a unix socket. Node shows no credentials of a socket's other end:
 * a caller proves itself by a secret that both ends were started with.
 */
export type PeerSocket = { path: string; secret: string };

/** Answers a request of a process of ours. */
export type PeerCall = (request: Request) => Promise<Response>;

/** The process at the other end does not answer: it starts, or ended. */
export class PeerUnavailable extends Error {
  override readonly name = "PeerUnavailable";
}

const SECRET_HEADER = "x-sotto-peer";
const OWNER_ONLY = 0o600;
/** A pause of payouts waits up to a minute for a signature that is under way. */
const CALL_MS_MAX = 120_000;

/** Serves `answer` on a socket that only our own user can open, to callers that know the secret. Returns what ends it. */
export async function servePeers(socket: PeerSocket, answer: PeerCall): Promise<() => Promise<void>> {
  const { path, secret } = socket;
  if (Buffer.byteLength(path) > PATH_BYTES_MAX)
    throw new RangeError(`The path of a socket is longer than ${PATH_BYTES_MAX} bytes: ${path}`);
  mkdirSync(dirname(path), { recursive: true, mode: 0o711 });
  rmSync(path, { force: true });
  const listener = getRequestListener(async (request) => {
    if (!isSecret(request.headers.get(SECRET_HEADER), secret)) return new Response(null, { status: 401 });
    return answer(request);
  });
  const server = createServer(listener);
  // The caller ends what is idle: a call that met an end from here would fail.
  server.keepAliveTimeout = 0;
  // The socket is made with the rights that the mask leaves: no moment in which others could open it.
  const mask = process.umask(0o777 & ~OWNER_ONLY);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(mask);
  }
  chmodSync(path, OWNER_ONLY);
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const late = setTimeout(() => server.closeAllConnections(), 3_000);
    await closed;
    clearTimeout(late);
  };
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

const isSecret = (shown: string | null, secret: string): boolean =>
  shown !== null && timingSafeEqual(digest(shown), digest(secret));

/** Calls the process that serves a socket. Throws PeerUnavailable where none does, or where it does not answer in time. */
export function callPeer({ path: socketPath, secret }: PeerSocket): PeerCall {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const ownHeaders = [...request.headers].filter(([name]) => !HOP_BY_HOP.has(name));
    const headers = { ...Object.fromEntries(ownHeaders), [SECRET_HEADER]: secret };
    const { method } = request;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { socketPath, method, path: `${pathname}${search}`, headers, timeout: CALL_MS_MAX };
      const sent = httpRequest(options, resolve);
      sent.on("timeout", () => sent.destroy(new Error("no answer in time")));
      sent.on("error", (cause) =>
        reject(new PeerUnavailable("a process of ours does not answer", { cause })),
      );
      if (request.body === null) sent.end();
      // Who answers early reads no more: what breaks off then is not a failure.
      else pipeline(Readable.fromWeb(request.body as NodeWebStream), sent).catch(() => undefined);
    });
    return responseOf(answer);
  };
}

function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !HOP_BY_HOP.has(name))
      headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  const status = answer.statusCode ?? 502;
  const isBare = status === 204 || status === 304;
  if (isBare) answer.resume();
  return new Response(isBare ? null : (Readable.toWeb(answer) as ReadableStream), { status, headers });
}

/** RFC 9110, section 7.6.1: of one connection only. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding"]);
