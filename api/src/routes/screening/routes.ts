import { parseAssetCode } from "../../core/assets";
import { problem } from "../../core/errors";
import { err, ok } from "../../core/result";
import type { Edge } from "../../http/edge";
import { mount } from "../../http/mount";
import type { Screening } from "../../screening/service";
import { checkScreening } from "./operations";

/** Serves the look-up that visitors can make before they deposit. */
export function mountScreeningRoutes(edge: Edge, screening: Screening): void {
  mount(edge, checkScreening, ({ body }) => {
    if (!parseAssetCode(body.currency)) return err(problem("currency/unknown", { pointer: "/currency" }));
    const result = screening.isListed(body.address) ? ("listed" as const) : ("clear" as const);
    return ok({ result, listDate: screening.listDate() });
  });
}
