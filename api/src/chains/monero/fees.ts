import type { FeeRequest } from "../chain";

/**
 * Bytes of weight, above what a transaction has (`estimate_tx_weight` of wallet2.cpp). An input has a key image, sixteen ring
 * members and a CLSAG. An output has its keys and its hidden amount; the range proof of all is padded to 2, 4, 8 or 16 of them, with
 * a surcharge above two, and dearest for nine: 560 for each output covers that.
 */
const WEIGHT = { base: 360n, input: 740n, output: 560n };

/** An upper bound of what a transaction of this shape costs, at so many units for one byte of weight. */
export function moneroFeeUnits(
  rate: { units: bigint; roundedTo: bigint },
  request: Extract<FeeRequest, { model: "utxo" }>,
): bigint {
  const weight =
    WEIGHT.base + WEIGHT.input * BigInt(request.inputs) + WEIGHT.output * BigInt(request.outputs);
  return rate.units * weight + rate.roundedTo;
}
