import { assert } from "../../core/assert";
import { assetOf, NATIVE_ASSET } from "../../core/assets";
import { normalAddress } from "../addresses/validate";
import type { BuildRequest, DecodedTransaction, UnsignedTransaction } from "../chain";
import { uniqueKeys } from "../wallet-key";
import { decodeRaw, encodeBody, type SimnetBody, txIdOf } from "./encoding";
import { assetsOn, paramsOf, type SimnetChainId } from "./params";

/** Encodes what a request means as a body to be signed; its recipients in their addresses' normal form. */
export function buildSimnet(chain: SimnetChainId, request: BuildRequest): UnsignedTransaction {
  assert(request.model === paramsOf(chain).model, "build request of another model", { chain });
  const keys =
    request.model === "account" ? [request.key] : uniqueKeys(request.inputs.map((input) => input.key));
  return { chain, request, payload: encodeBody(bodyOf(chain, request)), keys };
}

/** What raw bytes do; throws AssertionError when they are not a simnet transaction. */
export function decodeSimnet(raw: string): DecodedTransaction {
  const decoded = decodeRaw(raw);
  assert(decoded.ok, "raw bytes are not a simnet transaction");
  const { body } = decoded.value;
  const txId = txIdOf(body);
  if (body.model === "account") {
    const { asset, to, from, nonce } = body;
    return {
      txId,
      outputs: [{ asset, to, units: BigInt(body.units) }],
      inputs: [],
      sender: from,
      nonce,
      feeUnitsMax: BigInt(body.feeUnitsMax),
    };
  }
  const asset = NATIVE_ASSET[body.chain];
  return {
    txId,
    outputs: body.outputs.map(({ address, units }) => ({ asset, to: address, units: BigInt(units) })),
    inputs: body.inputs,
    sender: null,
    nonce: null,
    feeUnitsMax: null,
  };
}

function bodyOf(chain: SimnetChainId, request: BuildRequest): SimnetBody {
  if (request.model === "utxo") {
    const { inputs, outputs } = request;
    assert(inputs.length > 0 && outputs.length > 0, "transaction without inputs or outputs", { chain });
    return {
      model: "utxo",
      chain,
      inputs: inputs.map(({ txId, ordinal }) => ({ txId, ordinal })),
      outputs: outputs.map(({ address, units }) => ({
        address: normalAddress(chain, address),
        units: positive(units),
      })),
      replaceable: paramsOf(chain).signalsReplacement,
    };
  }
  const { from, to, asset, units, nonce, fee } = request;
  assert(assetsOn(chain).includes(asset), "asset of another chain", { chain, asset });
  return {
    model: "account",
    chain,
    from: normalAddress(chain, from),
    to: normalAddress(chain, to),
    asset,
    units: isCancel(request) ? "0" : positive(units),
    nonce,
    feeUnitsMax: positive(fee.feeUnits),
  };
}

/** Nothing to oneself: all that it does is to use its nonce. */
const isCancel = ({ from, to, asset, units }: Extract<BuildRequest, { model: "account" }>): boolean =>
  units === 0n && from === to && assetOf(asset).kind === "native";

function positive(units: bigint): string {
  assert(units > 0n, "units must be positive");
  return units.toString();
}
