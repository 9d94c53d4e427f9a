import type { Order, SottoClient } from "@sotto/openapi";
import { type Answer, clientHeader, type Trouble, troubleOf } from "../api";

/** The server speaks every 15 s; a stream that is silent for longer is dead. */
const SILENCE_MS_MAX = 45_000;
const EVENT_LENGTH_MAX = 262_144;

/**
 * Follows an order's events (GET /api/exchanges/{id}/events) and hands over the order at once and at each change. Ends
 * when the stream does; `onOrder` ends it by answering false. Throws when the network fails or `signal` aborts.
 */
export async function watchOrder(options: {
  client: SottoClient;
  /** Names the chat to the API for its limits. */
  clientKey: string;
  id: string;
  signal: AbortSignal;
  onOrder(order: Order): Promise<boolean>;
}): Promise<{ ok: true } | { ok: false; trouble: Trouble }> {
  // One signal of our own, held here: signals derived from others may be collected before they abort.
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  options.signal.addEventListener("abort", abort);
  const guard = setTimeout(abort, SILENCE_MS_MAX);
  try {
    const { data, error, response } = await options.client.GET("/api/exchanges/{id}/events", {
      params: { path: { id: options.id } },
      headers: { accept: "text/event-stream", ...clientHeader(options.clientKey) },
      parseAs: "stream",
      signal: stop.signal,
    });
    if (!data) return { ok: false, trouble: troubleOf(error, response) };
    for await (const text of eventTexts(data, { signal: stop.signal, onBytes: () => guard.refresh() })) {
      if (!(await options.onOrder(JSON.parse(text)))) break;
    }
    return { ok: true };
  } finally {
    clearTimeout(guard);
    options.signal.removeEventListener("abort", abort);
    stop.abort();
  }
}

/** The data of each server-sent event (HTML standard, section 9.2), until the stream ends or `signal` aborts. */
async function* eventTexts(
  body: ReadableStream<Uint8Array>,
  { signal, onBytes }: { signal: AbortSignal; onBytes: () => void },
): AsyncIterable<string> {
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", cancel);
  const decoder = new TextDecoder();
  let text = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    onBytes();
    text += decoder.decode(read.value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    if (text.length > EVENT_LENGTH_MAX) throw new Error("an event without an end");
    for (const block of blocks) {
      const lines = block.split("\n").filter((line) => line.startsWith("data:"));
      if (lines.length > 0) yield lines.map((line) => line.slice(5).trimStart()).join("\n");
    }
  }
}

/** Reads an order once, as an answer of the same kind. */
export async function lookAtOrder(options: {
  client: SottoClient;
  clientKey: string;
  id: string;
}): Promise<Answer<Order>> {
  const { data, error, response } = await options.client.GET("/api/exchanges/{id}", {
    params: { path: { id: options.id } },
    headers: clientHeader(options.clientKey),
  });
  return data === undefined ? { ok: false, trouble: troubleOf(error, response) } : { ok: true, value: data };
}
