import type { AddressNetwork } from "../chains/addresses/bitcoin-networks";
import { validateAddress } from "../chains/addresses/validate";
import { type AssetCode, assetOf, type ChainId } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import { err, ok, type Result } from "../core/result";
import { isTokenContract } from "./contracts";

export type AddressChecks = {
  /** Whether an address is one of ours, or was (`createOwnAddresses`). */
  isOurs(chain: ChainId, address: string): Promise<boolean>;
  /** Whose addresses are paid. */
  network: AddressNetwork;
  isListed(address: string): boolean;
  /** Token contracts of this installation, by chain. */
  contracts: ReadonlyMap<string, readonly string[]>;
};

/**
 * Checks an address to pay an asset to: it is well-formed for the asset's network, is no token contract, is not ours,
 * and is on no list. Returns the normalised form.
 */
export async function checkAddress(
  checks: AddressChecks,
  payee: { asset: AssetCode; address: string; pointer: string },
): Promise<Result<string, Problem>> {
  const { asset, pointer } = payee;
  const { chain } = assetOf(asset);
  const parsed = validateAddress({ asset, address: payee.address, network: checks.network });
  if (!parsed.ok)
    return err(problem(parsed.error, { pointer, params: { network: assetOf(asset).networkDisplayName } }));
  const address = parsed.value.normalized;
  if (isTokenContract(chain, address, checks.contracts.get(chain)))
    return err(problem("address/contract", { pointer }));
  if (await checks.isOurs(chain, address)) return err(problem("address/ours", { pointer }));
  if (checks.isListed(address)) return err(problem("address/listed", { pointer }));
  return ok(address);
}
