import { exchangeFeePpm } from "../../src/core/fees";
import { possibleFees } from "../../src/mixer/fee";
import { LEGS_MAX } from "../../src/mixer/plan";
import { DELAY_MINUTES } from "../../src/mixer/settings";
import { type Dice, diceOf } from "../simulation/dice";
import { attack, STRATEGIES, type Strategy, suspectsOf } from "./attack";
import { learn } from "./experience";
import type { Charge, Knowledge } from "./explanations";
import { createMarket, type PublicMarket } from "./market";
import { ASSETS_USED, type Customer, drawCustomers, type Traffic } from "./people";
import { type Paid, runMixes, runPlain } from "./run-mixes";
import { sceneOf } from "./scene";

/** One order, and whether the attacker named one of its addresses. */
export type Outcome = Paid & { hit: boolean };

export type Experiment = {
  /** The same customers without a mix and with one. */
  plain: Outcome[];
  mixed: Outcome[];
  /** What served the attacker best where he practised, and so is what he used. */
  strategy: Strategy;
};

const STARTS_AT = 1_767_225_600_000;
const MINUTE_MS = 60_000;
/** A payout is sent up to a step of the simulation after its window's end. */
const SLACK_MS = MINUTE_MS;

const service = {
  plain: {
    run: runPlain,
    charges: [exchangeFeePpm("floating"), exchangeFeePpm("fixed")].map(
      (feePpm): Charge => ({ feePpm, mix: null }),
    ),
    delayMsMax: MINUTE_MS,
  },
  mixed: {
    run: runMixes,
    charges: possibleFees().flatMap(({ feePpm, rounds }) =>
      Array.from({ length: LEGS_MAX }, (_, i): Charge => ({ feePpm, mix: { rounds, legs: i + 1 } })),
    ),
    delayMsMax: DELAY_MINUTES.max * MINUTE_MS + SLACK_MS,
  },
} as const;

/** Lets the attacker practise on one world of this traffic and attack another; the same seed makes the same worlds. */
export function runExperiment(traffic: Traffic, seed: string): Experiment {
  const practice = world(traffic, `${seed} practice`);
  const attacked = world(traffic, `${seed} attacked`);
  const plain = attackWorld("plain", practice, attacked);
  const mixed = attackWorld("mixed", practice, attacked);
  return { plain: plain.outcomes, mixed: mixed.outcomes, strategy: mixed.strategy };
}

type World = { customers: Customer[]; market: PublicMarket; dice: Dice };

function world(traffic: Traffic, seed: string): World {
  const dice = diceOf(seed);
  const span = { startsAt: STARTS_AT, hours: traffic.hours };
  const market = createMarket(ASSETS_USED, span, dice);
  return { market, customers: drawCustomers(traffic, STARTS_AT, dice), dice };
}

function attackWorld(kind: "plain" | "mixed", practice: World, attacked: World) {
  const known = lookAt(kind, practice);
  const experience = learn(known.scene, known.truth, known.suspects);
  const hitsOf = (strategy: Strategy, on: typeof known): boolean[] =>
    attack(on.scene, on.suspects, experience, strategy).map(
      (payout, deposit) => payout !== undefined && on.truth.depositOf[payout] === deposit,
    );
  const [strategy] = [...STRATEGIES].sort((a, b) => rate(hitsOf(b, known)) - rate(hitsOf(a, known)));
  if (strategy === undefined) throw new Error("an attacker without a strategy");
  const target = lookAt(kind, attacked);
  const hits = hitsOf(strategy, target);
  return { strategy, outcomes: target.truth.orders.map((paid, i) => ({ ...paid, hit: hits[i] ?? false })) };
}

const rate = (hits: readonly boolean[]): number => hits.filter((hit) => hit).length / hits.length;

function lookAt(kind: "plain" | "mixed", { customers, market, dice }: World) {
  const { run, charges, delayMsMax } = service[kind];
  const { scene, truth } = sceneOf(run(customers, market, dice), dice);
  const knowledge: Knowledge = { charges, delayMsMax, market };
  return { scene, truth, suspects: suspectsOf(scene, knowledge) };
}
