// A payout that fails for good, on the running server whose clock is moved by a day.
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { trustedTime } from "../src/health/time-watch";
import type { OrderWire } from "../src/routes/orders/schema";
import { type ApiClient, apiClient } from "./api-client";
import { type RunningSotto, startSotto } from "./running-sotto";
import { expectSoundBooks } from "./sound-books";

const WAIT_MS = 60_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The worker looks at its timers twice a second. */
const LOOKS_MS = 2_500;
const REFUND = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const BLOCKED = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";

let sotto: RunningSotto;
let api: ApiClient;

beforeAll(async () => {
  sotto = await startSotto({}, undefined, trustedTime);
  api = apiClient(sotto.base);
  await sotto.simnetSql`INSERT INTO reverting (address) VALUES (${BLOCKED.toLowerCase()}), (${BLOCKED}) ON CONFLICT DO NOTHING`;
  // The clock of the whole process: it is moved forward, and never back.
  vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true });
}, 240_000);
afterAll(async () => {
  vi.useRealTimers();
  await sotto?.stop();
});

const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
const looks = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOOKS_MS));

/** An order whose payout reverted twice: the receiving contract refuses it. */
async function failed(more: { refundAddress?: string } = {}): Promise<OrderWire> {
  const order = await api.create({
    sendCurrency: "BTC",
    sendAmount: "0.05",
    receiveCurrency: "USDT-ERC20",
    receiveAddress: BLOCKED,
    ...more,
  });
  await api.pay({ currency: "BTC", address: order.depositAddress, amount: "0.05" });
  return api.untilState(order.id, ["hold"], WAIT_MS);
}

async function refunded(id: string): Promise<void> {
  const order = await api.untilState(id, ["refunded"], WAIT_MS);
  const paid = order.payouts.filter(({ status }) => status === "confirmed");
  expect(paid.map(({ currency }) => currency)).toEqual(["BTC"]);
  expect(order.awaits).toBeNull();
  await expectSoundBooks(api, { as: sotto.admin, withinMs: WAIT_MS });
}

it("is refunded by itself 24 hours after it failed, and not before", async () => {
  const held = await failed({ refundAddress: REFUND });
  const since = Date.parse(held.awaits?.since ?? "");
  expect(held).toMatchObject({
    reason: "payout_failed",
    awaits: { what: "refund", refundAt: new Date(since + DAY_MS).toISOString() },
  });
  pass(DAY_MS - MINUTE_MS);
  await looks();
  expect((await api.read(held.id)).state).toBe("hold");
  pass(MINUTE_MS);
  await refunded(held.id);
  expect(Number(await api.simnetBalance("BTC", REFUND))).toBeGreaterThan(0.049);
}, 120_000);

it("waits without a refund address, and is refunded at once when one comes after a day", async () => {
  const held = await failed();
  expect(held.awaits).toMatchObject({ what: "refund_address", refundAt: null });
  pass(DAY_MS + MINUTE_MS);
  await looks();
  expect(await api.read(held.id)).toMatchObject({ state: "hold", awaits: { what: "refund_address" } });
  const answer = await fetch(`${sotto.base}/api/exchanges/${held.id}/refund-address`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address: REFUND }),
  });
  expect(answer.status).toBe(200);
  await refunded(held.id);
}, 120_000);
