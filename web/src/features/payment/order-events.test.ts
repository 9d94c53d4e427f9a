import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { order } from "../../testing/fake-api";
import { followOrder } from "./order-events";

/** As much of a browser's EventSource as is used; a test speaks for the server. */
class FakeEvents {
  static readonly CLOSED = 2;
  static opened: FakeEvents[] = [];
  readyState = 0;
  private readonly listeners = new Map<string, (event: { data: string }) => void>();

  constructor(readonly url: string) {
    FakeEvents.opened.push(this);
  }
  addEventListener(name: string, listener: (event: { data: string }) => void) {
    this.listeners.set(name, listener);
  }
  close() {
    this.readyState = FakeEvents.CLOSED;
  }
  say(name: string, data = "") {
    this.listeners.get(name)?.({ data });
  }
  fail(readyState: number) {
    this.readyState = readyState;
    this.say("error");
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeEvents);
  FakeEvents.opened = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const opened = () => FakeEvents.opened;

test("orders come as they are pushed, and nothing that is no order of this page", () => {
  const onOrder = vi.fn();
  const onLive = vi.fn();
  const known = order();
  followOrder(known.id, { onOrder, onLive });
  opened()[0]?.say("order", JSON.stringify(known));
  opened()[0]?.say("order", JSON.stringify({ ...known, id: "another" }));
  opened()[0]?.say("order", "no JSON");
  expect(onOrder.mock.calls).toEqual([[known]]);
  expect(onLive).toHaveBeenLastCalledWith(true);
});

test("a stream that the browser gave up is opened again after a pause", () => {
  const onLive = vi.fn();
  followOrder("an-order", { onOrder: vi.fn(), onLive });
  opened()[0]?.fail(FakeEvents.CLOSED);
  expect(onLive).toHaveBeenLastCalledWith(false);
  expect(opened()).toHaveLength(1);
  vi.advanceTimersByTime(15_000);
  expect(opened()).toHaveLength(2);
  opened()[1]?.say("open");
  expect(onLive).toHaveBeenLastCalledWith(true);
});

test("a stream that the browser opens again by itself is left to it", () => {
  followOrder("an-order", { onOrder: vi.fn(), onLive: vi.fn() });
  opened()[0]?.fail(0);
  vi.advanceTimersByTime(60_000);
  expect(opened()).toHaveLength(1);
});

test("nothing is opened any more once the page is left", () => {
  const leave = followOrder("an-order", { onOrder: vi.fn(), onLive: vi.fn() });
  opened()[0]?.fail(FakeEvents.CLOSED);
  leave();
  vi.advanceTimersByTime(60_000);
  expect(opened()).toHaveLength(1);
});
