import type { z } from "@hono/zod-openapi";
import { ASSETS, type AssetCode, parseAssetCode } from "../../core/assets";
import { type Problem, type ProblemCode, problem } from "../../core/errors";
import { err, ok, type Result } from "../../core/result";
import { problemMessage } from "../../http/problem";
import type { AddressValidationWire, validateAddressBodySchema } from "./schema";

/** Address checks: the address as it would be paid, or the code of what is wrong with it. */
export type AddressVerbs = {
  /** Whether it is an address of the asset's network. */
  parse(asset: AssetCode, address: string): Result<string, ProblemCode>;
  /** Whether the asset can be paid to it, as far as that shows without looking at orders: a token's contract cannot be paid. */
  validate(asset: AssetCode, address: string): Result<string, ProblemCode>;
};

/** What is known of an address, for every base path alike. Error: `currency/unknown`. */
export function addressValidation(
  addresses: AddressVerbs,
  { currency, address }: z.output<typeof validateAddressBodySchema>,
  acceptLanguage: string | undefined,
): Result<AddressValidationWire, Problem> {
  const asset = parseAssetCode(currency);
  if (!asset) return err(problem("currency/unknown", { pointer: "/currency" }));
  const checked = addresses.validate(asset, address);
  const matches = ASSETS.filter(({ code }) => addresses.validate(code, address).ok).map(({ code }) => code);
  return checked.ok
    ? ok({ valid: true, normalized: checked.value, reason: null, message: null, matches })
    : ok({
        valid: false,
        normalized: null,
        reason: checked.error,
        message: problemMessage(checked.error, acceptLanguage),
        matches,
      });
}
