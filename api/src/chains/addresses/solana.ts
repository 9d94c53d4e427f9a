import { isAddress } from "@solana/addresses";
import { err, ok, type Result } from "../../core/result";
import type { AddressError } from "./failure";

/** The system program (32 zero bytes) and the incinerator: neither has an owner who could spend. */
const OWNERLESS = ["11111111111111111111111111111111", "1nc1nerator11111111111111111111111111111111"];

/** Reads a Solana address: 32 bytes in base58. It has no checksum, so a mistyped one may still be an address. */
export function parseSolana(address: string): Result<string, AddressError> {
  if (!isAddress(address)) return err("address/format");
  return OWNERLESS.includes(address) ? err("address/zero") : ok(address);
}
