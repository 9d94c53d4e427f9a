import { createAddressBook } from "../../src/address/deposit-address";
import { assetsOn, paramsOf, SIMNET_CHAIN_IDS, type SimnetChainId } from "../../src/chains/simnet/params";
import { openSimnet, type Simnet } from "../../src/chains/simnet/simnet";
import { loadPublicWallets } from "../../src/chains/wallet-store";
import type { AssetCode } from "../../src/core/assets";
import { silentNotifier } from "../../src/db/notifications";
import { createPriceReader } from "../../src/market/price-reader";
import type { Keyring } from "../../src/mixing/keyring-store";
import { createEngine } from "../../src/orders/engine/apply";
import { createMarketAnswers, type MarketAnswers } from "../../src/routes/market/answers";
import { createOrderAnswers, type OrderAnswers } from "../../src/routes/orders/answers";
import { createScreening } from "../../src/screening/service";
import { memoryKeyring } from "../memory-keyring";
import { type Dice, diceOf } from "./dice";
import { drawFaults, type FaultRates, type Mishaps, NO_FAULTS } from "./faulty-chain";
import { createMarket, type PricePoint, type SimulatedMarket } from "./market";
import { type MixNotes, noMixes } from "./mixes";
import { type ProcessParts, startProcess, type WorkerProcess } from "./process";
import type { Scenario } from "./scenarios";
import { BEGINNING_MS, type Plot } from "./site";

export type Customer = Scenario & {
  /** Null until the order is made. */
  orderId: string | null;
  depositAddress: string;
  /** One, or for a mix up to three. */
  receiveAddresses: string[];
  refundAddressOwn: string;
  expiresAt: number;
  /** The limits that they were shown when they asked. */
  payments: { txHash: string; asset: AssetCode; units: bigint; at: number }[];
};

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
  /** The last state of each deposit and of each transaction of ours. */
  witnessed: Map<string, string>;
  /** Chains whose history was rewritten below the policy depth: nothing is dropped there any more. */
  rewritten: Set<SimnetChainId>;
  /** State, and `state:reason`, of every order at every look. */
  reached: Set<string>;
  /** Orders that were asked a question, and by what consent they went on. */
  asked: Set<string>;
  consents: Map<string, Set<string>>;
  /** When a customer agreed to an offer's figures. */
  agreedAt: Map<string, number[]>;
  mixes: MixNotes;
  keyring: Keyring;
  journal: string[];
  heal(): void;
  restart(index: number): Promise<void>;
  note(line: string): void;
};

const JOURNAL_MAX = 400;
const UTXO = SIMNET_CHAIN_IDS.filter((chain) => paramsOf(chain).model === "utxo");
const ACCOUNT = SIMNET_CHAIN_IDS.filter((chain) => paramsOf(chain).model === "account");

/** Opens a world: what differs from seed to seed is drawn here, and later from the same dice. */
export async function openWorld(plot: Plot, seed: string): Promise<World> {
  const dice = diceOf(`world ${seed}`);
  const clock = { ms: BEGINNING_MS, now: () => clock.ms };
  const chains: SimnetChainId[] = [dice.pick(UTXO), dice.pick(ACCOUNT)];
  const assets = chains.flatMap((chain) => [...assetsOn(chain)]);
  const simnet = await openSimnet({ sql: plot.simnet, clock, blockMs: 1_000, auto: false });
  const market = createMarket(assets, clock, diceOf(`market ${seed}`));
  let rates: FaultRates = drawFaults(dice);
  const mishaps: Mishaps = {
    dice: diceOf(`mishaps ${seed}`),
    rates: () => rates,
    late: [],
    awayUntil: new Map(),
    clock,
  };
  const journal: string[] = [];
  const note = (line: string): void => {
    journal.push(`${((clock.ms - BEGINNING_MS) / 1_000).toFixed(1)}s ${line}`);
    if (journal.length > JOURNAL_MAX) journal.shift();
  };
  const keyring = memoryKeyring();
  const parts: ProcessParts = {
    plot,
    chains: chains.map((chain) => simnet.chain(chain)),
    assets: new Set(assets),
    rates: market,
    clock,
    dice: diceOf(`processes ${seed}`),
    keyring,
    mishaps,
    note,
  };
  market.history.push(await firstPrices(plot));
  const processes = await startProcesses(parts, dice.permille(500) ? 2 : 1);
  const world: World = {
    seed,
    plot,
    clock,
    dice,
    simnet,
    chains,
    assets,
    market,
    mishaps,
    processes,
    ...(await openHttp(parts)),
    ...nothingSeen(),
    keyring,
    journal,
    heal() {
      rates = NO_FAULTS;
      mishaps.awayUntil.clear();
    },
    async restart(index) {
      note(`process ${index} starts again`);
      processes[index] = await startProcess(parts);
    },
    note,
  };
  note(`seed ${seed}: ${chains.join(", ")}; ${processes.length} processes; ${JSON.stringify(rates)}`);
  return world;
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
  witnessed: new Map(),
  rewritten: new Set<SimnetChainId>(),
  reached: new Set<string>(),
  asked: new Set<string>(),
  consents: new Map(),
  agreedAt: new Map(),
  mixes: noMixes(),
});

/** What the market said before this world began. */
async function firstPrices(plot: Plot): Promise<PricePoint> {
  const rows = await plot.observer<{ asset: AssetCode; price: string }[]>`
    SELECT asset, price_scaled::text AS price FROM current_prices`;
  return { at: BEGINNING_MS, prices: new Map(rows.map(({ asset, price }) => [asset, BigInt(price)])) };
}

/** The verbs of the http role, built as compose-http builds them. */
async function openHttp(
  parts: ProcessParts,
): Promise<Pick<World, "orders" | "quotes" | "readCurrentPrices">> {
  const { plot, clock, assets } = parts;
  const database = plot.http;
  const prices = createPriceReader({ database, assets, clock });
  const { random } = diceOf(`http of ${parts.dice.below(2 ** 40)}`);
  const pace = { network: "simnet", simnetBlockMs: 2_000 } as const;
  const depthOf = () => ({ confirmations: 2, finalized: false });
  const screening = createScreening({ dir: plot.listsDir, clock, log: { warn: () => {} } });
  const mixer = { offered: true, torAvailable: false };
  const orders = createOrderAnswers({
    database,
    prices,
    clock,
    random,
    notifier: silentNotifier,
    checks: { database, contracts: new Map(), isListed: (address) => screening.isListed(address) },
    addresses: createAddressBook(await loadPublicWallets(database)),
    mixer,
    paymentWindowMs: 1_800_000,
    engine: createEngine({ database, ledger: null, notifier: silentNotifier }),
    explorers: new Map(),
    confirmationsRequired: () => 2,
    estimatedSeconds: () => 60,
  });
  const quotes = createMarketAnswers({ database, prices, clock, random, pace, depthOf, mixer });
  return { orders, quotes, readCurrentPrices: () => prices.refresh() };
}
