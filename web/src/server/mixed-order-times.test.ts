import { afterEach, expect, test, vi } from "vitest";
import type { Order } from "../lib/api";
import { createFakeApi, mixedOrder, ORDER_ID, RECEIVE_ADDRESS, REFUND_ADDRESS } from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();
afterEach(() => {
  vi.useRealTimers();
});

const ENDED = { status: "completed", state: "completed", completedAt: "2026-11-20T10:20:00.000Z" } as const;
const show = async (current: Order) =>
  (await site(createFakeApi(() => current)).get(`/en/payment/${ORDER_ID}`)).text();

test("a running mix says by when it is to be over, without a script, too", async () => {
  const endsAt = "2026-11-20T10:42:00.000Z";
  const started = new Date("2026-11-20T10:30:00.000Z");
  vi.useFakeTimers({ now: started, toFake: ["Date"] });
  const text = textOf(await show(mixedOrder({}, { endsAt })));
  expect(text).toContain("Expected by about 10:42 AM UTC");
  const late = textOf(await show(mixedOrder({}, { endsAt: "2026-11-20T10:29:00.000Z" })));
  expect(late).toContain("Longer than expected; still waiting");
});

test("the receipt of a mix names each of its addresses", async () => {
  const known = mixedOrder(ENDED, { step: "done" });
  const receiveAddresses = [RECEIVE_ADDRESS, REFUND_ADDRESS];
  const privacySettings = { ...known.privacySettings, receiveAddresses } as Order["privacySettings"];
  const html = await show({ ...known, privacySettings });
  const file = /href="data:application\/json[^,]*,([^"]+)"/.exec(html)?.[1] ?? "";
  expect(JSON.parse(decodeURIComponent(file))).toMatchObject({ receiveAddresses });
});
