import { expect, test } from "vitest";
import { readEvents } from "./read-events";

const streamOf = (chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

async function readAll(chunks: readonly Uint8Array[]) {
  const events: string[] = [];
  let pieces = 0;
  const signal = new AbortController().signal;
  for await (const data of readEvents(streamOf(chunks), { signal, onBytes: () => pieces++ }))
    events.push(data);
  return { events, pieces };
}

const bytes = (text: string) => new TextEncoder().encode(text);

test("events are read whatever the pieces they arrive in, without comments and other fields", async () => {
  const text =
    ': ping\n\nid: 1\nevent: order\ndata: {"to":"é"}\n\ndata: a\r\ndata: b\r\n\r\nnonsense\n\ndata: cut';
  const whole = await readAll([bytes(text)]);
  expect(whole).toEqual({ events: ['{"to":"é"}', "a\nb"], pieces: 1 });
  const bytewise = await readAll([...bytes(text)].map((byte) => Uint8Array.of(byte)));
  expect(bytewise.events).toEqual(whole.events);
});

test("an event that never ends is given up, many small ones are not", async () => {
  const piece = "x".repeat(50_000);
  await expect(readAll(Array.from({ length: 8 }, () => bytes(`data: ${piece}\n`)))).rejects.toThrow();
  const { events } = await readAll(Array.from({ length: 8 }, () => bytes(`data: ${piece}\n\n`)));
  expect(events).toHaveLength(8);
});

test("reading ends when the signal aborts", async () => {
  const stop = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes("data: 1\n\n")),
  });
  const events: string[] = [];
  for await (const data of readEvents(body, { signal: stop.signal, onBytes: () => {} })) {
    events.push(data);
    stop.abort();
  }
  expect(events).toEqual(["1"]);
});
