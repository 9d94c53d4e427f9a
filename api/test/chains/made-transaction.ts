import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { Transaction } from "@scure/btc-signer";

/** A transaction that pays each of these scripts (in hex) so many units, as it is shown to the signer. */
export function madeTransaction(
  scripts: readonly string[],
  units: bigint,
): { txId: string; previous: string } {
  const made = new Transaction();
  made.addInput({ txid: "cd".repeat(32), index: 3 });
  for (const script of scripts) made.addOutput({ script: hexToBytes(script), amount: units });
  made.updateInput(0, { finalScriptSig: new Uint8Array([0x51]) }, true);
  return { txId: made.id, previous: bytesToHex(made.toBytes(true)) };
}
