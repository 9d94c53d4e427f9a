import { SWEEP_REVERTS_MAX } from "../../src/ledger/stuck";
import { SET_ASIDE_MS } from "../../src/payouts/sweeper";
import type { World } from "./world";

/** Coins `u` that are not moved before a day has passed, because their sweeps failed. */
export const isSetAside = ({ plot, clock }: World) =>
  plot.observer`(u.reverts >= ${SWEEP_REVERTS_MAX} AND u.reverted_at > ${new Date(clock.ms - SET_ASIDE_MS).toISOString()})`;

/** Coins whose sweeps failed while their addresses took part in no transfer: nothing fails any more, and they are tried again. */
export async function sweepSetAside(world: World, settleDown: () => Promise<void>): Promise<void> {
  if (!(await hasSetAside(world))) return;
  world.reached.add("sweep set aside");
  world.clock.ms += SET_ASIDE_MS;
  await settleDown();
  if (await hasSetAside(world)) throw new Error("coins that were set aside were not moved a day later");
}

/** Whether coins are set aside: they lie on deposit addresses, and nothing is under way for them. */
async function hasSetAside(world: World): Promise<boolean> {
  const rows = await world.plot
    .observer`SELECT 1 FROM unswept u WHERE u.units > 0 AND ${isSetAside(world)} LIMIT 1`;
  return rows.length > 0;
}
