import type { Edge } from "../../http/edge";
import { mount } from "../../http/mount";
import { validateAddress } from "./operations";
import { type AddressVerbs, addressValidation } from "./validation";

/** Serves the validation of addresses. */
export function mountAddressRoutes(edge: Edge, addresses: AddressVerbs): void {
  mount(edge, validateAddress, ({ body, acceptLanguage }) =>
    addressValidation(addresses, body, acceptLanguage),
  );
}
