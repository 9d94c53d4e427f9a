import type { Problem } from "../../core/errors";
import type { Result } from "../../core/result";
import type { Claim } from "../../idempotency/idempotency";
import type { Integrator } from "../../integrators/api-keys";
import type { Language } from "../../language/languages";
import type { CurrencyWire, PairRateWire } from "../market/schema";
import type { CreateOrderBody, OrderWire } from "../orders/schema";

/** What holders of a key can do: the public verbs. */
export type V1Verbs = {
  currencies(): CurrencyWire[];
  rate(from: string, to: string): Result<PairRateWire, Problem>;
  /** At most 100 unpaid orders a key. */
  create(
    body: CreateOrderBody,
    context: { idempotency?: Claim; language: Language; integrator: Integrator },
  ): Promise<Result<OrderWire, Problem>>;
  read(id: string, language: Language): Promise<Result<OrderWire, Problem>>;
};
