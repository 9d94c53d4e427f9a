import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Problem, problem } from "../core/errors";
import { err, ok, type Result } from "../core/result";
import type { Budget } from "./client";

const HEARTBEAT_MS = 15_000;
/** A stream ends after an hour; browsers connect again, and what is left of a reader that has gone does not stay. */
const BEATS_MAX = (60 * 60 * 1000) / HEARTBEAT_MS;
/** A reader for whom more than this is still unsent must not fill the memory: it connects again and reads what is current then. */
const UNREAD_BYTES_MAX = 128 * 1024;
export const STREAMS_PER_TOPIC_MAX = 3;
export const STREAMS_PER_CLIENT_MAX = 20;
const STREAMS_MAX = 2_000;
/** What changes within this time of the last change is read together, so that a busy service reads many orders at once. */
const PACE_MS = 100;
/** How long a browser waits before it connects again. */
export const RETRY = "retry: 2000\n\n";

/** A comment, so that a proxy does not take a quiet stream for a dead one. */
export const STILL_HERE = ": still here\n\n";

/** One server-sent event (HTML standard, section 9.2); `id` comes back as Last-Event-ID. */
export type StreamEvent = {
  id: string;
  event: string;
  /** Not changed once it was sent: streams that send the same object share its text. */
  json: object;
  /** Nothing more is to be expected: the stream ends with this event. */
  isLast: boolean;
};

export type StreamSource = {
  topic: string;
  /** Whose it is. */
  budgets: readonly Budget[];
  /** What `read` answered last. */
  first: StreamEvent;
  /** The event to send now; undefined ends the stream. */
  read(): Promise<StreamEvent | undefined>;
  /** Calls back soon after `read` would answer differently. */
  watch(listener: () => void): () => void;
  lastEventId: string | undefined;
  /** The answer on its socket, which the stream writes itself. Undefined inside this process, and in tests. */
  outgoing?: ServerResponse | undefined;
};

export type Streams = {
  /**
   * Opens a stream. What has ended is answered without one: with its last event, and to a client that has that with 204,
   * after which a browser does not connect again. Error: `limit/streams` beyond 3 a topic, 20 a client or 2,000 in this
   * process.
   */
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
  const counts = new Map<string, number>();
  const enders = new Set<() => void>();
  const paced = createPace(PACE_MS);
  let closed = false;
  const headers = {
    ...options.headers,
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // Proxies of nginx's kind would hold events back.
    "x-accel-buffering": "no",
  };
  const count = (name: string, by: 1 | -1): void => {
    const next = (counts.get(name) ?? 0) + by;
    if (next > 0) counts.set(name, next);
    else counts.delete(name);
  };

  const open = (source: StreamSource): Result<Response, Problem> => {
    if (closed) return err(problem("service/unavailable", { retryAfterS: 2 }));
    if (source.first.isLast) return ok(lastAnswer(source, headers));
    // Asks for the headers and no more.
    if (source.outgoing?.req.method === "HEAD") return ok(new Response(null, { headers }));
    const caps = capsOf(source);
    const isFull = caps.some(({ name, most }) => (counts.get(name) ?? 0) >= most);
    if (enders.size >= STREAMS_MAX || (!options.lifted && isFull)) {
      return err(problem("limit/streams", { retryAfterS: 15 }));
    }
    for (const { name } of caps) count(name, 1);
    const stream = eventStream(source, { onError: options.onError, paced }, (end) => {
      enders.delete(end);
      for (const { name } of caps) count(name, -1);
    });
    enders.add(stream.end);
    const { outgoing } = source;
    if (outgoing === undefined) return ok(new Response(webStream(stream), { headers }));
    try {
      writeTo(outgoing, headers, stream);
    } catch (error) {
      options.onError(error);
      stream.end();
      if (!outgoing.writableEnded) outgoing.destroy();
    }
    return ok(RESPONSE_ALREADY_SENT);
  };
  return {
    open,
    close: () => {
      closed = true;
      for (const end of [...enders]) end();
    },
  };
}

const capsOf = ({ topic, budgets }: StreamSource) => [
  { name: `topic ${topic}`, most: STREAMS_PER_TOPIC_MAX },
  ...budgets.map(({ key, times }) => ({
    name: `client ${key}`,
    most: STREAMS_PER_CLIENT_MAX * times,
  })),
];

function lastAnswer(
  { first, lastEventId }: StreamSource,
  headers: Readonly<Record<string, string>>,
): Response {
  if (first.id !== lastEventId) return new Response(RETRY + eventText(first), { headers });
  const { "content-type": _none, ...bare } = headers;
  return new Response(null, { status: 204, headers: bare });
}

/** An event as it goes over the wire. */
export const eventText = ({ id, event, json }: Omit<StreamEvent, "isLast">): string =>
  `id: ${id}\nevent: ${event}\ndata: ${jsonText(json)}\n\n`;

const jsonTexts = new WeakMap<object, string>();

function jsonText(json: object): string {
  const text = jsonTexts.get(json) ?? JSON.stringify(json);
  jsonTexts.set(json, text);
  return text;
}

/** Does work at once where none was done for so long, and else together with all that comes until then. */
function createPace(paceMs: number): (work: () => void) => void {
  const waiting = new Set<() => void>();
  let doneAtMs = Number.NEGATIVE_INFINITY;
  const begin = (): void => {
    doneAtMs = performance.now();
    const due = [...waiting];
    waiting.clear();
    for (const work of due) work();
  };
  return (work) => {
    if (waiting.size === 0) setTimeout(begin, Math.max(0, doneAtMs + paceMs - performance.now()));
    waiting.add(work);
  };
}

/** Where a stream writes. */
type Sink = {
  write(text: string): void;
  isBehind(): boolean;
  end(): void;
};

type EventStream = { begin(sink: Sink): void; end(): void };

/** Keeps of its source only what it needs to the end: there are thousands of streams. */
function eventStream(
  { read, watch, lastEventId }: Pick<StreamSource, "read" | "watch" | "lastEventId">,
  { onError, paced }: { onError(error: unknown): void; paced(work: () => void): void },
  onEnd: (end: () => void) => void,
): EventStream {
  let ended = false;
  let lastId = lastEventId;
  let isReading = false;
  let isStale = false;
  let beats = 0;
  let sink: Sink | undefined;
  let unwatch = (): void => {};
  let heartbeat: NodeJS.Timeout | undefined;

  const end = (): void => {
    if (ended) return;
    ended = true;
    clearInterval(heartbeat);
    unwatch();
    onEnd(end);
    sink?.end();
  };
  const write = (text: string): void => {
    if (sink?.isBehind()) end();
    else sink?.write(text);
  };
  const beat = (): void => {
    if (++beats < BEATS_MAX) write(STILL_HERE);
    else end();
  };
  const send = async (): Promise<void> => {
    const event = await read();
    if (ended) return;
    if (!event) return end();
    if (event.id !== lastId) write(eventText(event));
    lastId = event.id;
    if (event.isLast) end();
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
  const begin = (own: Sink): void => {
    sink = own;
    // Watched before the first read, so that no change falls between the two.
    unwatch = watch(() => paced(refresh));
    heartbeat = setInterval(beat, HEARTBEAT_MS);
    heartbeat.unref();
    write(RETRY);
    refresh();
  };
  return { begin, end };
}

/**
 * Writes a stream to its socket: what a stream of the web's kind keeps for each reader, and the request with it, is more than
 * the stream itself.
 */
function writeTo(
  outgoing: ServerResponse,
  headers: Readonly<Record<string, string>>,
  { begin, end }: EventStream,
): void {
  // The reader may have gone while the order was read.
  if (outgoing.destroyed) {
    end();
    return;
  }
  outgoing.on("close", end).on("error", end);
  outgoing.writeHead(200, headers);
  // By itself, so that the pieces of which Node has made it are not kept as long as the answer.
  outgoing.flushHeaders();
  begin({
    write: (text) => outgoing.write(text),
    isBehind: () => outgoing.writableLength > UNREAD_BYTES_MAX,
    end: () => {
      // What could not be sent by now would wait for its reader as long as the connection lasts.
      if (outgoing.writableLength > UNREAD_BYTES_MAX) outgoing.destroy();
      else outgoing.end();
    },
  });
}

const encoder = new TextEncoder();

function webStream({ begin, end }: EventStream): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) =>
        begin({
          write: (text) => controller.enqueue(encoder.encode(text)),
          isBehind: () => (controller.desiredSize ?? 0) <= 0,
          end: () => {
            try {
              controller.close();
            } catch {
              // The reader went away first, which closes it as well.
            }
          },
        }),
      cancel: end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: UNREAD_BYTES_MAX }),
  );
}
