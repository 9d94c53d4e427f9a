import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LEVEL_OTHERS, RANDOM_PARTS } from "../mixer/settings";
import { RULES } from "./rules";

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
  expect(constant("orders/machine/assess.ts", "LATE_REFUND_WINDOW_MS")).toBe(RULES.lateRefundSeconds * 1000);
  expect(constant("orders/machine/offer.ts", "DECISION_WINDOW_MS")).toBe(RULES.decisionSeconds * 1000);
  expect(constant("orders/machine/offer.ts", "UNCLAIMED_AFTER_MS")).toBe(RULES.unclaimedDays * 86_400_000);
  expect(constant("orders/machine/offer.ts", "OFFER_HOLD_MS")).toBe(RULES.offerSeconds * 1000);
  expect(constant("orders/machine/offer.ts", "OFFER_FALL_PPM")).toBe(Number(RULES.offerFallPercent) * 10_000);
  expect(constant("core/asset-amount.ts", "AMOUNT_TOLERANCE_PPM")).toBe(
    Number(RULES.fixedTolerancePercent) * 10_000,
  );
  expect(constant("orders/machine/on-settle.ts", "FIXED_MOVE_PPM")).toBe(
    Number(RULES.fixedMovePercent) * 10_000,
  );
  const mixKey = readFileSync(join(engine, "signing/mix-keys.ts"), "utf8");
  expect(mixKey).toContain("KEY_KEPT_MS_MAX = 130 * 60_000 + 86_400_000;");
  expect(RULES.mixKeySeconds).toBe(Math.ceil((130 * 60 + 86_400) / 3600) * 3600);
  expect(constant("mixing/open-session.ts", "SESSION_MS")).toBe(RULES.mixerSessionSeconds * 1000);
  expect(constant("mixer/plan.ts", "LEGS_SPLIT_MIN")).toBe(RANDOM_PARTS.min);
  expect(constant("mixer/plan.ts", "LEGS_MAX")).toBe(RANDOM_PARTS.max);
  // The engine counts a mix's own too.
  const all = Object.fromEntries(Object.entries(LEVEL_OTHERS).map(([level, others]) => [level, others + 1]));
  const wanted = JSON.stringify(all).replaceAll('"', "").replaceAll(":", ": ").replaceAll(",", ", ");
  expect(readFileSync(join(engine, "mixer/plan.ts"), "utf8")).toContain(
    `= ${wanted.replace("{", "{ ").replace("}", " }")};`,
  );
  expect(constant("idempotency/idempotency.ts", "KEPT_MS")).toBe(RULES.repeatedAnswerSeconds * 1000);
});

test("the texts state how long the counting key and an unused quote are kept", () => {
  expect(constant("http/salts.ts", "SALT_MS")).toBe(RULES.countingKeySeconds * 1000);
  const housekeeping = readFileSync(join(engine, "housekeeping.ts"), "utf8");
  expect(housekeeping).toMatch(/deleteOldQuotes\(database, now - DAY_MS\)/);
  expect(RULES.unusedQuoteSeconds).toBe(86_400);
});
