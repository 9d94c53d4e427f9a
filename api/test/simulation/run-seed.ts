import { STUCK } from "../../src/ledger/stuck-store";
import type { Task } from "../../src/loop";
import { LEG_WAIT_TEXT } from "../../src/payouts/leg-wait";
import { audit, type Facts } from "./auditor";
import { brokenInvariants } from "./broken-invariants";
import { congest } from "./congestion";
import { cheapenContracts } from "./contracts";
import { crowdOf } from "./crowd";
import { answer, inviteCustomers } from "./customers";
import { diceOf } from "./dice";
import { collectFacts } from "./facts";
import { type FaultKind, meet } from "./faulty-chain";
import { haltFunding } from "./halt";
import { begin, type Course, type Part } from "./history";
import { hoardCoins } from "./hoard";
import { loseMixKeys } from "./lost-keys";
import { noteMoves } from "./moves";
import { administer, allowPayouts, deepReorg, deliverLate, look, mineAll } from "./nature";
import { calmFees } from "./network-fees";
import { enrich } from "./riches";
import { seizeCoins } from "./seizure";
import { sweepSetAside } from "./set-aside";
import type { Plot } from "./site";
import { storiesOf } from "./story";
import { floodOrders } from "./strangers";
import { takeStep } from "./take-step";
import { paidByLost, waitOf, waitsForAdministrator, whatIsUnderWay } from "./under-way";
import { witness } from "./witness";
import { openWorld, type World } from "./world";

/** What a world went through, whether it ended well or not. */
type Lived = { course: Course; met: ReadonlyMap<FaultKind, number> };

export type SeedOutcome = Lived & { steps: number; orders: number; reached: ReadonlySet<string> };

/** Says what of a finished world is not as it must be. */
export type Auditor = (facts: Facts) => readonly string[];

/** The simulation found what must not be: the message says what, the stories and the journal how it came. */
export class SimulationFailure extends Error {
  override readonly name = "SimulationFailure";
  readonly journal: readonly string[];
  readonly course: Course;
  readonly met: ReadonlyMap<FaultKind, number>;
  constructor(
    message: string,
    { journal, course, mishaps }: World,
    readonly stories: readonly string[],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.journal = journal;
    this.course = course;
    this.met = mishaps.met;
  }
}

const STEPS_PER_ORDER = 26;
const CHECK_EVERY = 40;
const ROUNDS_MAX = 150;
/** In rounds of settling down. */
const ADMINISTERED_EVERY = 6;
const FAILING_ROUNDS = 24;
const SENDING_ROUNDS = 16;
const RELEASES = 12;
const PAYMENT_WINDOW_PASSED_MS = 2_000_000;
const DEADLINE_PASSED_MS = 90_000_000;
/** The number of the invariant's query. */
const CHAIN_MATCHES_LEDGER = 12;
const ALL_MOVE = 18;
/** Rare tasks run in every sixth round of three seconds, and at the end of each rest. */
const COMPARED_WITHIN_MS = 600_000;
/** Prices hold a minute. */
const PRICES_AFTER_MS = 45_000;

/**
 * Runs one world from its seed to its end, or only a part of its history. Throws SimulationFailure when anything is not as
 * it must be.
 */
export async function runSeed(
  plot: Plot,
  given: { seed: string; orders: number; part?: Part | undefined; auditor?: Auditor | undefined },
): Promise<SeedOutcome> {
  const part = given.part ?? null;
  const world = await openWorld(plot, given.seed, part?.without);
  try {
    inviteCustomers(world, given.orders);
    await enrich(world);
    await hoardCoins(world);
    const steps = Math.ceil(given.orders / crowdOf(given.orders)) * STEPS_PER_ORDER;
    const deepAt = world.dice.permille(150) ? world.dice.below(steps) : -1;
    for (let step = 0; step < steps; step++) {
      if (part?.steps?.has(step) ?? true) {
        begin(world, step, part);
        if (step === deepAt && !world.without.has("deepReorg")) await deepReorg(world);
        if (step === world.strangers.floodsAt) await floodOrders(world);
        await takeStep(world);
      }
      if (step % CHECK_EVERY === 0) await requireInvariants(world, { atRest: false });
    }
    begin(world, steps, part);
    await comeToRest(world);
    await noteMoves(world);
    await requireInvariants(world, { atRest: true });
    await requireCompared(world);
    requireEnded(world);
    const { auditor = audit } = given;
    const complaints = auditor(await collectFacts(world));
    if (complaints.length > 0) throw new Error(`the auditor objects:\n  ${complaints.join("\n  ")}`);
    const { course, mishaps, reached } = world;
    return { course, met: mishaps.met, steps, orders: world.seen.size, reached };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const stories = await storiesOf(world, reason);
    throw new SimulationFailure(`seed ${given.seed}: ${reason}`, world, stories, { cause: error });
  }
}

/** Heals every fault, lets everybody do what they still mean to, and moves the clock past every deadline. */
async function comeToRest(world: World): Promise<void> {
  const isSending = diceOf(`sending ${world.seed}`).permille(500);
  if (isSending) await sendOn(world);
  world.heal();
  await calmFees(world);
  world.tell("Sotto", null, "no fault strikes from now on, and every process is started or woken");
  const oversleeps = world.processes.length > 1 && world.dice.permille(700) && !world.without.has("doze");
  if (oversleeps) await doze(world);
  await wakeAll(world, oversleeps ? 1 : 0);
  while (world.mishaps.late.length > 0) await deliverLate(world);
  if (!isSending) await stage(world);
  await seizeCoins(world, () => goOn(world));
  const mayFail = world.customers.some(({ kind }) => kind.endsWith("reverting"));
  if (mayFail && world.dice.permille(400)) await letPayoutsFail(world);
  await allowPayouts(world);
  await settleDown(world);
  await wakeAll(world, 0);
  await settleDown(world);
  await decideOpen(world, { insist: false });
  world.clock.ms += PAYMENT_WINDOW_PASSED_MS;
  await settleDown(world);
  if ([...world.seen.values()].some(({ state }) => state === "action_required" || state === "hold")) {
    cheapenContracts(world);
    await decideOpen(world, { insist: true });
    await settleDown(world);
    world.clock.ms += DEADLINE_PASSED_MS;
    await settleDown(world);
  }
  await sweepSetAside(world, () => settleDown(world));
}

/** Most payments are due only now: for a while longer, what is sent is refused, is lost, or arrives late. */
async function sendOn(world: World): Promise<void> {
  world.calm();
  world.tell(
    "Sotto",
    null,
    "every process is started or woken, and only what is sent to nodes still goes astray",
  );
  await wakeAll(world, 0);
  await stage(world);
  for (let round = 0; round < SENDING_ROUNDS && (await whatIsUnderWay(world)) !== null; round++) {
    await goOn(world);
    if (world.mishaps.late.length > 0 && world.dice.permille(300)) await deliverLate(world);
  }
}

/** What can only happen to payments that are not made yet, in worlds that are drawn for it. */
async function stage(world: World): Promise<void> {
  await haltFunding(world, () => goOn(world));
  await congest(world, (beforeBlocks) => goOn(world, beforeBlocks));
  await loseMixKeys(world, () => goOn(world));
}

/** A process stops before it writes what a node told it, if it has anything to write. */
async function doze(world: World): Promise<void> {
  const [process] = world.processes.filter(({ life }) => !life.isDead() && !life.isStopped());
  const onChains = process?.tasks.filter(({ name }) => name.startsWith("chain:")) ?? [];
  for (const task of world.dice.shuffled(onChains)) {
    if (process?.life.isStopped()) return meet(world.mishaps, "doze");
    await process?.run(task, { dozes: true });
    await witness(world);
  }
}

/** Wakes the stopped processes but for `asleep` of them, who will find their work done. Dead ones start again. */
async function wakeAll(world: World, asleep: number): Promise<void> {
  let left = asleep;
  for (const [index, process] of world.processes.entries()) {
    if (process.life.isStopped() && left-- > 0) continue;
    await process.resume();
    await witness(world);
    if (process.life.isDead()) await world.restart(index);
  }
}

/** Payouts that cannot land get the time to fail twice: then a person must decide. */
async function letPayoutsFail(world: World): Promise<void> {
  for (let round = 0; round < FAILING_ROUNDS; round++) await goOn(world);
}

/** Everybody but the customers acts, and a block comes on every chain. */
async function goOn(world: World, beforeBlocks = async (): Promise<void> => {}): Promise<void> {
  world.clock.ms += 3_000;
  await runAll(world, { andRare: false });
  await witness(world);
  await look(world);
  await beforeBlocks();
  await mineAll(world);
}

/** Whoever was asked answers, and the administrator decides about what is held. */
async function decideOpen(world: World, how: { insist: boolean }): Promise<void> {
  for (const seen of [...world.seen.values()]) {
    if (seen.state === "action_required") await answer(world, seen, how);
  }
  await releaseAll(world);
}

async function releaseAll(world: World): Promise<void> {
  for (let turn = RELEASES * crowdOf(world.customers.length); turn > 0; turn--) {
    await administer(world);
    await look(world);
    if (![...world.seen.values()].some(({ state }) => state === "hold")) return;
  }
}

/** Every task runs and blocks are mined until nothing is under way. */
async function settleDown(world: World): Promise<void> {
  const rounds = ROUNDS_MAX * crowdOf(world.customers.length);
  for (let round = 0; round < rounds; round++) {
    world.clock.ms += 3_000;
    await runAll(world, { andRare: round % 6 === 0 });
    await witness(world);
    await look(world);
    const busy = await whatIsUnderWay(world);
    if (busy === null) return;
    world.clock.ms += waitOf(busy);
    if (round % ADMINISTERED_EVERY === ADMINISTERED_EVERY - 1 || waitsForAdministrator(busy)) {
      // A command may have put itself off for up to a minute.
      world.clock.ms += 61_000;
      await administer(world);
    }
    await mineAll(world);
  }
  throw new Error(`does not come to rest: ${await whatIsUnderWay(world)}`);
}

/** One of the processes does all its tasks: the prices first, because everything waits for them. */
async function runAll(world: World, { andRare }: { andRare: boolean }): Promise<void> {
  const process = world.dice.pick(world.processes.filter(({ life }) => !life.isStopped()));
  const isRare = ({ name }: Task): boolean => /^(reconcile|pools|network-fees|join-coins|house)/.test(name);
  const pricedAt = world.market.history.at(-1)?.at ?? 0;
  if (world.clock.ms - pricedAt > PRICES_AFTER_MS) {
    for (const task of process.tasks) if (task.name === "prices") await process.run(task);
  }
  const rest = process.tasks.filter((task) => task.name !== "prices" && (andRare || !isRare(task)));
  for (const task of world.dice.shuffled(rest)) await process.run(task);
}

/** Between a reorg and the watcher's next look, ledger and chain rightly differ; at rest they must not. */
async function requireInvariants(world: World, { atRest }: { atRest: boolean }): Promise<void> {
  const broken = (await brokenInvariants(world.plot.worker)).filter(
    ({ id }) => atRest || id !== CHAIN_MATCHES_LEDGER,
  );
  const [first, ...others] = broken;
  if (first === undefined) return;
  if (first.id === ALL_MOVE && others.length === 0 && (await isExplained(world, { atRest }))) return;
  throw new Error(`invariants broken: ${broken.map(({ id, name }) => `${id} (${name})`).join(", ")}`);
}

/**
 * What the operator is told that does not move is only what a deposit pays for that is gone and never comes back, or, before
 * the world comes to rest, a timer: the clock leaps while no process looks at it.
 */
async function isExplained(world: World, { atRest }: { atRest: boolean }): Promise<boolean> {
  const unpaid = [...world.seen.keys()].filter((id) => paidByLost(world, id));
  const [row] = await world.plot.observer.unsafe<{ others: string }[]>(
    `SELECT count(*) AS others FROM (${STUCK}) AS stuck
     WHERE NOT (kind = 'order' AND detail IS NOT DISTINCT FROM $1
       AND name IN (SELECT tracking_code FROM orders WHERE id = ANY($2)))
       AND (awaits <> 'timer' OR $3)`,
    [LEG_WAIT_TEXT.deposit_lost, unpaid, atRest],
  );
  return row?.others === "0";
}

/** Every asset was compared with its chain, whole and lately: what is not looked at cannot be found missing. */
async function requireCompared(world: World): Promise<void> {
  const since = new Date(world.clock.ms - COMPARED_WITHIN_MS).toISOString();
  const rows = await world.plot.observer<{ asset: string }[]>`
    SELECT asset FROM unnest(${[...world.assets]}::text[]) AS asset WHERE NOT EXISTS (
      SELECT 1 FROM chain_checks c WHERE c.asset = asset.asset AND c.at >= ${since} AND c.compared = c.addresses)`;
  if (rows.length > 0)
    throw new Error(`the books were not compared: ${rows.map(({ asset }) => asset).join(", ")}`);
}

const ENDED = new Set(["completed", "refunded", "expired", "cancelled", "failed"]);

/** Every order has ended, unless what it was paid is gone; only a question that nobody answers, with nowhere to refund to, may stay open. */
function requireEnded(world: World): void {
  for (const { id, state, reason, refundAddress, overdue } of world.seen.values()) {
    if (ENDED.has(state) || paidByLost(world, id)) continue;
    const waitsForever = state === "action_required" && overdue;
    const heldForever = state === "hold" && refundAddress === null;
    if (waitsForever || heldForever) continue;
    throw new Error(`order ${id.slice(0, 6)} never ends: ${state}${reason === null ? "" : `:${reason}`}`);
  }
}
