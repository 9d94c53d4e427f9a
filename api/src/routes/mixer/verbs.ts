import type { Problem } from "../../core/errors";
import type { Result } from "../../core/result";
import type { PrivacyCalculateBody, PrivacyCalculationWire, PrivacySessionWire } from "./schema";

/** The mixer before there is an order, for every transport alike; `privacy/unavailable` where it is not offered. */
export type MixerVerbs = {
  createSession(): Promise<Result<PrivacySessionWire, Problem>>;
  calculate(input: PrivacyCalculateBody): Promise<Result<PrivacyCalculationWire, Problem>>;
};
