import type { Task } from "../../src/loop";
import { crowdOf } from "./crowd";
import { act } from "./customers";
import { type FaultKind, type FaultRates, meet } from "./faulty-chain";
import { actsNow } from "./history";
import { lend } from "./lending";
import { meddle } from "./meddling";
import {
  administer,
  answerOne,
  deliverLate,
  dropOwn,
  leap,
  look,
  loseNode,
  mine,
  reorg,
  revertRound,
} from "./nature";
import { moveFees } from "./network-fees";
import { sendDust } from "./strangers";
import { witness } from "./witness";
import type { World } from "./world";

/** A stopped process mostly sleeps until the others have done its work. */
const WAKES_PERMILLE = 60;

/** One thing happens: to a process, a customer, a chain, the market or the clock. */
export async function takeStep(world: World): Promise<void> {
  const { dice, mishaps } = world;
  actsNow(world, "nobody");
  world.clock.ms += 50 + dice.below(700);
  const strikes = (kind: keyof FaultRates): boolean => dice.permille(mishaps.rates()[kind]);
  if (strikes("reorg")) await reorg(world);
  if (strikes("dropOwn")) await dropOwn(world);
  if (strikes("away")) loseNode(world);
  if (strikes("revertRound")) await revertRound(world);
  await sendDust(world);
  await meddle(world);
  await moveFees(world);
  await lend(world);
  const roll = dice.below(100);
  if (roll < 52) {
    await work(world);
    await witness(world);
    return look(world);
  }
  if (roll < 70) {
    for (let left = crowdOf(world.customers.length); left > 0; left--) {
      const customer = dice.pick(world.customers);
      actsNow(world, `customer ${world.customers.indexOf(customer)}`);
      await act(world, customer);
    }
    return look(world);
  }
  const [happening, happen] = happeningOf(roll);
  actsNow(world, happening);
  await happen(world);
  if (happening === "answer" || happening === "administrator") await look(world);
}

type Happening = readonly [actor: string, happen: (world: World) => Promise<void> | void];

/** What happens at a roll of 70 to 99, which is neither a process nor a customer. */
function happeningOf(roll: number): Happening {
  if (roll < 84) return ["miner", (world) => mine(world)];
  if (roll < 88) return ["answer", answerOne];
  if (roll < 91) return ["administrator", administer];
  if (roll < 94) return ["clock", leap];
  if (roll < 96) return ["market", ({ market }) => market.jump()];
  return ["late request", deliverLate];
}

/** A process does one of its tasks; a dead one starts again, a stopped one may sleep on. */
async function work(world: World): Promise<void> {
  const { dice } = world;
  const index = dice.below(world.processes.length);
  const process = world.processes[index];
  if (process === undefined) return;
  actsNow(world, "process that died or was stopped");
  if (process.life.isDead()) return world.restart(index);
  if (process.life.isStopped()) {
    if (dice.permille(WAKES_PERMILLE)) {
      world.tell("Sotto", null, `process ${index} wakes`);
      await process.resume();
    }
    return;
  }
  const weighted = process.tasks.flatMap((task) => Array.from({ length: weightOf(task) }, () => task));
  const task = dice.pick(weighted);
  actsNow(world, task.name);
  await process.run(task);
  if (process.life.isDead()) struck(world, "crash", `process ${index} died in ${task.name}`);
  if (process.life.isStopped()) struck(world, "stop", `process ${index} was stopped in ${task.name}`);
}

function struck(world: World, kind: FaultKind, text: string): void {
  meet(world.mishaps, kind);
  world.tell("Sotto", null, text);
}

/** How often each task runs, in relation to the others. */
const weightOf = (task: Task): number => {
  if (task.name.startsWith("chain:") || task.name === "outbox") return 6;
  return task.name === "timers" || task.name === "prices" ? 2 : 1;
};
