import { expect, test } from "vitest";
import { ok } from "../../core/result";
import { createStreams } from "../../http/streams";
import { orderExample } from "./examples";
import { orderStream } from "./order-stream";

test("a stream ends with the permission to read its order, before the next event", async () => {
  let changed = (): void => {};
  let version = 1;
  let isAllowed = true;
  const orders = {
    read: async () => ok({ order: orderExample, version }),
    watch: (_id: string, listener: () => void) => {
      changed = listener;
      return () => {};
    },
  };
  const streams = createStreams({ lifted: false, headers: {}, onError: () => {} });
  const opened = await orderStream(streams, orders, {
    id: "an order",
    budgets: [],
    headers: new Headers(),
    outgoing: undefined,
    acceptLanguage: undefined,
    isAllowed: async () => isAllowed,
  });
  if (!opened.ok || opened.value.body === null) throw new Error("not opened");
  const reader = opened.value.body.pipeThrough(new TextDecoderStream()).getReader();
  const textUntil = async (pattern: RegExp): Promise<string> => {
    for (let text = ""; ; ) {
      const { value, done } = await reader.read();
      if (done) return `${text}(ended)`;
      text += value;
      if (pattern.test(text)) return text;
    }
  };
  expect(await textUntil(/id: 1\n/)).not.toContain("(ended)");
  version = 2;
  changed();
  expect(await textUntil(/id: 2\n/)).not.toContain("(ended)");
  isAllowed = false;
  version = 3;
  changed();
  const rest = await textUntil(/id: 3\n/);
  expect(rest).toContain("(ended)");
  expect(rest).not.toContain("id: 3");
});
