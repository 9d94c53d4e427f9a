import { sql } from "drizzle-orm";
import type { ChainId } from "../core/assets";
import type { DepositId } from "../core/ids";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";

/** The one-time keys of a deposit. */
type KeysOf = { chain: ChainId; id: DepositId; keys: readonly string[] };

/** Whether another deposit than this has taken one of its keys, whatever became of it since. */
export async function areTaken(tx: Tx, of: KeysOf): Promise<boolean> {
  const others = await tx.execute(sql`
    SELECT 1 FROM (${hashesOf(of)}) AS own JOIN credited_keys k ON k.key = own.key WHERE k.deposit <> own.deposit LIMIT 1`);
  return others.length > 0;
}

/** Takes one-time keys for a deposit; false where another deposit has taken one of them, whatever became of it since. */
export async function takeKeys(tx: Tx, of: KeysOf): Promise<boolean> {
  await tx.execute(sql`INSERT INTO credited_keys (key, deposit) ${hashesOf(of)} ON CONFLICT DO NOTHING`);
  // After that: it has waited for others that take the same ones.
  return !(await areTaken(tx, of));
}

const hashesOf = ({ chain, id, keys }: KeysOf) => sql`
  SELECT forgotten_hash('one-time key:' || ${chain}::text || ':' || given.key) AS key, forgotten_hash('deposit:' || ${id}::text) AS deposit
  FROM unnest(${textArray(keys)}::text[]) AS given (key)`;
