import type { BuildRequest, Chain, UnsignedTransaction } from "../chains/chain";

/**
 * Builds what a request says, with the transactions that made its inputs where the signer has to see them, and with when it
 * expires where it does. Where a wallet
 * builds it, what will be signed is the request that comes with it.
 */
export async function unsignedOf(chain: Chain, request: BuildRequest): Promise<UnsignedTransaction> {
  if (request.model === "utxo" && chain.prepare !== undefined) return chain.prepare(request);
  if (request.model === "account") return chain.build(request);
  const inputs = (await chain.withPrevious?.(request.inputs)) ?? request.inputs;
  const expiry = await chain.expiry?.();
  return chain.build({ ...request, inputs, ...(expiry && { expiry }) });
}
