import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { RawOldTx } from "@scure/btc-signer/script.js";

/** The same transaction with N − S for the S of its first signature: consensus takes it, and it has another id. */
export function withOtherForm(raw: string): string {
  const { inputs, ...rest } = RawOldTx.decode(hexToBytes(raw));
  const [input, ...others] = inputs;
  if (input === undefined) throw new Error("no input");
  const script = input.finalScriptSig;
  const length = script[0] ?? 0;
  const { r, s } = secp256k1.Signature.fromBytes(script.slice(1, length), "der");
  const der = new secp256k1.Signature(r, secp256k1.Point.Fn.neg(s)).toBytes("der");
  const finalScriptSig = Uint8Array.of(der.length + 1, ...der, ...script.slice(length));
  return bytesToHex(RawOldTx.encode({ ...rest, inputs: [{ ...input, finalScriptSig }, ...others] }));
}
