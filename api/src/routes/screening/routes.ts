import { parseAssetCode } from "../../core/assets";
import { problem } from "../../core/errors";
import { err, ok } from "../../core/result";
import type { Edge } from "../../http/edge";
import { mount } from "../../http/mount";
import type { Screening } from "../../screening/service";
import type { AddressVerbs } from "../address/validation";
import { checkScreening } from "./operations";

/** Serves the look-up that visitors can make before they deposit. What is no address of the currency is not taken for clear. */
export function mountScreeningRoutes(edge: Edge, screening: Screening, addresses: AddressVerbs): void {
  mount(edge, checkScreening, ({ body }) => {
    const asset = parseAssetCode(body.currency);
    if (!asset) return err(problem("currency/unknown", { pointer: "/currency" }));
    const address = addresses.parse(asset, body.address);
    if (!address.ok) return err(problem(address.error, { pointer: "/address" }));
    const result = screening.isListed(address.value) ? ("listed" as const) : ("clear" as const);
    return ok({ result, listDate: screening.listDate() });
  });
}
