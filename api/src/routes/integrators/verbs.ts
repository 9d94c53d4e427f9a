import type { Problem } from "../../core/errors";
import type { Result } from "../../core/result";
import type { Claim } from "../../idempotency/idempotency";
import type { Language } from "../../language/languages";
import type { CurrencyWire, PairRateWire } from "../market/schema";
import type { CreateOrderBody, OrderWire } from "../orders/schema";
import type { ApiKeyWire, NewApiKeyWire } from "./schema";

/** Whoever bears a valid key of /api/v1. */
export type Integrator = { id: string };

/** Keys of /api/v1. */
export type ApiKeyVerbs = {
  list(): Promise<ApiKeyWire[]>;
  create(input: { name: string; admin: string }): Promise<NewApiKeyWire>;
  /** Error: `api-key/unknown`. */
  revoke(input: { id: string; admin: string }): Promise<Result<ApiKeyWire, Problem>>;
  /** Whose the key is; undefined when it is unknown or revoked. */
  authenticate(secret: string): Promise<Integrator | undefined>;
};

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
