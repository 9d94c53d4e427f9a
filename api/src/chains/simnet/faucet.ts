import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { TransactionSql } from "postgres";
import { assert } from "../../core/assert";
import { type AssetCode, NATIVE_ASSET } from "../../core/assets";
import type { TimeMs } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import { normalAddress } from "../addresses/validate";
import { ChainUnavailable } from "../chain";
import { insertUnconfirmed, removeUnconfirmed } from "./mempool";
import { mineBlocks } from "./mining";
import {
  MEMPOOL_TRANSACTIONS_MAX,
  networkFeeUnits,
  PREMINE_DEPTH,
  paramsOf,
  type SimnetChainId,
} from "./params";
import { addressOfPrivateKey } from "./signing";
import { lockChain, nextCounter, unconfirmedCount } from "./state";

/** A payment out of nothing; `from` is a made-up source (default: the faucet's own address). */
export type FaucetPayment = {
  asset: AssetCode;
  address: string;
  units: bigint;
  from?: string | undefined;
  /** Signals BIP 125. */
  replaceable?: boolean | undefined;
};

/** Coins that exist from the start: `units` in all, as that many outputs on UTXO chains (1 on account chains). */
export type Premine = { asset: AssetCode; address: string; units: bigint; outputs: number };

/** Why an unconfirmed transaction cannot be taken away: not there, in a block, or not the faucet's to replace. */
export type UnconfirmedError = "unknown" | "mined" | "irreplaceable";

/** Puts a faucet payment into the mempool of a chain. */
export async function payFromFaucet(
  sql: TransactionSql,
  chain: SimnetChainId,
  payment: FaucetPayment,
): Promise<{ txHash: string }> {
  await lockChain(sql, chain);
  if ((await unconfirmedCount(sql, chain)) >= MEMPOOL_TRANSACTIONS_MAX)
    throw new ChainUnavailable(chain, "mempool full");
  const { asset, units, replaceable = false } = payment;
  const source = normalAddress(chain, payment.from ?? faucetAddress(chain));
  const to = normalAddress(chain, payment.address);
  return insertFaucetTransaction(sql, chain, { asset, source, outputs: [{ to, units }], replaceable });
}

/**
 * Replaces an unconfirmed faucet payment by a conflicting one of the same amount, as its sender would with a double
 * spend or BIP 125; it pays `to`, or goes back to the sender.
 */
export async function replaceFaucetPayment(
  sql: TransactionSql,
  chain: SimnetChainId,
  { txHash, to }: { txHash: string; to?: string | undefined },
): Promise<Result<{ txHash: string }, UnconfirmedError>> {
  await lockChain(sql, chain);
  const [payment] = await sql<
    { model: string; height: number | null; asset: AssetCode; units: string; source: string | null }[]
  >`
    select model, height, asset, units, sources[1] as source
    from transaction join transfer using (chain, tx_id)
    where chain = ${chain} and tx_id = ${txHash} and ordinal = 0`;
  if (!payment) return err("unknown");
  if (payment.height !== null) return err("mined");
  if (payment.model !== "faucet" || !paramsOf(chain).replacement) return err("irreplaceable");
  await removeUnconfirmed(sql, chain, [txHash]);
  const source = payment.source ?? faucetAddress(chain);
  const recipient = normalAddress(chain, to ?? source);
  const { asset } = payment;
  const rival = await insertFaucetTransaction(sql, chain, {
    asset,
    source,
    outputs: [{ to: recipient, units: BigInt(payment.units) }],
    replaceable: true,
  });
  await sql`
    insert into replaced (chain, tx_id, by_tx_id)
    select ${chain}, ${txHash}, ${rival.txHash}
    union select chain, tx_id, ${rival.txHash} from replaced where chain = ${chain} and by_tx_id = ${txHash}`;
  return ok(rival);
}

/** Makes an unconfirmed transaction vanish, with all that spends it, as if nodes had forgotten it. */
export async function dropUnconfirmed(
  sql: TransactionSql,
  chain: SimnetChainId,
  txHash: string,
): Promise<Result<undefined, UnconfirmedError>> {
  await lockChain(sql, chain);
  const [row] = await sql<{ height: number | null }[]>`
    select height from transaction where chain = ${chain} and tx_id = ${txHash}`;
  if (!row) return err("unknown");
  if (row.height !== null) return err("mined");
  await removeUnconfirmed(sql, chain, [txHash]);
  return ok(undefined);
}

/** Fills an empty chain with its first coins, deep at once; does nothing to a chain that has begun. */
export async function premineChain(
  sql: TransactionSql,
  chain: SimnetChainId,
  { allocations, nowMs }: { allocations: readonly Premine[]; nowMs: TimeMs },
): Promise<void> {
  const { height } = await lockChain(sql, chain);
  if (height > 0 || (await unconfirmedCount(sql, chain)) > 0) return;
  const source = faucetAddress(chain);
  for (const { asset, address, units, outputs } of allocations) {
    const count = paramsOf(chain).model === "utxo" ? BigInt(outputs) : 1n;
    assert(count >= 1n && units >= count, "premine without outputs", { asset });
    const to = normalAddress(chain, address);
    const each = units / count;
    const parts = Array.from({ length: Number(count) }, (_, part) => ({
      to,
      units: part === 0 ? units - each * (count - 1n) : each,
    }));
    await insertFaucetTransaction(sql, chain, { asset, source, outputs: parts, replaceable: false });
  }
  await mineBlocks(sql, chain, { blocks: 1 + PREMINE_DEPTH, nowMs });
  await sql`update chain set rest_height = height where id = ${chain}`;
}

async function insertFaucetTransaction(
  sql: TransactionSql,
  chain: SimnetChainId,
  payment: {
    asset: AssetCode;
    source: string;
    outputs: readonly { to: string; units: bigint }[];
    replaceable: boolean;
  },
): Promise<{ txHash: string }> {
  const { asset, source, outputs, replaceable } = payment;
  const counter = await nextCounter(sql, chain);
  const txHash = bytesToHex(sha256(utf8ToBytes(`faucet payment ${counter} on ${chain}`)));
  const feeUnits = networkFeeUnits(
    chain,
    paramsOf(chain).model === "utxo"
      ? { model: "utxo", inputs: 1, outputs: outputs.length }
      : { model: "account", asset },
  );
  await insertUnconfirmed(sql, chain, {
    model: "faucet",
    txId: txHash,
    raw: null,
    feeUnits,
    feeUnitsMax: feeUnits,
    replaceable,
    transfers: outputs.map(({ to, units }) => ({
      asset,
      to,
      units,
      from: paramsOf(chain).showsSources ? [source] : [],
    })),
  });
  return { txHash };
}

/**
 * The faucet's coins must not be spent by others: its key is public, and its balance is only what replacements return
 * to it.
 */
export const faucetAddress = (chain: SimnetChainId): string =>
  addressOfPrivateKey(chain, sha256(utf8ToBytes(`simnet faucet of ${NATIVE_ASSET[chain]}`)));
