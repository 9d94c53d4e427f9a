import { ASSETS, parseAssetCode } from "../../core/assets";
import { problem } from "../../core/errors";
import { err, ok } from "../../core/result";
import type { Edge } from "../../http/edge";
import { mount } from "../../http/mount";
import { problemMessage } from "../../http/problem";
import { validateAddress } from "./operations";
import type { AddressVerbs } from "./verbs";

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
