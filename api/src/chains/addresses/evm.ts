import { getAddress, isAddress, zeroAddress } from "viem";
import { err, ok, type Result } from "../../core/result";
import type { AddressError } from "./failure";

/**
 * Reads an address of an EVM chain. Mixed case must be the checksum of EIP-55; an address in a single case has no
 * checksum and is accepted. The normal form has the checksum and is the same on every EVM chain.
 */
export function parseEvm(address: string): Result<string, AddressError> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return err("address/format");
  const digits = address.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!isOneCase && !isAddress(address, { strict: true })) return err("address/checksum");
  const normal = getAddress(`0x${digits.toLowerCase()}`);
  return normal === zeroAddress ? err("address/zero") : ok(normal);
}
