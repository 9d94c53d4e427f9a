import { describe, expect, it, vi } from "vitest";
import { orderEventsIn } from "../../test/contract/events";
import { ID, world } from "../../test/http/app-world";
import { ok } from "../core/result";
import type { OrderAnswers } from "../routes/orders/answers";
import { ORDER_STREAM_EXAMPLES } from "../routes/orders/event-schema";
import { orderExample } from "../routes/orders/examples";

const reader = async (response: Response) => {
  const stream = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!stream) throw new Error("no body");
  return {
    until: async (wanted: string) => {
      let text = "";
      while (!text.includes(wanted)) {
        const { done, value } = await stream.read();
        if (done) return `${text}<end>`;
        text += value;
      }
      return text;
    },
    cancel: () => stream.cancel(),
  };
};
const path = `http://sotto.test/api/exchanges/${ID}/events`;

describe("live events", () => {
  it("send the order at once and at each change, and end on demand", async () => {
    const { app, change, streams, watchers } = world();
    const response = await app.request(path);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const events = await reader(response);
    const [first] = orderEventsIn(await events.until('"revision":7'));
    expect(first).toMatchObject({ id: "7", data: { ...orderExample, revision: 7 } });
    change();
    const [second] = orderEventsIn(await events.until("\n\n"));
    expect(second).toMatchObject({ id: "8", data: { ...orderExample, revision: 8 } });
    streams.close();
    expect(await events.until("never sent")).toContain("<end>");
    expect(watchers.size).toBe(0);
    expect((await app.request(path)).status).toBe(503);
  });

  it("speak the language of their request to the end", async () => {
    const { app, change, orders } = world();
    const events = await reader(await app.request(path, { headers: { "accept-language": "fr-CH" } }));
    await events.until("id: 7\n");
    change();
    await events.until("id: 8\n");
    const calls = vi.mocked(orders.read).mock.calls;
    expect(calls.length).toBeGreaterThan(2);
    expect(new Set(calls.map(([, language]) => language))).toEqual(new Set(["fr"]));
    await events.cancel();
  });

  it("are what the contract shows of a stream, from its beginning to its end", () => {
    const pieces = Object.values(ORDER_STREAM_EXAMPLES).map(({ value }) => value);
    const shown = orderEventsIn(pieces.join("")).map(({ data }) => data);
    expect(shown.map(({ status, state }) => [status, state])).toEqual([
      ["pending", "waiting"],
      ["pending", "confirming"],
      ["completed", "completed"],
    ]);
    for (const { state, paymentInstructions } of shown)
      expect(paymentInstructions.length > 0, state).toBe(state === "waiting");
  });

  it("skip the version that the client has", async () => {
    const { app, change } = world();
    const events = await reader(await app.request(path, { headers: { "last-event-id": "7" } }));
    change();
    const text = await events.until('"id"');
    expect(text).toContain("id: 8\nevent: order\n");
    expect(text).not.toContain("id: 7\n");
    await events.cancel();
  });

  it("beat every 15 s", async () => {
    vi.useFakeTimers();
    try {
      const { app } = world();
      const events = await reader(await app.request(path));
      await events.until("data:");
      vi.advanceTimersByTime(15_000);
      expect(await events.until("still here")).toContain(": still here");
      await events.cancel();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("changes of live events", () => {
  it("come at once after a quiet time, and soon after another together with it", async () => {
    vi.useFakeTimers();
    try {
      const { app, change, orders } = world();
      const events = await reader(await app.request(path));
      await events.until("id: 7\n");
      vi.advanceTimersByTime(1_000);
      change();
      vi.advanceTimersByTime(1);
      await events.until("id: 8\n");
      const read = vi.mocked(orders.read).mock.calls.length;
      for (const waitedMs of [10, 50, 30]) {
        change();
        vi.advanceTimersByTime(waitedMs);
      }
      expect(orders.read).toHaveBeenCalledTimes(read);
      vi.advanceTimersByTime(20);
      expect(await events.until("id: ")).toContain("id: 11\n");
      expect(orders.read).toHaveBeenCalledTimes(read + 1);
      await events.cancel();
    } finally {
      vi.useRealTimers();
    }
  });
});

/** An order of every id, as it was at its end or before. */
const anyOrder = (completedAt: string | null): OrderAnswers => ({
  ...world().orders,
  read: async () => ok({ order: { ...orderExample, completedAt }, version: 7 }),
});

describe("caps on live events", () => {
  it("are three an order at most, and a closed one makes room", async () => {
    const { app, watchers } = world();
    const open = await Promise.all([app.request(path), app.request(path), app.request(path)]);
    const fourth = await app.request(path);
    expect([fourth.status, ((await fourth.json()) as { code: string }).code]).toEqual([429, "limit/streams"]);
    await open[0]?.body?.cancel();
    expect(watchers.size).toBe(2);
    expect((await app.request(path)).status).toBe(200);
  });

  it("are at most 20 a client, and another client has its own", async () => {
    const { app } = world({ orders: anyOrder(null) });
    const open = async (order: number, address: string) => {
      const id = `${String(order).padStart(2, "0")}${ID.slice(2)}`;
      const headers = { "x-forwarded-for": address };
      return (await app.request(`http://sotto.test/api/exchanges/${id}/events`, { headers })).status;
    };
    for (let order = 0; order < 20; order++) expect(await open(order, "1.1.1.1")).toBe(200);
    expect(await open(20, "1.1.1.1")).toBe(429);
    expect(await open(20, "1.1.1.2")).toBe(200);
  });

  it("end after an hour, and say when to connect again", async () => {
    vi.useFakeTimers();
    try {
      const { app, watchers } = world();
      const events = await reader(await app.request(path));
      expect(await events.until("data:")).toContain("retry: 2000\n");
      for (let beat = 1; beat < 240; beat++) {
        vi.advanceTimersByTime(15_000);
        await events.until("still here");
      }
      expect(watchers.size).toBe(1);
      vi.advanceTimersByTime(15_000);
      expect(await events.until("never sent")).toContain("<end>");
      expect(watchers.size).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("live events of an order that has ended", () => {
  const at = "2026-01-01T12:00:00.000Z";

  it("are its last state, once, and then nothing that a browser would connect for again", async () => {
    const { app, watchers } = world({ orders: anyOrder(at) });
    const state = await app.request(path);
    expect(await state.text()).toMatch(/^retry: 2000\n\nid: 7\nevent: order\ndata: .*\n\n$/);
    const again = await app.request(path, { headers: { "last-event-id": "7" } });
    expect([again.status, await again.text()]).toEqual([204, ""]);
    expect(watchers.size).toBe(0);
  });

  it("take no place among the three of an order", async () => {
    const { app } = world({ orders: anyOrder(at) });
    for (let i = 0; i < 5; i++) expect((await app.request(path)).status).toBe(200);
  });

  it("end with the event that says so", async () => {
    const { app, change, orders, watchers } = world();
    const events = await reader(await app.request(path));
    await events.until("id: 7\n");
    const ended = { order: { ...orderExample, completedAt: at }, version: 8 };
    vi.mocked(orders.read).mockImplementation(async () => ok(ended));
    change();
    expect(await events.until("never sent")).toMatch(/id: 8\nevent: order\ndata: .*\n\n<end>$/);
    expect(watchers.size).toBe(0);
  });
});
