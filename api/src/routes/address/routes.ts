import { ASSETS, type AssetCode, parseAssetCode } from "../../core/assets";
import { type ProblemCode, problem } from "../../core/errors";
import { err, ok, type Result } from "../../core/result";
import type { Edge } from "../../http/edge";
import { mount } from "../../http/mount";
import { problemMessage } from "../../http/problem";
import { validateAddress } from "./operations";

/** Address checks: the address as it would be paid, or the code of what is wrong with it. */
export type AddressVerbs = { validate(asset: AssetCode, address: string): Result<string, ProblemCode> };

/** Serves the validation of addresses. */
export function mountAddressRoutes(edge: Edge, addresses: AddressVerbs): void {
  mount(edge, validateAddress, ({ body, acceptLanguage }) => {
    const asset = parseAssetCode(body.currency);
    if (!asset) return err(problem("currency/unknown", { pointer: "/currency" }));
    const checked = addresses.validate(asset, body.address);
    const matches = ASSETS.filter(({ code }) => addresses.validate(code, body.address).ok).map(
      ({ code }) => code,
    );
    return checked.ok
      ? ok({ valid: true, normalized: checked.value, reason: null, message: null, matches })
      : ok({
          valid: false,
          normalized: null,
          reason: checked.error,
          message: problemMessage(checked.error, acceptLanguage),
          matches,
        });
  });
}
