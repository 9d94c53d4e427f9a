import { assetsOn, paramsOf, SIMNET_CHAIN_IDS, type SimnetChainId } from "../../src/chains/simnet/params";
import { openSimnet, type Simnet } from "../../src/chains/simnet/simnet";
import type { AssetCode } from "../../src/core/assets";
import type { Clock } from "../../src/core/ports";
import type { MarketAnswers } from "../../src/routes/market/answers";
import type { OrderAnswers } from "../../src/routes/orders/answers";
import { memoryMixKeys } from "../memory-mix-keys";
import { type Contracts, contractChain } from "./contracts";
import { nodeOf } from "./cumulative-chain";
import { type Dice, diceOf } from "./dice";
import { drawFaults, type FaultKind, type FaultRates, type Mishaps, NO_FAULTS } from "./faulty-chain";
import { type Course, noCourse } from "./history";
import { openHttp } from "./http-role";
import type { Lending } from "./lending";
import { createMarket, type PricePoint, type SimulatedMarket } from "./market";
import { type MixNotes, noMixes } from "./mixes";
import { type Moment, type MomentNotes, noMoments } from "./moments";
import { type NetworkFees, openNetworkFees } from "./network-fees";
import { type ProcessParts, startProcess, type WorkerProcess } from "./process";
import type { Scenario } from "./scenarios";
import { BEGINNING_MS, type Plot } from "./site";
import { drawStrangers, type Strangers } from "./strangers";

export type Customer = Scenario & {
  /** Null until the order is made. */
  orderId: string | null;
  depositAddress: string;
  /** One, or for a mix up to three. */
  receiveAddresses: string[];
  refundAddressOwn: string;
  /** Whether they gave it, and when they cancelled. */
  hasGivenRefundAddress: boolean;
  cancelledAt: number | null;
  expiresAt: number;
  shown: Shown;
  payments: { txHash: string; asset: AssetCode; units: bigint; at: number }[];
};

/** What a customer was shown before they made the order: limits in sent units, and a fixed rate's figures. */
export type Shown = {
  unitsMin: bigint;
  unitsMax: bigint;
  quote: { receiveUnits: bigint; networkFeeUnits: bigint; moment: Moment } | null;
};

/** What a customer agreed to: the figure that they were shown, and when. */
export type Agreement = { receiveUnits: bigint; moment: Moment };

/** An order was in one state at a look, and in another one at the next. */
export type Change = { from: string | null; to: string; moment: Moment };

/** Whose part of a story it is. */
export type Voice = "Customer" | "Chain" | "Sotto";

/** A part of a story, at a time of the world; `about` is an order or a chain, or null where it concerns all. */
export type Told = { at: number; who: Voice; about: string | null; text: string };

/** What an order looked like at the last look. */
export type Seen = {
  id: string;
  parentId: string | null;
  state: string;
  reason: string | null;
  refundAddress: string | null;
  overdue: boolean;
};

/** One simulated world: the engine's processes, the chains, the market, the customers, and what was noted of them. */
export type World = {
  seed: string;
  plot: Plot;
  clock: { ms: number; now(): number };
  dice: Dice;
  /** All dice from which something is drawn in a step. */
  streams: readonly Dice[];
  course: Course;
  /** Faults that are kept away. */
  without: ReadonlySet<FaultKind>;
  simnet: Simnet;
  chains: readonly SimnetChainId[];
  assets: readonly AssetCode[];
  market: SimulatedMarket;
  mishaps: Mishaps;
  processes: WorkerProcess[];
  orders: OrderAnswers;
  quotes: MarketAnswers;
  /** What the http role does every half second. */
  readCurrentPrices(): Promise<unknown>;
  customers: Customer[];
  seen: Map<string, Seen>;
  /** Chains that were halted when the engine was last looked at. */
  halted: ReadonlySet<string>;
  /** The last state of each deposit and of each transaction of ours. */
  witnessed: Map<string, string>;
  /** Chains whose history was rewritten below the policy depth: nothing is dropped there any more. */
  rewritten: Set<SimnetChainId>;
  /** Payments of customers that were credited and are in no branch any more: what they pay for is never paid. */
  lost: Set<string>;
  /** State, and `state:reason`, of every order at every look. */
  reached: Set<string>;
  /** Why orders asked their customers, and by what consent they went on. */
  asked: Map<string, Set<string>>;
  consents: Map<string, Set<string>>;
  agreements: Map<string, Agreement[]>;
  changes: Map<string, Change[]>;
  moments: MomentNotes;
  mixes: MixNotes;
  strangers: Strangers;
  networkFees: NetworkFees;
  contracts: Contracts;
  lending: Lending;
  mixKeys: ReturnType<typeof memoryMixKeys>;
  journal: string[];
  told: Told[];
  /** From now on only what is sent goes astray. */
  calm(): void;
  heal(): void;
  restart(index: number): Promise<void>;
  note(line: string): void;
  /** Notes what happened, and keeps it for the stories that it belongs to. */
  tell(who: Voice, about: string | null, text: string): void;
};

const JOURNAL_MAX = 400;
/** One of these is frequent where what is sent goes astray. */
const ASTRAY = ["lostReply", "lateRequest", "refusal"] as const;
const ASTRAY_PERMILLE = 350;
/** Dash, Zcash and Cardano are imitated as Bitcoin Cash is. */
const UTXO = ["bitcoin", "litecoin", "bitcoincash", "monero"] as const satisfies SimnetChainId[];
const ACCOUNT = SIMNET_CHAIN_IDS.filter((chain) => paramsOf(chain).model === "account");

/** Opens a world: what differs from seed to seed is drawn here, and later from the same dice. */
export async function openWorld(
  plot: Plot,
  seed: string,
  without: ReadonlySet<FaultKind> = new Set(),
): Promise<World> {
  const dice = diceOf(`world ${seed}`);
  const clock = { ms: BEGINNING_MS, now: () => clock.ms };
  const chains: SimnetChainId[] = [dice.pick(UTXO), dice.pick(ACCOUNT)];
  const assets = chains.flatMap((chain) => [...assetsOn(chain)]);
  const simnet = await openSimnet({ sql: plot.simnet, clock, blockMs: 1_000, auto: false });
  const [marketDice, processDice] = [diceOf(`market ${seed}`), diceOf(`processes ${seed}`)];
  const market = createMarket(assets, clock, marketDice);
  const { mishaps, calm, heal } = openMishaps(seed, dice, clock, without);
  const notes = createNotes(clock);
  const mixKeys = memoryMixKeys(clock);
  const contracts: Contracts = new Map();
  const parts: ProcessParts = {
    plot,
    chains: chains.map((chain) =>
      contractChain(nodeOf(simnet.chain(chain), plot.simnet), plot, { contracts, mishaps }),
    ),
    assets: new Set(assets),
    rates: market,
    clock,
    dice: processDice,
    mixKeys,
    mishaps,
    note: notes.note,
  };
  market.history.push(await firstPrices(plot));
  const processes = await startProcesses(parts, dice.permille(500) ? 2 : 1);
  const [strangers, networkFees] = [drawStrangers(seed), await openNetworkFees(seed, { simnet, assets })];
  const httpDice = diceOf(`http of ${processDice.below(2 ** 40)}`);
  const http = await openHttp(parts, httpDice, seed);
  const own = [dice, marketDice, mishaps.dice, processDice, httpDice];
  const world: World = {
    seed,
    plot,
    clock,
    dice,
    streams: [...own, strangers.dice, strangers.meddler.dice, networkFees.dice, http.lending.dice],
    without,
    simnet,
    chains,
    assets,
    market,
    mishaps,
    processes,
    ...http,
    ...nothingSeen(),
    moments: noMoments(market.history),
    strangers,
    networkFees,
    contracts,
    mixKeys,
    ...notes,
    calm,
    heal,
    async restart(index) {
      notes.tell("Sotto", null, `process ${index} starts again`);
      processes[index] = await startProcess(parts);
    },
  };
  world.note(
    `seed ${seed}: ${chains.join(", ")}; ${processes.length} processes; ${JSON.stringify(mishaps.rates())}`,
  );
  return world;
}

/** Draws how often the world misbehaves, until it is healed. */
function openMishaps(
  seed: string,
  dice: Dice,
  clock: Clock,
  without: ReadonlySet<FaultKind>,
): { mishaps: Mishaps; calm(): void; heal(): void } {
  let rates: FaultRates = drawFaults(dice);
  for (const kind of without) if (kind in rates) rates = { ...rates, [kind]: 0 };
  const mishaps: Mishaps = {
    dice: diceOf(`mishaps ${seed}`),
    rates: () => rates,
    met: new Map(),
    late: [],
    awayUntil: new Map(),
    clock,
  };
  return {
    mishaps,
    calm() {
      const { lostReply, lateRequest, refusal, duplicate } = rates;
      const kind = diceOf(`what goes astray in ${seed}`).pick(ASTRAY);
      const most = without.has(kind) ? {} : { [kind]: ASTRAY_PERMILLE };
      rates = { ...NO_FAULTS, lostReply, lateRequest, refusal, duplicate, ...most };
      mishaps.awayUntil.clear();
    },
    heal() {
      rates = NO_FAULTS;
      mishaps.awayUntil.clear();
    },
  };
}

function createNotes(clock: Clock): Pick<World, "journal" | "told" | "note" | "tell"> {
  const journal: string[] = [];
  const told: Told[] = [];
  const note = (line: string): void => {
    journal.push(`${secondsText(clock.now())} ${line}`);
    if (journal.length > JOURNAL_MAX) journal.shift();
  };
  return {
    journal,
    told,
    note,
    tell(who, about, text) {
      note(`${about === null ? "" : `${about.slice(0, 6)} `}${who}: ${text}`);
      told.push({ at: clock.now(), who, about, text });
    },
  };
}

/** A time of the world, as seconds since its beginning. */
export const secondsText = (at: number): string => `${((at - BEGINNING_MS) / 1_000).toFixed(1)}s`;

/** One process that is neither dead nor stopped, if there is one, does its tasks of this name. */
export async function runTasks(world: World, name: string): Promise<void> {
  const awake = world.processes.find(({ life }) => !life.isStopped() && !life.isDead());
  for (const task of awake?.tasks ?? []) if (task.name === name) await awake?.run(task);
}

async function startProcesses(parts: ProcessParts, count: number): Promise<WorkerProcess[]> {
  const processes: WorkerProcess[] = [];
  for (let left = count; left > 0; left--) processes.push(await startProcess(parts));
  return processes;
}

/** The notes of a world in which nobody has done anything yet. */
const nothingSeen = () => ({
  customers: [],
  seen: new Map(),
  halted: new Set<string>(),
  witnessed: new Map(),
  rewritten: new Set<SimnetChainId>(),
  lost: new Set<string>(),
  reached: new Set<string>(),
  asked: new Map<string, Set<string>>(),
  consents: new Map(),
  agreements: new Map(),
  changes: new Map(),
  mixes: noMixes(),
  course: noCourse(),
});

/** What the market said before this world began. */
async function firstPrices(plot: Plot): Promise<PricePoint> {
  const rows = await plot.observer<{ asset: AssetCode; price: string }[]>`
    SELECT asset, price_scaled::text AS price FROM current_prices`;
  return { at: BEGINNING_MS, prices: new Map(rows.map(({ asset, price }) => [asset, BigInt(price)])) };
}
