import { type Problem, problem } from "../core/errors";
import { err, ok, type Result } from "../core/result";

const HEARTBEAT_MS = 15_000;
const STREAMS_PER_TOPIC_MAX = 3;
const STREAMS_MAX = 2_000;

/** One server-sent event (HTML standard, section 9.2); `id` comes back as Last-Event-ID. */
export type StreamEvent = { id: string; event: string; json: unknown };

export type StreamSource = {
  topic: string;
  /** The event to send now; undefined ends the stream. */
  read(): Promise<StreamEvent | undefined>;
  /** Calls back soon after `read` would answer differently. */
  watch(listener: () => void): () => void;
  lastEventId: string | undefined;
};

export type Streams = {
  /** Opens a stream. Error: `limit/streams` beyond 3 a topic or 2,000 in this process. */
  open(source: StreamSource): Result<Response, Problem>;
  /** Ends every stream and refuses new ones, so that a stopping process is not held up. */
  close(): void;
};

/** Live streams of this process. */
export function createStreams(options: {
  lifted: boolean;
  headers: Readonly<Record<string, string>>;
  onError(error: unknown): void;
}): Streams {
  const perTopic = new Map<string, number>();
  const enders = new Set<() => void>();
  let closed = false;

  const open = (source: StreamSource): Result<Response, Problem> => {
    if (closed) return err(problem("service/unavailable", { retryAfterS: 2 }));
    const ofTopic = perTopic.get(source.topic) ?? 0;
    if (enders.size >= STREAMS_MAX || (!options.lifted && ofTopic >= STREAMS_PER_TOPIC_MAX)) {
      return err(problem("limit/streams", { retryAfterS: 15 }));
    }
    perTopic.set(source.topic, ofTopic + 1);
    const stream = eventStream(source, options.onError, (end) => {
      enders.delete(end);
      const left = (perTopic.get(source.topic) ?? 1) - 1;
      if (left > 0) perTopic.set(source.topic, left);
      else perTopic.delete(source.topic);
    });
    enders.add(stream.end);
    const headers = {
      ...options.headers,
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // Proxies of nginx's kind would hold events back.
      "x-accel-buffering": "no",
    };
    return ok(new Response(stream.body, { headers }));
  };
  return {
    open,
    close: () => {
      closed = true;
      for (const end of [...enders]) end();
    },
  };
}

function eventStream(
  source: StreamSource,
  onError: (error: unknown) => void,
  onEnd: (end: () => void) => void,
) {
  const encoder = new TextEncoder();
  let ended = false;
  let lastId = source.lastEventId;
  let isReading = false;
  let isStale = false;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let unwatch = (): void => {};
  let heartbeat: NodeJS.Timeout | undefined;

  const end = (): void => {
    if (ended) return;
    ended = true;
    clearInterval(heartbeat);
    unwatch();
    onEnd(end);
    try {
      controller?.close();
    } catch {
      // The reader went away first, which closes it as well.
    }
  };
  const write = (text: string): void => {
    // A reader that does not read must not fill the memory: it reconnects and reads what is current then.
    if ((controller?.desiredSize ?? 0) < -64) end();
    else controller?.enqueue(encoder.encode(text));
  };
  const send = async (): Promise<void> => {
    const event = await source.read();
    if (ended) return;
    if (!event) return end();
    if (event.id === lastId) return;
    lastId = event.id;
    write(`id: ${event.id}\nevent: ${event.event}\ndata: ${JSON.stringify(event.json)}\n\n`);
  };
  const refresh = (): void => {
    isStale = true;
    if (isReading || ended) return;
    isReading = true;
    void (async () => {
      try {
        while (isStale && !ended) {
          isStale = false;
          await send();
        }
      } catch (error) {
        onError(error);
        end();
      } finally {
        isReading = false;
      }
    })();
  };
  const body = new ReadableStream<Uint8Array>({
    start: (own) => {
      controller = own;
      // Watched before the first read, so that no change falls between the two.
      unwatch = source.watch(refresh);
      heartbeat = setInterval(() => write(": still here\n\n"), HEARTBEAT_MS);
      heartbeat.unref();
      write("retry: 2000\n\n");
      refresh();
    },
    cancel: end,
  });
  return { body, end };
}
