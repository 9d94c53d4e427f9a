import type { Outpoint } from "../chains/chain";
import { transaction } from "../db/transaction";
import { takeKeys } from "./one-time-keys-store";
import { retractDeposit } from "./retract";
import type { DepositRow } from "./store";
import type { WatchParts } from "./watch-parts";

/**
 * Of deposits that are final, those that may be credited. One that pays a one-time key for which another was credited before is
 * taken back: its coins cannot be spent beside the other's. One that the wallet does not have waits.
 */
export async function creditable(
  parts: WatchParts,
  rows: readonly DepositRow[],
): Promise<readonly DepositRow[]> {
  const { chain } = parts;
  // What was lost had been credited.
  const fresh = rows.filter(({ state, origin }) => state === "seen" && origin.kind === "transaction");
  if (chain.oneTimeKeys === undefined || fresh.length === 0) return rows;
  const keys = await chain.oneTimeKeys(fresh.flatMap(coinOf));
  const held = new Set<DepositRow>();
  for (const [at, row] of fresh.entries()) if (!(await isWorth(parts, row, keys[at] ?? []))) held.add(row);
  return rows.filter((row) => !held.has(row));
}

const coinOf = ({ origin }: DepositRow): Outpoint[] =>
  origin.kind === "transaction" ? [{ txId: origin.txId, ordinal: origin.ordinal }] : [];

async function isWorth(parts: WatchParts, row: DepositRow, keys: readonly string[]): Promise<boolean> {
  const { database, log } = parts;
  const about = { chain: row.chain, deposit: row.id };
  if (keys.length === 0) {
    log.error(about, "the wallet does not have a deposit that is final, and it is not credited");
    return false;
  }
  if (await transaction(database, (tx) => takeKeys(tx, { ...row, keys }))) return true;
  log.warn(about, "a deposit pays a one-time key that was credited before, and is worth nothing");
  await retractDeposit(parts, row, "replaced");
  return false;
}
