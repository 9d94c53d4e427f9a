import { err, ok } from "../../src/core/result";
import type { AddressVerbs } from "../../src/routes/address/validation";

/** Two texts are addresses, of which one cannot be paid. */
export const ADDRESSES: AddressVerbs = {
  parse: (_, address) => (["good", "bad"].includes(address) ? ok(address) : err("address/format")),
  validate: (_, address) => (address === "good" ? ok("good") : err("address/format")),
};
