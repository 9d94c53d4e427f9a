import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { RawOutput, VarBytes } from "@scure/btc-signer/script.js";
import { assert } from "../../../core/assert";
import { headerBytes, type TransparentTransaction, uint32, uint64 } from "./bytes";

/** What an input spends: its script and how much it holds. */
export type SpentOutput = { script: Uint8Array; units: bigint };

/** The only kind of signature that we make. */
const SIGHASH_ALL = 1;

/**
 * The id of a transaction without shielded parts (ZIP 244, TxId digest), in the order in which nodes write it. Where a published
 * vector has a part of Orchard, `orchard` is the digest of that.
 */
export function txIdOf(transaction: TransparentTransaction, orchard?: Uint8Array): string {
  return bytesToHex(wholeDigest(transaction, transparentDigest(transaction), orchard).reverse());
}

/**
 * What the input at `at` signs with SIGHASH_ALL (ZIP 244, signature digest): it commits to all that is spent and paid, to what
 * each spent output holds, to the last block that may hold the transaction, and to the rules of the chain.
 */
export function signatureDigest(
  transaction: TransparentTransaction,
  at: number,
  spent: readonly SpentOutput[],
  orchard?: Uint8Array,
): Uint8Array {
  const { inputs } = transaction;
  const [input, output] = [inputs[at], spent[at]];
  assert(input && output && spent.length === inputs.length, "the spent output of each input");
  const { prevouts, sequences, outputs } = partDigests(transaction);
  const own = hash("Zcash___TxInHash", [
    ...[outpointOf(input), uint64(output.units), VarBytes.encode(output.script), uint32(input.sequence)],
  ]);
  const amounts = hash(
    "ZTxTrAmountsHash",
    spent.map(({ units }) => uint64(units)),
  );
  const scripts = hash(
    "ZTxTrScriptsHash",
    spent.map(({ script }) => VarBytes.encode(script)),
  );
  const signed = hash("ZTxIdTranspaHash", [
    ...[Uint8Array.of(SIGHASH_ALL), prevouts, amounts, scripts, sequences, outputs, own],
  ]);
  return wholeDigest(transaction, signed, orchard);
}

type Input = TransparentTransaction["inputs"][number];

/** The id of what is spent as it is in bytes: in the other order than nodes write it. */
const outpointOf = ({ txid, index }: Input): Uint8Array =>
  concatBytes(Uint8Array.from(txid).reverse(), uint32(index));

function partDigests({ inputs, outputs }: TransparentTransaction) {
  return {
    prevouts: hash("ZTxIdPrevoutHash", inputs.map(outpointOf)),
    sequences: hash(
      "ZTxIdSequencHash",
      inputs.map(({ sequence }) => uint32(sequence)),
    ),
    outputs: hash(
      "ZTxIdOutputsHash",
      outputs.map((output) => RawOutput.encode(output)),
    ),
  };
}

function transparentDigest(transaction: TransparentTransaction): Uint8Array {
  const { prevouts, sequences, outputs } = partDigests(transaction);
  return hash("ZTxIdTranspaHash", [prevouts, sequences, outputs]);
}

function wholeDigest(
  transaction: TransparentTransaction,
  transparent: Uint8Array,
  orchard: Uint8Array = hash("ZTxIdOrchardHash", []),
): Uint8Array {
  const { branchId } = transaction;
  const personalization = concatBytes(utf8ToBytes("ZcashTxHash_"), uint32(branchId));
  return hash(personalization, [
    hash("ZTxIdHeadersHash", [headerBytes(transaction)]),
    transparent,
    hash("ZTxIdSaplingHash", []),
    orchard,
  ]);
}

function hash(personalization: string | Uint8Array, parts: readonly Uint8Array[]): Uint8Array {
  const own = typeof personalization === "string" ? utf8ToBytes(personalization) : personalization;
  return blake2b(concatBytes(...parts), { dkLen: 32, personalization: own });
}
