import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { RawOldTx } from "@scure/btc-signer/script.js";
import { z } from "zod";
import { addressTypeOf } from "../addresses/address-type";
import type { Prefixes } from "../addresses/bitcoin-networks";
import type { WalletOutput } from "../chain";
import { BATCH_CALLS_MAX } from "../rpc";
import { SignerRefusal } from "../signer";
import type { UtxoNode } from "./node";
import { type UtxoChainId, utxoParamsOf } from "./params";
import { scriptOfAddress } from "./script";

type Codec = { chain: UtxoChainId; prefixes: Prefixes };

/**
 * Whether the signer has to see the transaction that made an input: signatures of Taproot commit to what all inputs hold
 * (BIP 341), those of P2WPKH only to what their own input holds (BIP 143), as all of Litecoin and Bitcoin Cash do, and those of P2PKH to no
 * amount, as all of Dash; those of Zcash to what all inputs hold (ZIP 244). Where one commits to less, requests with false amounts could make us sign away
 * the difference as a fee.
 */
const needsPrevious = (chain: UtxoChainId, { address }: Pick<WalletOutput, "address">): boolean =>
  asksForPrevious(chain) && addressTypeOf(chain, address) !== "taproot";

/** Whether a chain has inputs whose signature commits to less than what all of them hold. */
export const asksForPrevious = (chain: UtxoChainId): boolean => utxoParamsOf(chain).signs !== "zip-244";

const VERSION_BYTES = 4;
const LOCK_TIME_BYTES = 4;
/** No number of inputs: one of flags follows. */
const MARKER = 0;

const raw = z.string().regex(/^([0-9a-f]{2})+$/);

/**
 * Refuses where an input whose signature commits to too little is not what the transaction says that made it. Each such
 * transaction is read once, however many of its outputs are spent: a stranger may make it large.
 */
export function requirePrevious({ chain, prefixes }: Codec, inputs: readonly WalletOutput[]): void {
  const made = new Map<string, ReturnType<typeof RawOldTx.decode>["outputs"]>();
  for (const { txId, previous } of inputs) {
    if (previous === undefined || made.has(txId)) continue;
    const bytes = hexToBytes(previous);
    if (bytesToHex(sha256(sha256(bytes)).reverse()) !== txId)
      throw new SignerRefusal("the transaction that made an input is another one");
    // Behind a special transaction of Dash lies a payload, which its id covers.
    made.set(txId, RawOldTx.decode(bytes, { allowUnreadBytes: chain === "dash" }).outputs);
  }
  for (const { txId, ordinal, units, address } of inputs) {
    if (!needsPrevious(chain, { address })) continue;
    const output = made.get(txId)?.[ordinal];
    if (output === undefined) throw new SignerRefusal("the transaction that made an input is not shown");
    if (output.amount !== units || bytesToHex(output.script) !== scriptOfAddress(address, prefixes))
      throw new SignerRefusal("an input is not what the transaction says that made it");
  }
}

/**
 * The inputs, with the transactions that made them where `needsPrevious`, each with the first of its outputs: without
 * witnesses, which their ids leave out.
 */
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
    for (const [at, txId] of some.entries())
      found.set(txId, idBytesOf(node.chain, node.parse(answers[at], raw)));
  }
  return inputs.map((input) => {
    const previous = needsPrevious(node.chain, input) ? found.get(input.txId) : undefined;
    if (previous === undefined) return input;
    found.delete(input.txId);
    return { ...input, previous };
  });
}

/**
 * The bytes that an id is made of: all, or all but the marker, the flags and what these announce between the outputs and the lock
 * time, a witness (BIP 144) or what Litecoin's nodes add for MWEB. Dash has neither, and special transactions without inputs.
 */
function idBytesOf(chain: UtxoChainId, hex: string): string {
  const bytes = hexToBytes(hex);
  if (chain === "dash" || bytes[VERSION_BYTES] !== MARKER) return hex;
  const plain = concatBytes(bytes.subarray(0, VERSION_BYTES), bytes.subarray(VERSION_BYTES + 2));
  const { version, inputs, outputs } = RawOldTx.decode(plain, { allowUnreadBytes: true });
  const lockTime = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - LOCK_TIME_BYTES).getUint32(
    0,
    true,
  );
  return bytesToHex(RawOldTx.encode({ version, inputs, outputs, lockTime }));
}
