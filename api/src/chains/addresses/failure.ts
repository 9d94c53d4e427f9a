import type { ProblemCode } from "../../core/errors";
import type { Result } from "../../core/result";
import type { AddressNetwork } from "./bitcoin-networks";

/** Why a text is not an address that we would pay. */
export type AddressError = Extract<
  ProblemCode,
  | "address/format"
  | "address/checksum"
  | "address/network"
  | "address/zero"
  | "address/uri"
  | "address/characters"
>;

/**
 * Reads an address of one chain; the value is its normal form. `address/network` means another network of that chain.
 * Chains whose test networks have prefixes of their own read those of `network`, the others those of the main one.
 */
export type AddressParser = (address: string, network: AddressNetwork) => Result<string, AddressError>;

/** Runs a library's decoder that throws on bad input; undefined when it threw. */
export function attempt<Value>(decode: () => Value): Value | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

/** A hash or key of only zero bytes has no owner: coins sent there are burnt. */
export const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);
