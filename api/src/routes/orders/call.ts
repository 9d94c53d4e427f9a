import type { Claim } from "../../idempotency/idempotency";
import { acceptedLanguage } from "../../language/accept-language";
import type { Language } from "../../language/languages";

/** The claim of the request's idempotency key, and the language of the answer's sentences; English by default. */
export type OrderCall = { idempotency?: Claim; language?: Language };

/** What a request says of itself beside its path and body. */
export const orderCallOf = (call: {
  context: { idempotency?: Claim };
  acceptLanguage: string | undefined;
}): OrderCall => ({ ...call.context, language: acceptedLanguage(call.acceptLanguage) });
