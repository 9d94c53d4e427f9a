import { expect, test } from "vitest";
import { RATES_REFRESH_MS, UNANSWERED_REFRESH_MS, waitMs } from "./use-calculation";

const refused = (status: number) => ({
  ok: false as const,
  error: { status, code: "", message: "", errors: [] },
});

test("a question that did not reach the service is asked again sooner than one that was answered", () => {
  expect(waitMs(null, RATES_REFRESH_MS)).toBe(0);
  expect(waitMs({ ok: true, value: {} }, RATES_REFRESH_MS)).toBe(RATES_REFRESH_MS);
  expect(waitMs(refused(422), RATES_REFRESH_MS)).toBe(RATES_REFRESH_MS);
  expect(waitMs(refused(0), RATES_REFRESH_MS)).toBe(UNANSWERED_REFRESH_MS);
  expect(waitMs(refused(503), RATES_REFRESH_MS)).toBe(RATES_REFRESH_MS);
  expect(waitMs(refused(0), 1000)).toBe(1000);
});
