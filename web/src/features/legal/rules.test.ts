import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { randomParts } from "../mixer/settings";
import { rules } from "./rules";

const engine = join(import.meta.dirname, "..", "..", "..", "..", "api", "src");

/** The value of a constant in the engine's source: a product of whole numbers, `DAY_MS` and the like written out. */
function constant(file: string, name: string): number {
  const source = readFileSync(join(engine, file), "utf8");
  const found = new RegExp(`const ${name}(?:: \\w+)? = ([\\d_* n]+);`).exec(source)?.[1];
  if (found === undefined) throw new Error(`${file} has no ${name}`);
  return found
    .split("*")
    .map((factor) => Number(factor.replace(/[_n ]/g, "")))
    .reduce((product, factor) => product * factor, 1);
}

test("the texts state the deadlines and tolerances that the engine keeps", () => {
  expect(constant("orders/assess.ts", "LATE_REFUND_WINDOW_MS")).toBe(rules.lateRefundSeconds * 1000);
  expect(constant("orders/offer.ts", "DECISION_WINDOW_MS")).toBe(rules.decisionSeconds * 1000);
  expect(constant("orders/offer.ts", "UNCLAIMED_AFTER_MS")).toBe(rules.unclaimedDays * 86_400_000);
  expect(constant("orders/offer.ts", "OFFER_HOLD_MS")).toBe(rules.offerSeconds * 1000);
  expect(constant("orders/assess.ts", "FIXED_TOLERANCE_PPM")).toBe(
    Number(rules.fixedTolerancePercent) * 10_000,
  );
  expect(constant("orders/on-settle.ts", "FIXED_MOVE_PPM")).toBe(Number(rules.fixedMovePercent) * 10_000);
  expect(constant("mixer/service.ts", "SESSION_MS")).toBe(rules.mixerSessionSeconds * 1000);
  expect(constant("mixer/plan.ts", "LEGS_SPLIT_MIN")).toBe(randomParts.min);
  expect(constant("mixer/plan.ts", "LEGS_MAX")).toBe(randomParts.max);
  expect(constant("integrators/idempotency.ts", "KEPT_MS")).toBe(rules.repeatedAnswerSeconds * 1000);
});

test("the texts state how long the counting key and an unused quote are kept", () => {
  const limits = readFileSync(join(engine, "http", "limits.ts"), "utf8");
  expect(limits).toMatch(/saltEndsAt = now \+ HOUR_MS/);
  expect(rules.countingKeySeconds).toBe(3600);
  const housekeeping = readFileSync(join(engine, "housekeeping.ts"), "utf8");
  expect(housekeeping).toMatch(/deleteOldQuotes\(database, now - DAY_MS\)/);
  expect(rules.unusedQuoteSeconds).toBe(86_400);
});
