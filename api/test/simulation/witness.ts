import { requireFunded } from "./funded";
import type { World } from "./world";

/** Confirmations at which simnet's deposits and payments count. */
const DEPTH = 2;
/** States of a transaction of ours that it never leaves. */
const ENDED = new Set(["final", "reverted", "dead", "doubled"]);

type Row = {
  what: "deposit" | "transaction" | "chain";
  id: string;
  state: string;
  chain: string;
  txId: string;
};

/**
 * Looks at what an engine's step changed while no block comes: what it took for deep enough must be that on the chain at
 * this moment, and what has ended stays ended. Throws where that is not so.
 */
export async function witness(world: World): Promise<void> {
  const rows = await world.plot.observer<Row[]>`
    SELECT 'deposit' AS what, id, state, chain, tx_id AS "txId" FROM deposits
    UNION ALL SELECT 'transaction', id::text, state, chain, tx_id FROM payout_attempts
    UNION ALL SELECT 'chain', chain, status, chain, '' FROM chain_cursors WHERE status = 'halted'`;
  const halted = new Set(rows.flatMap(({ what, chain }) => (what === "chain" ? [chain] : [])));
  const signed: string[] = [];
  for (const row of rows) {
    if (row.what === "chain") continue;
    const key = `${row.what} ${row.id}`;
    const before = world.witnessed.get(key);
    if (before === row.state) continue;
    world.witnessed.set(key, row.state);
    if (row.what === "transaction" && before === undefined) signed.push(row.id);
    if (row.what === "transaction" && before !== undefined && ENDED.has(before))
      throw new Error(`our transaction ${row.txId.slice(0, 8)} was ${before} and is ${row.state}`);
    if (row.state !== (row.what === "deposit" ? "credited" : "final")) continue;
    const confirmations = await confirmationsOf(world, row);
    if (confirmations < DEPTH)
      throw new Error(
        `${row.what} ${row.txId.slice(0, 8)} is ${row.state} with ${confirmations} confirmations`,
      );
  }
  const stillHalted = [...halted].filter((chain) => world.halted.has(chain));
  await requireFunded(world, { signed, halted: new Set(stillHalted) });
  world.halted = halted;
}

async function confirmationsOf(world: World, { chain, txId }: Row): Promise<number> {
  const [found] = await world.plot.simnet<{ confirmations: number | null }[]>`
    SELECT ((SELECT max(height) FROM block WHERE chain = ${chain}) - height + 1)::int AS confirmations
    FROM transaction WHERE chain = ${chain} AND tx_id = ${txId}`;
  return found?.confirmations ?? 0;
}
