import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { RawOldTx, RawTx } from "@scure/btc-signer/script.js";
import { z } from "zod";
import { addressTypeOf } from "../addresses/address-type";
import type { WalletOutput } from "../chain";
import { BATCH_CALLS_MAX } from "../rpc";
import type { UtxoNode } from "./node";
import type { UtxoChainId } from "./params";

/**
 * Whether the signer has to see the transaction that made an input: signatures of Taproot commit to what all inputs hold
 * (BIP 341), those of P2WPKH only to what their own input holds (BIP 143), as all of Bitcoin Cash do, and those of P2PKH to no amount. Where one
 * commits to less, requests with false amounts could make us sign away the difference as a fee.
 */
export const needsPrevious = (chain: UtxoChainId, { address }: Pick<WalletOutput, "address">): boolean => {
  if (chain === "bitcoincash") return true;
  const type = addressTypeOf(chain, address);
  return type !== null && type !== "taproot";
};

const raw = z.string().regex(/^([0-9a-f]{2})+$/);

/** The inputs, with the transactions that made them where `needsPrevious`: without witnesses, which their ids leave out. */
export async function withPrevious(
  node: UtxoNode,
  inputs: readonly WalletOutput[],
): Promise<readonly WalletOutput[]> {
  const asked = inputs.filter((input) => needsPrevious(node.chain, input)).map(({ txId }) => txId);
  const wanted = [...new Set(asked)];
  const found = new Map<string, string>();
  for (let start = 0; start < wanted.length; start += BATCH_CALLS_MAX) {
    const some = wanted.slice(start, start + BATCH_CALLS_MAX);
    const calls = some.map((txId) => ({ method: "getrawtransaction", params: [txId] }));
    const answers = await node.readBatch(calls);
    for (const [at, txId] of some.entries()) found.set(txId, withoutWitnesses(node.parse(answers[at], raw)));
  }
  return inputs.map((input) => {
    const previous = needsPrevious(node.chain, input) ? found.get(input.txId) : undefined;
    return previous === undefined ? input : { ...input, previous };
  });
}

function withoutWitnesses(hex: string): string {
  const { version, inputs, outputs, lockTime } = RawTx.decode(hexToBytes(hex));
  return bytesToHex(RawOldTx.encode({ version, inputs, outputs, lockTime }));
}
