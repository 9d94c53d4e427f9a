import { diceOf } from "./dice";
import { meet } from "./faulty-chain";
import { look } from "./nature";
import type { World } from "./world";

const LOST_PERMILLE = 600;
const TURNS = 12;

/**
 * The signer's keys of the days are lost while a mix has something left to do by its plan: it must wait for an administrator, and
 * never become one payout by itself. `goOn` lets everybody but the customers act for a round.
 */
export async function loseMixKeys(world: World, goOn: () => Promise<void>): Promise<void> {
  const dice = diceOf(`keys of mixes ${world.seed}`);
  if (world.without.has("keys") || !dice.permille(LOST_PERMILLE)) return;
  const turns = dice.below(TURNS);
  await look(world);
  for (let turn = 0; turn < TURNS && (turn < turns || !(await isMixing(world))); turn++) await goOn();
  if (!(await isMixing(world))) return;
  const { keys } = world.mixKeys;
  for (const day of await keys.days()) await keys.destroy(day);
  world.mixes.areKeysLost = true;
  meet(world.mishaps, "keys");
  world.tell("Sotto", null, "the signer's keys of all days are lost, and the plans of mixes cannot be read");
}

/** Whether a mix was seen whose plan says what is still to be done. */
async function isMixing(world: World): Promise<boolean> {
  const rows = await world.plot.observer`
    SELECT 1 FROM orders JOIN mixes ON order_id = id
    WHERE state IN ('mixing', 'sending') AND body #>> '{mix,owedUnits,$bigint}' <> '0'`;
  return rows.length > 0;
}
