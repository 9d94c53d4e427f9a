import { secp256k1 } from "@noble/curves/secp256k1.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { utxoParamsOf } from "../../src/chains/utxo/params";
import { decodeTransparent } from "../../src/chains/utxo/zcash/bytes";
import { signatureDigest, txIdOf } from "../../src/chains/utxo/zcash/digest";

/** A transaction as the stand-in keeps it; without inputs it comes from shielded coins. */
export type Kept = {
  txId: string;
  raw: string;
  isCoinbase: boolean;
  expiryHeight: number;
  spends: readonly { txId: string; vout: number }[];
  pays: readonly { units: bigint; script: string }[];
};
export type KeptBlock = { hash: string; height: number; parent: string; time: number; txs: readonly Kept[] };
type Coin = { units: bigint; script: string; height: number; isCoinbase: boolean };

/** A refusal of bytes, with the code and words that zcashd uses. */
export class Refused extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const nameOf = (txId: string, vout: number): string => `${txId}:${vout}`;
/** ZIP 317. */
const feeOf = (tx: Kept): bigint => 5_000n * BigInt(Math.max(2, tx.spends.length, tx.pays.length));
const MATURITY = 100;

/** Blocks and a mempool in memory, with the rules of Zcash for transparent transactions as far as payments of ours meet them. */
export class ZcashLedger {
  branchId = 0x4dec4df0;
  readonly blocks: KeptBlock[] = [];
  readonly mempool = new Map<string, Kept>();
  readonly seen = new Map<string, KeptBlock>();
  #made = 0;

  constructor() {
    const hash = utxoParamsOf("zcash").genesis.regtest;
    this.#append({ hash, height: 0, parent: "", time: 1_700_000_000, txs: [] });
  }

  get height(): number {
    return this.blocks.length - 1;
  }

  tip(): KeptBlock {
    const tip = this.blocks[this.height];
    if (tip === undefined) throw new Error("no block");
    return tip;
  }

  #append(block: KeptBlock): void {
    this.blocks.push(block);
    this.seen.set(block.hash, block);
  }

  /** A transaction that no bytes stand for: new coins, or coins that leave the shielded pools. */
  made(of: { isCoinbase: boolean; pays: Kept["pays"] }): Kept {
    const txId = bytesToHex(sha256(utf8ToBytes(`made ${this.#made++}`)));
    return { txId, raw: "", expiryHeight: 0, spends: [], ...of };
  }

  /** A block of these transactions, after new coins to a script. */
  mineOnly(txs: readonly Kept[], toScript: string): void {
    const { hash: parent, height, time } = this.tip();
    const coinbase = this.made({ isCoinbase: true, pays: [{ units: 125_000_000n, script: toScript }] });
    const hash = bytesToHex(sha256(utf8ToBytes(`${parent} ${coinbase.txId}`)));
    this.#append({ hash, height: height + 1, parent, time: time + 25, txs: [coinbase, ...txs] });
    for (const { txId } of txs) this.mempool.delete(txId);
    for (const { txId, expiryHeight } of [...this.mempool.values()])
      if (expiryHeight !== 0 && expiryHeight <= this.height) this.mempool.delete(txId);
  }

  /** Takes the last blocks away; what they held waits again. */
  abandon(depth: number): void {
    for (const { txs } of this.blocks.splice(this.blocks.length - depth))
      for (const tx of txs) if (!tx.isCoinbase) this.mempool.set(tx.txId, tx);
  }

  /** The unspent outputs, by name. */
  coins({ withMempool }: { withMempool: boolean }): Map<string, Coin> {
    const coins = new Map<string, Coin>();
    const take = (tx: Kept, height: number): void => {
      for (const { txId, vout } of tx.spends) coins.delete(nameOf(txId, vout));
      for (const [vout, { units, script }] of tx.pays.entries())
        coins.set(nameOf(tx.txId, vout), { units, script, height, isCoinbase: tx.isCoinbase });
    };
    for (const { txs, height } of this.blocks) for (const tx of txs) take(tx, height);
    if (withMempool) for (const tx of this.mempool.values()) take(tx, this.height + 1);
    return coins;
  }

  find(txId: string): { tx: Kept; block: KeptBlock | null } | undefined {
    const waiting = this.mempool.get(txId);
    if (waiting) return { tx: waiting, block: null };
    for (const block of this.blocks) {
      const tx = block.txs.find((one) => one.txId === txId);
      if (tx) return { tx, block };
    }
    return undefined;
  }

  /** Takes bytes into the mempool, or throws Refused. */
  submit(raw: string): string {
    const transaction = decodeTransparent(hexToBytes(raw));
    const tx: Kept = {
      ...{ txId: txIdOf(transaction), raw, isCoinbase: false, expiryHeight: transaction.expiryHeight },
      spends: transaction.inputs.map(({ txid, index }) => ({ txId: bytesToHex(txid), vout: index })),
      pays: transaction.outputs.map(({ amount, script }) => ({ units: amount, script: bytesToHex(script) })),
    };
    const known = this.find(tx.txId);
    if (known?.block) throw new Refused(-27, "transaction already in block chain");
    if (known) return tx.txId;
    if (transaction.branchId !== this.branchId)
      throw new Refused(-26, "16: bad-tx-consensus-branch-id-mismatch");
    if (tx.expiryHeight !== 0 && tx.expiryHeight <= this.height)
      throw new Refused(-26, `16: tx-overwinter-expired: expiryheight is ${tx.expiryHeight}`);
    const confirmed = this.coins({ withMempool: false });
    const coins = this.coins({ withMempool: true });
    const spent = tx.spends.map(({ txId, vout }) => {
      const coin = coins.get(nameOf(txId, vout));
      if (coin) return coin;
      const isTaken = confirmed.has(nameOf(txId, vout));
      throw new Refused(isTaken ? -26 : -25, isTaken ? "18: txn-mempool-conflict" : "Missing inputs");
    });
    for (const { isCoinbase, height } of spent) {
      if (isCoinbase && this.height + 1 - height < MATURITY)
        throw new Refused(-26, "64: bad-txns-premature-spend-of-coinbase");
      if (isCoinbase) throw new Refused(-26, "16: bad-txns-coinbase-spend-has-transparent-outputs");
    }
    const outputs = spent.map(({ units, script }) => ({ units, script: hexToBytes(script) }));
    for (const [at, { finalScriptSig }] of transaction.inputs.entries()) {
      const length = finalScriptSig[0] ?? 0;
      const [der, key] = [finalScriptSig.slice(1, length), finalScriptSig.slice(length + 2)];
      const isTheirs = spent[at]?.script === `76a914${bytesToHex(ripemd160(sha256(key)))}88ac`;
      const digest = signatureDigest(transaction, at, outputs);
      if (!isTheirs || !isSignature(der, digest, key))
        throw new Refused(-26, "16: mandatory-script-verify-flag-failed");
    }
    const fee = sum(spent) - sum(tx.pays);
    if (fee < 0n) throw new Refused(-26, "16: bad-txns-in-belowout");
    if (fee < feeOf(tx)) throw new Refused(-26, "66: tx unpaid action limit exceeded: fee too low");
    this.mempool.set(tx.txId, tx);
    return tx.txId;
  }
}

const sum = (all: readonly { units: bigint }[]): bigint =>
  all.reduce((total, { units }) => total + units, 0n);

function isSignature(der: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean {
  try {
    return secp256k1.verify(der, digest, key, { prehash: false, lowS: true, format: "der" });
  } catch {
    return false;
  }
}
