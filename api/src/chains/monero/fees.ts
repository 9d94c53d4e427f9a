import type { FeeRequest } from "../chain";

/**
 * Bytes of weight, above what a transaction has (`estimate_tx_weight` of wallet2.cpp): an input has a key image, sixteen ring
 * members and a CLSAG; an output its keys, its hidden amount, and its part of the range proof, which has a surcharge above two.
 */
const WEIGHT = { base: 420n, input: 780n, output: 330n };

/** An upper bound of what a transaction of this shape costs, at so many units for one byte of weight. */
export function moneroFeeUnits(
  rate: { units: bigint; roundedTo: bigint },
  request: Extract<FeeRequest, { model: "utxo" }>,
): bigint {
  const weight =
    WEIGHT.base + WEIGHT.input * BigInt(request.inputs) + WEIGHT.output * BigInt(request.outputs);
  return rate.units * weight + rate.roundedTo;
}
