import type { ProblemCode } from "../../core/errors";

/** What is wrong with a text that is no address of its currency's network. */
export const NO_ADDRESS_PROBLEMS = [
  "address/format",
  "address/checksum",
  "address/network",
  "address/zero",
  "address/uri",
  "address/characters",
] as const satisfies readonly ProblemCode[];
