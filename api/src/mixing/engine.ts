import type { Logger } from "pino";
import type { MixKeys } from "../chains/signer";
import { assert, unreachable } from "../core/assert";
import { registryUnits } from "../core/asset-amount";
import { assetOf, type ChainId } from "../core/assets";
import type { OrderId } from "../core/ids";
import type { Clock, Random } from "../core/ports";
import type { Database, Tx } from "../db/client";
import { rollback, transaction } from "../db/transaction";
import { delayPlan, type MixPlan, planMix } from "../mixer/plan";
import { observeMix } from "../orders/anonymity-set";
import type { Engine } from "../orders/engine/apply";
import type { OrderWork } from "../orders/engine/commands";
import { newLegId } from "../orders/ids";
import type { Mix, Order, Settlement } from "../orders/machine/order";
import { readCrowd } from "../orders/store/crowd-store";
import { loadOrder } from "../orders/store/store";
import type { CommandOutcome } from "../outbox/dispatcher";
import { isPaused } from "../switches/switches";
import { deleteMix, dropRound, hasOpenRound, insertMix, loadMix, planRound } from "./rounds-store";
import { SEED_BYTES, seedStream } from "./seed";
import { nextMixStep } from "./step";

export type MixParts = {
  database: Database;
  engine: Engine;
  mixKeys: MixKeys;
  clock: Clock;
  random: Random;
  log: Logger;
  /** A round is written down for this chain. */
  wake(chain: ChainId): void;
  /** An order is on hold now. */
  changed(orderId: OrderId): void;
};

/** The mixer's part in the worker: seeds for new mixes, and the command that carries each one through its plan. */
export type MixEngine = {
  /** Makes a seed, which the signer seals; `keep` writes it with the order's own change. */
  newSeed(orderId: OrderId): Promise<{ keep(tx: Tx): Promise<void> }>;
  /** One step of a mix; asks to be called again until the last leg is planned. */
  run(row: OrderWork): Promise<CommandOutcome>;
};

const DONE: CommandOutcome = { done: true };
const ROUND_UNDER_WAY: CommandOutcome = { done: false, why: "a round is under way", soon: true };
/** When a mix is looked at next is written in the ordinary tables: no later time of its plan may show there. */
const WAIT_MS_MAX = 30_000;
const HELD_LOOK_MS = 10_000;
const WINDOW_MS = 120 * 60_000;

export function createMixEngine(parts: MixParts): MixEngine {
  const { database, mixKeys, clock, random } = parts;
  return {
    async newSeed(orderId) {
      const sealed = await mixKeys.sealSeed({ orderId, seed: random.bytes(SEED_BYTES) });
      return { keep: (tx) => insertMix(tx, { orderId, ...sealed, at: clock.now() }) };
    },
    async run(row) {
      const order = await loadOrder(database, row.orderId);
      if (order?.mix === undefined || order.settlement === null || order.mix.owedUnits === 0n) {
        // The plan has served its purpose. What is left of the seal on the disk ends with the key of its day.
        await deleteMix(database, row.orderId);
        return DONE;
      }
      if (order.phase.state !== "mixing" && order.phase.state !== "sending")
        return { done: false, why: "the order is held", at: clock.now() + HELD_LOOK_MS };
      return step(parts, order, { mix: order.mix, settlement: order.settlement });
    },
  };
}

type Settled = { mix: Mix; settlement: Settlement };

async function step(parts: MixParts, order: Order, settled: Settled): Promise<CommandOutcome> {
  const { mix } = settled;
  const now = parts.clock.now();
  const plan = await readPlan(parts, order, settled);
  if (plan === null) return withoutPlan(parts, order, mix);
  const isFirst = mix.roundsDone + mix.roundsSkipped >= plan.rounds.length && mix.legsPlanned === 0;
  const crowd = isFirst
    ? await readCrowd(parts.database, { since: now - WINDOW_MS, now, exceptOrderId: order.id })
    : { deposits: [], payouts: [] };
  const next = nextMixStep(plan, mix, { now, candidates: () => observeMix(crowd, order, now).candidates });
  switch (next.do) {
    case "wait":
      return { done: false, why: "not due", at: Math.min(next.until, now + WAIT_MS_MAX) };
    case "round":
      return doRound(parts, order, settled, next);
    case "leg": {
      const { no, units, address } = next.leg;
      return pay(parts, order, { no, units, address, shortfall: next.shortfall });
    }
    case "nothing":
      // The plan sums to what is owed, so this is never reached; were it, the rest is paid.
      return pay(parts, order, { no: mix.legsPlanned + 1, units: mix.owedUnits, address: 0, shortfall: 0 });
    default:
      return unreachable(next);
  }
}

/** Puts a mix on hold whose plan cannot be read; once an administrator has released it, one leg pays what is owed. */
async function withoutPlan(parts: MixParts, order: Order, mix: Mix): Promise<CommandOutcome> {
  const round = mix.roundsDone + mix.roundsSkipped + 1;
  // What of it is on its way must land first: its fee is set aside until then.
  if (!(await dropRound(parts.database, order.id, round))) return ROUND_UNDER_WAY;
  if (order.mixLost === true)
    return pay(parts, order, { no: mix.legsPlanned + 1, units: mix.owedUnits, address: 0, shortfall: 0 });
  parts.log.error({}, "a mix's plan cannot be read: its order is put on hold");
  const held = await transaction(parts.database, async (tx) => {
    const applied = await parts.engine.applyIn(tx, {
      orderId: order.id,
      source: "mixer",
      externalId: `${order.id}:lost:${round}:${mix.legsPlanned}`,
      event: { type: "mix_lost", at: parts.clock.now() },
    });
    // Another worker may have planned it again until the order was on hold.
    return applied.ok && (await hasOpenRound(tx, order.id))
      ? rollback("a round is under way" as const)
      : applied;
  });
  if (held.ok) parts.changed(order.id);
  return { done: false, why: held.ok ? "the order is held" : held.error, soon: true };
}

/** The plan follows from the seed only and is never stored. Null when the seed is not kept, or the signer cannot open it. */
async function readPlan(
  { database, mixKeys }: MixParts,
  order: Order,
  { mix, settlement }: Settled,
): Promise<MixPlan | null> {
  const { mixer } = order.terms;
  assert(mixer !== undefined, "a mix without its terms", { id: order.id });
  const kept = await loadMix(database, order.id);
  const seed = kept && (await mixKeys.openSeed({ orderId: order.id, ...kept }));
  if (!seed) return null;
  return delayPlan(planOf(mixer, settlement, seed), mix.delayMinutes - mixer.settings.delayMinutes);
}

/** The plan that a seed means for a mix, its delay as agreed: to every address, or to as many as the amount can pay. */
export function planOf(
  { settings, receiveAddresses }: NonNullable<Order["terms"]["mixer"]>,
  settlement: Settlement,
  seed: Uint8Array,
): MixPlan {
  const order = {
    settings,
    units: settlement.receiveUnits,
    dustUnits: registryUnits(settlement.receiveAsset, "dustAmount"),
    networkFeeUnits: settlement.networkFeeUnits,
    startsAt: settlement.at,
  };
  for (let addresses = receiveAddresses.length; addresses > 0; addresses--) {
    const plan = planMix({ ...order, addresses }, seedStream(seed, "plan"));
    if (plan.ok) return plan.value;
  }
  // Less than a leg is worth: it is owed all the same, and paid whole.
  const free = { settings: { ...settings, randomAmounts: false }, dustUnits: 0n, networkFeeUnits: 0n };
  const whole = planMix({ ...order, ...free, addresses: 1 }, seedStream(seed, "plan"));
  assert(whole.ok, "an amount that cannot be planned");
  return whole.value;
}

async function doRound(
  parts: MixParts,
  order: Order,
  { mix, settlement }: Settled,
  round: { no: number; giveUp: boolean },
): Promise<CommandOutcome> {
  const { chain } = assetOf(settlement.receiveAsset);
  const at = parts.clock.now();
  if (round.giveUp) {
    const skipped = await transaction(parts.database, async (tx) => {
      // The pool may well be able to carry it: the signer is paused.
      if (await isPaused(tx, "signer")) return false;
      if (!(await dropRound(tx, order.id, round.no))) return false;
      const event = { type: "mix_round", at, no: round.no, outcome: "skipped" } as const;
      const applied = await parts.engine.applyIn(tx, {
        orderId: order.id,
        source: "mixer",
        externalId: `${order.id}:round:${round.no}`,
        event,
      });
      return applied.ok;
    });
    return skipped ? { done: false, why: "a round was left out", soon: true } : ROUND_UNDER_WAY;
  }
  const planned = await planRound(
    parts.database,
    {
      orderId: order.id,
      no: round.no,
      chain,
      asset: settlement.receiveAsset,
      units: settlement.receiveUnits,
      feeUnitsMax: mix.roundFeeUnitsMax,
    },
    at,
  );
  if (planned) parts.wake(chain);
  return ROUND_UNDER_WAY;
}

async function pay(
  parts: MixParts,
  order: Order,
  leg: { no: number; units: bigint; address: number; shortfall: number },
): Promise<CommandOutcome> {
  const { mixer, payout } = order.terms;
  assert(payout.kind === "to", "a mix that can only be refunded", { id: order.id });
  const destination = mixer?.receiveAddresses[leg.address] ?? payout.address;
  const { no, units, shortfall } = leg;
  const applied = await parts.engine.apply({
    orderId: order.id,
    source: "mixer",
    externalId: `${order.id}:leg:${no}`,
    event: {
      type: "mix_leg",
      at: parts.clock.now(),
      no,
      legId: newLegId(parts.random),
      units,
      destination,
      shortfall,
    },
  });
  return { done: false, why: applied.ok ? "the next leg" : applied.error, soon: true };
}
