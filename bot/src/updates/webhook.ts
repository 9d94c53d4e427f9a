import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Update } from "grammy/types";
import type { Dispatch } from "./dispatch";

const BODY_BYTES_MAX = 1_048_576;

/** Compares two texts in a time that depends neither on where they differ nor on their lengths. */
export function isSameSecret(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given ?? ""), digest(expected));
}

/**
 * Receives updates by POST on any path, with Telegram's secret token in its header; refuses everything else. Responds
 * once the update is handled, so that Telegram repeats an update that a crash interrupts.
 */
export function createWebhookServer(options: { dispatch: Dispatch; secret: string }): Server {
  return createServer(async (request, response) => {
    const answer = (status: number) => response.writeHead(status, { connection: "close" }).end();
    const header = request.headers["x-telegram-bot-api-secret-token"];
    if (request.method !== "POST") return answer(405);
    if (!isSameSecret(typeof header === "string" ? header : undefined, options.secret)) return answer(401);
    const update = await readUpdate(request);
    if (update === undefined) return answer(400);
    await options.dispatch(update);
    response.writeHead(200).end();
  });
}

async function readUpdate(request: IncomingMessage): Promise<Update | undefined> {
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > BODY_BYTES_MAX) return undefined;
      chunks.push(chunk);
    }
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const isUpdate =
      typeof body === "object" &&
      body !== null &&
      "update_id" in body &&
      Number.isSafeInteger(body.update_id);
    return isUpdate ? (body as Update) : undefined;
  } catch {
    // The request was cut off, or its body is not JSON.
    return undefined;
  }
}
