import type { AssetCode } from "../../core/assets";
import type { ProblemCode } from "../../core/errors";
import type { Result } from "../../core/result";

/** Address checks, for every transport alike. */
export type AddressVerbs = {
  /** The address as it would be paid, or the code of what is wrong with it. */
  validate(asset: AssetCode, address: string): Result<string, ProblemCode>;
};
