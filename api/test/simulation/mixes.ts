import type { SealedSeed } from "../../src/chains/signer";
import { orderIdOf } from "../../src/core/ids";
import type { MixPlan } from "../../src/mixer/plan";
import { planOf } from "../../src/mixing/engine";
import { loadOrder } from "../../src/orders/store/store";
import type { World } from "./world";

/** What was noted of the mixes from outside. */
export type MixNotes = {
  /** By order: the seal that was seen first, and what its seed means. */
  plans: Map<string, { sealed: string; legs: MixPlan["legs"] }>;
  /** Whatever was seen of a seal that must not be. */
  complaints: string[];
  /** Delays that customers extended, in minutes. */
  extended: Map<string, number>;
  /** Pool addresses that take no tokens. */
  reverting: Set<string>;
  /** Whether the signer's keys were lost, and whom that put on hold. */
  areKeysLost: boolean;
  held: Set<string>;
};

export const noMixes = (): MixNotes => ({
  plans: new Map(),
  complaints: [],
  extended: new Map(),
  reverting: new Set(),
  areKeysLost: false,
  held: new Set(),
});

/** Looks at the mixes under way: each has one seal, as long as something of it is to be done. */
export async function lookAtMixes(world: World): Promise<void> {
  const { plans, complaints } = world.mixes;
  const rows = await world.plot.observer<
    { id: string; state: string; owed: string; day: string | null; sealed: Buffer | null }[]
  >`SELECT o.id, o.state, o.body #>> '{mix,owedUnits,$bigint}' AS owed, m.key_day AS day, m.sealed_seed AS sealed
    FROM orders o LEFT JOIN mixes m ON m.order_id = o.id
    WHERE o.state IN ('mixing', 'sending') AND o.body #> '{mix}' IS NOT NULL`;
  for (const { id, owed, day, sealed } of rows) {
    if (day === null || sealed === null) {
      if (owed !== "0") complaints.push(`mix ${id.slice(0, 6)} owes and has no plan`);
      continue;
    }
    const seal = sealed.toString("hex");
    const known = plans.get(id);
    if (known === undefined) plans.set(id, { sealed: seal, legs: await legsOf(world, id, { day, sealed }) });
    else if (known.sealed !== seal) complaints.push(`mix ${id.slice(0, 6)} has a second plan`);
  }
}

/** Notes a mix that is held because its plan cannot be read. */
export function noteLostKey({ mixes: { held, areKeysLost, complaints } }: World, id: string): void {
  if (!areKeysLost) complaints.push(`mix ${id.slice(0, 6)} is held for a key that was there`);
  held.add(id);
}

/** What the seed means for this order. */
async function legsOf(world: World, id: string, kept: SealedSeed): Promise<MixPlan["legs"]> {
  const orderId = orderIdOf(id);
  const order = await loadOrder(world.plot.worker, orderId);
  const seed = await world.mixKeys.openSeed({ orderId, ...kept });
  if (!seed || !order?.settlement || !order.terms.mixer) throw new Error("a mix whose plan cannot be read");
  const { sendAsset, receiveAsset, mixer } = order.terms;
  world.reached.add(mixer.receiveAddresses.length > 1 ? "mix to several addresses" : "mix to one address");
  if (sendAsset === receiveAsset) world.reached.add("mix within one currency");
  return planOf(mixer, order.settlement, seed).legs;
}

/** Notes what became of the rounds that were sent. */
export async function noteRounds(world: World): Promise<void> {
  const rows = await world.plot.observer<{ state: string; model: string }[]>`
    SELECT DISTINCT state, CASE WHEN sender IS NULL THEN 'utxo' ELSE 'account' END AS model FROM payout_attempts WHERE kind = 'round'`;
  for (const { state, model } of rows) world.reached.add(`mix round ${state}: ${model}`);
  const shared = await world.plot.observer`SELECT 1 FROM mix_rounds GROUP BY attempt_id HAVING count(*) > 1`;
  if (shared.length > 0) world.reached.add("mix round shared");
}

/** At the end no plan is left. */
export async function leftOver(world: World): Promise<string[]> {
  const rows = await world.plot.observer<{ id: string }[]>`SELECT order_id AS id FROM mixes`;
  return rows.map(({ id }) => `the plan of mix ${id.slice(0, 6)} was not destroyed`);
}
