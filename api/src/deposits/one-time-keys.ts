import type { BookedCoin, Tip } from "../chains/chain";
import type { DepositId } from "../core/ids";
import { transaction } from "../db/transaction";
import { areTaken, takeKeys } from "./one-time-keys-store";
import { retractDeposit } from "./retract";
import type { DepositRow } from "./store";
import type { WatchParts } from "./watch-parts";

/**
 * Of deposits that are final, those that may be credited. One that pays a one-time key for which another was credited before is
 * taken back: its coins cannot be spent beside the other's. One that the wallet does not have, or with another amount, waits: no
 * payment could be made of it. It is looked at again at another tip: until then the wallet has the same outputs.
 */
export function createCreditable(parts: WatchParts): Creditable {
  const heldAt = new Map<DepositId, string>();
  return async (rows, tip) => {
    const asked = rows.filter(({ id }) => heldAt.get(id) !== tip.hash);
    const good = await creditable(parts, asked);
    for (const [id, hash] of heldAt) if (hash !== tip.hash) heldAt.delete(id);
    for (const row of asked) if (!good.includes(row)) heldAt.set(row.id, tip.hash);
    return good;
  };
}

/** Of rows, those that may be credited while the chain has this tip. */
export type Creditable = (
  rows: readonly DepositRow[],
  tip: Pick<Tip, "hash">,
) => Promise<readonly DepositRow[]>;

async function creditable(parts: WatchParts, rows: readonly DepositRow[]): Promise<readonly DepositRow[]> {
  const { chain } = parts;
  // What was lost had been credited.
  const fresh = rows.filter(({ state, origin }) => state === "seen" && origin.kind === "transaction");
  if (chain.oneTimeKeys === undefined || fresh.length === 0) return rows;
  const coins = fresh.flatMap(coinOf);
  const keys = await chain.oneTimeKeys(coins);
  const whole = new Set((await chain.heldAsBooked?.(coins)) ?? coins);
  const held = new Set<DepositRow>();
  for (const [at, row] of fresh.entries()) {
    const coin = coins[at];
    const isWhole = coin !== undefined && whole.has(coin);
    if (!(await isWorth(parts, row, { keys: keys[at] ?? [], isWhole }))) held.add(row);
  }
  return rows.filter((row) => !held.has(row));
}

const coinOf = ({ origin, units }: DepositRow): BookedCoin[] =>
  origin.kind === "transaction" ? [{ txId: origin.txId, ordinal: origin.ordinal, units }] : [];

async function isWorth(
  parts: WatchParts,
  row: DepositRow,
  { keys, isWhole }: { keys: readonly string[]; isWhole: boolean },
): Promise<boolean> {
  const { database, log } = parts;
  const about = { chain: row.chain, deposit: row.id };
  const isAnothers = await areTaken(database, { ...row, keys });
  if (!isAnothers && (keys.length === 0 || !isWhole)) {
    log.error(about, "the wallet does not have a deposit that is final, and it is not credited");
    return false;
  }
  if (!isAnothers && (await transaction(database, (tx) => takeKeys(tx, { ...row, keys })))) return true;
  log.warn(about, "a deposit pays a one-time key that was credited before, and is worth nothing");
  await retractDeposit(parts, row, "replaced");
  return false;
}
