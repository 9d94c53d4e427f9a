import type { AssetCode } from "../../src/core/assets";
import { isReadFromBalances } from "./cumulative-chain";
import { requireDead } from "./death";
import { worldDepthOf } from "./depths";
import { requireFunded } from "./funded";
import type { World } from "./world";
import { leastWorth } from "./worth";

/** States of a transaction of ours that it never leaves. */
const ENDED = new Set(["final", "reverted", "dead", "doubled"]);

type Row = {
  what: "deposit" | "transaction" | "chain";
  id: string;
  state: string;
  chain: string;
  txId: string;
  address: string;
  asset: AssetCode | "";
  units: string;
  /** Of a deposit: which time it is there, and whether its block is one that the engine takes for the chain's. */
  sighting: number;
  isInKnownBlock: boolean;
};

/**
 * Looks at what an engine's step changed while no block comes: what it took for deep enough must be that on the chain at
 * this moment, what it gave up must be impossible there, and what has ended stays ended. Throws where that is not so.
 */
export async function witness(world: World): Promise<void> {
  const rows = await world.plot.observer<Row[]>`
    SELECT 'deposit' AS what, id, state, chain, tx_id AS "txId", address, asset, units::text AS units, sighting,
      EXISTS (SELECT 1 FROM chain_blocks b WHERE b.chain = deposits.chain AND b.hash = block_hash) AS "isInKnownBlock" FROM deposits
    UNION ALL SELECT 'transaction', id::text, state, chain, tx_id, '', CASE kind WHEN 'legs' THEN asset ELSE '' END, units::text, 0, false FROM payout_attempts
    UNION ALL SELECT 'chain', chain, status, chain, '', '', '', '0', 0, false FROM chain_cursors WHERE status = 'halted'`;
  const halted = new Set(rows.flatMap(({ what, chain }) => (what === "chain" ? [chain] : [])));
  const signed: string[] = [];
  for (const row of rows) {
    if (row.what === "chain") continue;
    // A deposit that was taken out of its block and is there again must be as deep again.
    const key = `${row.what} ${row.id} ${row.sighting}`;
    const before = world.witnessed.get(key);
    if (before === row.state) continue;
    world.witnessed.set(key, row.state);
    if (row.what === "transaction" && before === undefined) signed.push(row.id);
    if (row.what === "transaction" && before !== undefined && ENDED.has(before))
      throw new Error(`our transaction ${row.txId.slice(0, 8)} was ${before} and is ${row.state}`);
    if (row.what === "transaction" && row.state === "dead")
      await requireDead(world, row, neededOf(world, row));
    if (row.what === "deposit" ? isTakenAsDeep(row, before) : row.state === "final")
      await requireDeep(world, row);
  }
  const stillHalted = [...halted].filter((chain) => world.halted.has(chain));
  await requireFunded(world, { signed, halted: new Set(stillHalted) });
  world.halted = halted;
}

/**
 * A deposit that waits for its order to be opened is deep when it begins to wait: a reorg after that may be heard of later,
 * and only what was heard of keeps it from being credited.
 */
const isTakenAsDeep = ({ state, isInKnownBlock }: Row, before: string | undefined): boolean =>
  state === "confirmed" || (state === "credited" && !(before === "confirmed" && isInKnownBlock));

/** How deep it must be, at the lowest price that the market has said. */
const neededOf = (world: World, { asset, units }: Row): number =>
  worldDepthOf(asset === "" ? 0n : leastWorth(world, asset, BigInt(units)));

/** What it took for deep enough must be as deep as its worth asks. */
async function requireDeep(world: World, row: Row): Promise<void> {
  const needed = neededOf(world, row);
  if (row.txId.startsWith("forgotten:")) return;
  if (row.what === "deposit" && isReadFromBalances(row.asset)) return requireReceived(world, row, needed);
  const confirmations = await confirmationsOf(world, row);
  if (confirmations < needed)
    throw new Error(
      `${row.what} ${row.txId.slice(0, 8)} is ${row.state} with ${confirmations} confirmations of ${needed}`,
    );
}

/** Of a receipt that a balance has shown: so much came to the address from outside, deep enough. */
async function requireReceived(world: World, { address, asset, chain }: Row, needed: number): Promise<void> {
  const [credited] = await world.plot.observer<{ units: string }[]>`
    SELECT COALESCE(sum(units), 0)::text AS units FROM deposits
    WHERE chain = ${chain} AND address = ${address} AND asset = ${asset} AND state IN ('confirmed', 'credited')`;
  const [received] = await world.plot.simnet<{ units: string }[]>`
    SELECT COALESCE(sum(units), 0)::text AS units FROM transaction JOIN transfer USING (chain, tx_id)
    WHERE chain = ${chain} AND recipient = ${address} AND asset = ${asset} AND model = 'faucet'
      AND height <= (SELECT max(height) FROM block WHERE chain = ${chain}) - ${needed - 1}`;
  const [claimed, there] = [BigInt(credited?.units ?? 0), BigInt(received?.units ?? 0)];
  if (claimed > there)
    throw new Error(
      `${claimed} units of ${asset} are credited at ${address.slice(0, 8)}, where ${there} are ${needed} blocks deep`,
    );
}

async function confirmationsOf(world: World, { chain, txId }: Row): Promise<number> {
  const [found] = await world.plot.simnet<{ confirmations: number | null }[]>`
    SELECT ((SELECT max(height) FROM block WHERE chain = ${chain}) - height + 1)::int AS confirmations
    FROM transaction WHERE chain = ${chain} AND tx_id = ${txId}`;
  return found?.confirmations ?? 0;
}
