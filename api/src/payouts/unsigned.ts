import type { BuildRequest, Chain, UnsignedTransaction } from "../chains/chain";

/**
 * Builds what a request says, with the transactions that made its inputs where the signer has to see them. Where a wallet
 * builds it, what will be signed is the request that comes with it.
 */
export async function unsignedOf(chain: Chain, request: BuildRequest): Promise<UnsignedTransaction> {
  if (request.model === "utxo" && chain.prepare !== undefined) return chain.prepare(request);
  if (request.model === "account" || chain.withPrevious === undefined) return chain.build(request);
  return chain.build({ ...request, inputs: await chain.withPrevious(request.inputs) });
}
