import type { World } from "./world";

/** Notes what became of our transactions: which kinds landed, were raised, cancelled or helped by a child. */
export async function noteMoves(world: World): Promise<void> {
  const rows = await world.plot.observer<{ what: string }[]>`
    SELECT DISTINCT CASE WHEN state = 'superseded' THEN 'replaced: ' || COALESCE(proof, '') WHEN child_of IS NOT NULL THEN 'child'
      ELSE kind || ' ' || state END AS what FROM payout_attempts
    WHERE state IN ('final', 'dead', 'reverted', 'doubled', 'superseded') OR child_of IS NOT NULL`;
  for (const { what } of rows) world.reached.add(`our ${what}`);
}
