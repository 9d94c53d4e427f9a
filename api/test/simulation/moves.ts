import type { World } from "./world";

/** Notes what became of our transactions: which kinds landed, and whether they were raised or children. */
export async function noteMoves(world: World): Promise<void> {
  const rows = await world.plot.observer<{ what: string }[]>`
    SELECT DISTINCT kind || CASE WHEN child_of IS NOT NULL THEN ' (child)' WHEN first_height < signed_height THEN ' (raised)' ELSE '' END
      || ' ' || state AS what FROM payout_attempts WHERE state IN ('final', 'dead', 'reverted', 'doubled')`;
  for (const { what } of rows) world.reached.add(`our ${what}`);
}
