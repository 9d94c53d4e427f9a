import { createParser } from "eventsource-parser";

/** Characters of one event: an order with its deposits and payouts is far smaller. */
const EVENT_LENGTH_MAX = 262_144;

/**
 * Reads the data of each server-sent event until the stream ends or `signal` aborts. `onBytes` is called whenever
 * something arrives, a comment included. Throws when an event grows beyond its limit.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { signal, onBytes }: { signal: AbortSignal; onBytes: () => void },
): AsyncIterable<string> {
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", cancel);
  const decoder = new TextDecoder();
  const events: string[] = [];
  const parser = createParser({
    maxBufferSize: EVENT_LENGTH_MAX,
    onEvent: ({ data }) => void events.push(data),
    onError: (error) => {
      // Other errors are fields that this reader does not know, which the standard says to skip.
      if (error.type === "max-buffer-size-exceeded") throw new Error("an event without an end");
    },
  });
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    onBytes();
    parser.feed(decoder.decode(read.value, { stream: true }));
    yield* events.splice(0);
  }
}
