import type { Claim } from "../../idempotency/idempotency";
import type { Language } from "../../language/languages";

/** The claim of the request's idempotency key, and the language of the answer's sentences; English by default. */
export type OrderCall = { idempotency?: Claim; language?: Language };
