import { registryUnits } from "../../src/core/asset-amount";
import { assetOf } from "../../src/core/assets";
import { checkInvariants } from "../../src/ledger/invariants";
import type { Task } from "../../src/loop";
import { audit } from "./auditor";
import { act, answer, inviteCustomers } from "./customers";
import { collectFacts } from "./facts";
import {
  administer,
  allowPayouts,
  answerOne,
  deepReorg,
  deliverLate,
  dropOwn,
  leap,
  look,
  loseNode,
  mine,
  mineAll,
  reorg,
  revertRound,
  unconfirmed,
} from "./nature";
import type { Plot } from "./site";
import { witness } from "./witness";
import { openWorld, type World } from "./world";

export type SeedOutcome = { steps: number; orders: number; reached: ReadonlySet<string> };

/** The simulation found what must not be: the message says what, the journal how it came. */
export class SimulationFailure extends Error {
  override readonly name = "SimulationFailure";
  constructor(
    message: string,
    readonly journal: readonly string[],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const STEPS_PER_ORDER = 26;
const CHECK_EVERY = 40;
/** A stopped process mostly sleeps until the others have done its work. */
const WAKES_PERMILLE = 60;
const ROUNDS_MAX = 150;
const FAILING_ROUNDS = 24;
/** Nothing is under way but mixes that wait for their time: it is made to come. */
const MIX_WAITS_MS = 180_000;
const PAYMENT_WINDOW_PASSED_MS = 2_000_000;
const DEADLINE_PASSED_MS = 90_000_000;
/** The number of the invariant's query. */
const CHAIN_MATCHES_LEDGER = 12;
/** Prices hold a minute. */
const PRICES_AFTER_MS = 45_000;

/** Runs one world from its seed to its end. Throws SimulationFailure when anything is not as it must be. */
export async function runSeed(plot: Plot, given: { seed: string; orders: number }): Promise<SeedOutcome> {
  const world = await openWorld(plot, given.seed);
  try {
    inviteCustomers(world, given.orders);
    const steps = given.orders * STEPS_PER_ORDER;
    const deepAt = world.dice.permille(150) ? world.dice.below(steps) : -1;
    for (let step = 0; step < steps; step++) {
      if (step === deepAt) await deepReorg(world);
      await takeStep(world);
      if (step % CHECK_EVERY === 0) await requireInvariants(world, { atRest: false });
    }
    await comeToRest(world);
    await requireInvariants(world, { atRest: true });
    requireEnded(world);
    const complaints = audit(await collectFacts(world));
    if (complaints.length > 0) throw new Error(`the auditor objects:\n  ${complaints.join("\n  ")}`);
    return { steps, orders: world.seen.size, reached: world.reached };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SimulationFailure(`seed ${given.seed}: ${reason}`, world.journal, { cause: error });
  }
}

/** How often each task runs, in relation to the others. */
const weightOf = (task: Task): number => {
  if (task.name.startsWith("chain:") || task.name === "outbox") return 6;
  return task.name === "timers" || task.name === "prices" ? 2 : 1;
};

/** One thing happens: to a process, a customer, a chain, the market or the clock. */
async function takeStep(world: World): Promise<void> {
  const { dice, mishaps } = world;
  world.clock.ms += 50 + dice.below(700);
  const rates = mishaps.rates();
  if (dice.permille(rates.reorg)) await reorg(world);
  if (dice.permille(rates.dropOwn)) await dropOwn(world);
  if (dice.permille(rates.away)) loseNode(world);
  if (dice.permille(rates.revertRound)) await revertRound(world);
  const roll = dice.below(100);
  if (roll < 52) {
    await work(world);
    await witness(world);
    return look(world);
  }
  if (roll < 70) return act(world, dice.pick(world.customers)).then(() => look(world));
  if (roll < 84) return mine(world);
  if (roll < 88) return answerOne(world).then(() => look(world));
  if (roll < 91) return administer(world).then(() => look(world));
  if (roll < 94) return leap(world);
  if (roll < 96) return world.market.jump();
  return deliverLate(world);
}

/** A process does one of its tasks; a dead one starts again, a stopped one may sleep on. */
async function work(world: World): Promise<void> {
  const { dice } = world;
  const index = dice.below(world.processes.length);
  const process = world.processes[index];
  if (process === undefined) return;
  if (process.life.isDead()) return world.restart(index);
  if (process.life.isStopped()) {
    if (dice.permille(WAKES_PERMILLE)) {
      world.note(`process ${index} wakes`);
      await process.resume();
    }
    return;
  }
  const weighted = process.tasks.flatMap((task) => Array.from({ length: weightOf(task) }, () => task));
  const task = dice.pick(weighted);
  await process.run(task);
  if (process.life.isDead()) world.note(`process ${index} died in ${task.name}`);
  if (process.life.isStopped()) world.note(`process ${index} was stopped in ${task.name}`);
}

/** Heals every fault, lets everybody do what they still mean to, and moves the clock past every deadline. */
async function comeToRest(world: World): Promise<void> {
  world.heal();
  world.note("the world heals");
  for (const [index, process] of world.processes.entries()) {
    await process.resume();
    await witness(world);
    if (process.life.isDead()) await world.restart(index);
  }
  while (world.mishaps.late.length > 0) await deliverLate(world);
  const mayFail = world.customers.some(({ kind }) => kind.endsWith("reverting"));
  if (mayFail && world.dice.permille(400)) await letPayoutsFail(world);
  await allowPayouts(world);
  await settleDown(world);
  await decideOpen(world, { insist: false });
  world.clock.ms += PAYMENT_WINDOW_PASSED_MS;
  await settleDown(world);
  if (!isAnyOpen(world)) return;
  await decideOpen(world, { insist: true });
  await settleDown(world);
  world.clock.ms += DEADLINE_PASSED_MS;
  await settleDown(world);
}

/** Payouts that cannot land get the time to fail twice: then a person must decide. */
async function letPayoutsFail(world: World): Promise<void> {
  for (let round = 0; round < FAILING_ROUNDS; round++) {
    world.clock.ms += 3_000;
    await runAll(world, { andRare: false });
    await look(world);
    await mineAll(world);
  }
}

const isAnyOpen = (world: World): boolean =>
  [...world.seen.values()].some(({ state }) => state === "action_required" || state === "hold");

/** Whoever was asked answers, and the administrator decides about what is held. */
async function decideOpen(world: World, how: { insist: boolean }): Promise<void> {
  for (const seen of [...world.seen.values()]) {
    if (seen.state === "action_required") await answer(world, seen, how);
  }
  await releaseAll(world);
}

async function releaseAll(world: World): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    await administer(world);
    await look(world);
    if (![...world.seen.values()].some(({ state }) => state === "hold")) return;
  }
}

/** Every task runs and blocks are mined until nothing is under way. */
async function settleDown(world: World): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    world.clock.ms += 3_000;
    await runAll(world, { andRare: round % 6 === 0 });
    await witness(world);
    await look(world);
    const busy = await underWay(world);
    if (busy === null) return;
    if (ONLY_MIXES_WAIT.test(busy)) world.clock.ms += MIX_WAITS_MS;
    if (round % 20 === 19) {
      // A command may have put itself off for up to a minute.
      world.clock.ms += 61_000;
      await administer(world);
    }
    await mineAll(world);
  }
  throw new Error(`does not come to rest: ${await underWay(world)}`);
}

const ONLY_MIXES_WAIT = /^commands: mix of \S+ \(not due\)(, mix of \S+ \(not due\))*$/;

/** One of the processes does all its tasks: the prices first, because everything waits for them. */
async function runAll(world: World, { andRare }: { andRare: boolean }): Promise<void> {
  const process = world.dice.pick(world.processes);
  const isRare = ({ name }: Task): boolean => /^(reconcile|pools|network-fees|join-coins|house)/.test(name);
  const pricedAt = world.market.history.at(-1)?.at ?? 0;
  if (world.clock.ms - pricedAt > PRICES_AFTER_MS) {
    for (const task of process.tasks) if (task.name === "prices") await process.run(task);
  }
  const rest = process.tasks.filter((task) => task.name !== "prices" && (andRare || !isRare(task)));
  for (const task of world.dice.shuffled(rest)) await process.run(task);
}

/** What is still going on; null when nothing is. */
async function underWay(world: World): Promise<string | null> {
  const chains = [...world.chains];
  const tokens = world.assets.filter((asset) => assetOf(asset).kind === "token");
  // What is worth the fee of moving must not stay behind on a deposit address.
  const worth = tokens.map((asset) => String(registryUnits(asset, "minAmount") / 10n));
  const [row] = await world.plot.observer<
    {
      commands: string | null;
      attempts: string | null;
      deposits: string | null;
      behind: string | null;
      unswept: string | null;
    }[]
  >`SELECT
      (SELECT string_agg(kind || ' of ' || left(order_id, 6) || ' (' || COALESCE(last_error, 'not tried') || ')', ', ')
        FROM outbox WHERE done_at IS NULL) AS commands,
      (SELECT string_agg(kind || ' ' || state || ' ' || left(tx_id, 8) || COALESCE(' (' || said || ')', ''), ', ')
        FROM payout_attempts LEFT JOIN attempt_looks ON attempt_id = id WHERE state IN ('signed', 'broadcasting', 'sent', 'mined')) AS attempts,
      (SELECT string_agg(state || ' ' || left(tx_id, 8), ', ') FROM deposits WHERE state IN ('seen', 'confirmed', 'lost')) AS deposits,
      (SELECT string_agg(chain || ' ' || status, ', ') FROM chain_cursors WHERE status <> 'ok' AND chain = ANY(${chains}::text[])) AS behind,
      (SELECT string_agg(u.units || ' ' || u.asset, ', ') FROM unswept u
        JOIN unnest(${tokens}::text[], ${worth}::text[]) AS token (asset, least) ON token.asset = u.asset
        WHERE u.units >= token.least::numeric
          AND NOT EXISTS (SELECT 1 FROM quarantined q WHERE q.chain = u.chain AND q.address = u.address)) AS unswept`;
  const mempool = await unconfirmed(world);
  const parts = Object.entries({ ...row, ...(mempool > 0 ? { mempool } : {}) }).filter(
    ([, value]) => value !== null,
  );
  return parts.length === 0 ? null : parts.map(([name, value]) => `${name}: ${value}`).join("; ");
}

/** Between a reorg and the watcher's next look, ledger and chain rightly differ; at rest they must not. */
async function requireInvariants(world: World, { atRest }: { atRest: boolean }): Promise<void> {
  const broken = (await checkInvariants(world.plot.worker)).filter(
    ({ id, violations }) => violations > 0 && (atRest || id !== CHAIN_MATCHES_LEDGER),
  );
  if (broken.length === 0) return;
  throw new Error(`invariants broken: ${broken.map(({ id, name }) => `${id} (${name})`).join(", ")}`);
}

const ENDED = new Set(["completed", "refunded", "expired", "cancelled", "failed"]);

/** Every order has ended; only a question that nobody answers, with nowhere to refund to, may stay open. */
function requireEnded(world: World): void {
  for (const { id, state, reason, refundAddress, overdue } of world.seen.values()) {
    if (ENDED.has(state)) continue;
    const waitsForever = state === "action_required" && overdue;
    const heldForever = state === "hold" && refundAddress === null;
    if (waitsForever || heldForever) continue;
    throw new Error(`order ${id.slice(0, 6)} never ends: ${state}${reason === null ? "" : `:${reason}`}`);
  }
}
