import { randomBytes } from "node:crypto";
import pino from "pino";
import { type AssetCode, assetOf } from "../src/core/assets";
import { type DepositId, depositIdOf, type OrderId, orderIdOf } from "../src/core/ids";
import type { Clock, Random } from "../src/core/ports";
import { closeDatabase, type Database, openDatabase, type Tx } from "../src/db/client";
import { openInstallation } from "../src/db/installation";
import { createNotifier } from "../src/db/notifications";
import { createLedgerStore } from "../src/ledger/store";
import type { Market } from "../src/market/market";
import { createPriceReader } from "../src/market/price-reader";
import { createMixEngine, type MixEngine } from "../src/mixing/engine";
import { createEngine, type Engine } from "../src/orders/engine/apply";
import type { OrderWork } from "../src/orders/engine/commands";
import { createMarketForOrder } from "../src/orders/engine/market-for-order";
import { newLegId } from "../src/orders/ids";
import type { OrderEvent } from "../src/orders/machine/events";
import type { Order } from "../src/orders/machine/order";
import { loadOrder } from "../src/orders/store/store";
import { memoryMixKeys } from "../test/memory-mix-keys";

/** Orders that were paid and wait for the deposit to be final; `run` settles some and gives orders a second. */
export type Settlement = { run(count: number): Promise<number>; close(): Promise<void> };

const clock: Clock = { now: () => Date.now() };
const random: Random = { bytes: (count) => randomBytes(count) };

/**
 * The engine as the worker runs it (transition, event, order, ledger, reserve, legs, outbox: one transaction an
 * event), from credit to completed. Watcher, signer and node stand still: their answers are given.
 */
export async function prepareSettlement(
  url: string,
  parts: {
    orderIds: readonly string[];
    assets: readonly AssetCode[];
    clients: number;
  },
): Promise<Settlement> {
  const database = openDatabase({ url, role: "worker", connectionsMax: parts.clients });
  const notifier = await createNotifier(database.$client);
  const { ledgerSecret } = await openInstallation(database, { network: "simnet", random });
  const engine = createEngine({ database, ledger: createLedgerStore(ledgerSecret), notifier });
  const prices = createPriceReader({ database, assets: new Set(parts.assets), clock });
  const marketForOrder = createMarketForOrder({ database, prices, clock });
  const mixes = createMixEngine({
    database,
    engine,
    mixKeys: memoryMixKeys(clock),
    clock,
    random,
    log: pino({ level: "silent" }),
    wake: () => {},
    changed: () => {},
  });
  const paid: { orderId: OrderId; market: Market }[] = [];
  for (const orderId of parts.orderIds.map(orderIdOf)) {
    const order = await loadOrder(database, orderId);
    const market = await marketForOrder(orderId);
    if (order === undefined || market === null) throw new Error("an order without its market");
    const { sendAsset, sendUnits } = order.terms;
    const deposit = {
      id: depositOf(orderId),
      txHash: null,
      asset: sendAsset,
      units: sendUnits,
      blockAt: clock.now(),
    };
    const room = { free: order.terms.quote.receiveUnits, unpaidFree: 0n };
    await apply(engine, orderId, { type: "deposit_seen", at: clock.now(), deposit, room });
    paid.push({ orderId, market });
  }
  return {
    async run(count) {
      const batch = paid.splice(0, count);
      if (batch.length < count) throw new Error("too few orders were prepared");
      const startedMs = performance.now();
      const client = async (): Promise<void> => {
        for (let next = batch.pop(); next !== undefined; next = batch.pop())
          await settle({ engine, mixes, database }, next);
      };
      await Promise.all(Array.from({ length: parts.clients }, client));
      return count / ((performance.now() - startedMs) / 1000);
    },
    async close() {
      await notifier.close();
      await closeDatabase(database);
    },
  };
}

const depositOf = (orderId: string): DepositId => depositIdOf(`bench:${orderId}:0`);

type Engines = { engine: Engine; mixes: MixEngine; database: Database };

async function settle(engines: Engines, paid: { orderId: OrderId; market: Market }): Promise<void> {
  const { engine, mixes } = engines;
  const { orderId } = paid;
  const at = clock.now();
  const market = { ...paid.market, at };
  const depositId = depositOf(orderId);
  await apply(engine, orderId, {
    type: "deposit_final",
    at,
    depositId,
    blockAt: at,
    holding: "chain",
    market,
  });
  const clean = await apply(engine, orderId, {
    type: "deposit_screened",
    at,
    depositId,
    source: "clear",
    market,
  });
  const event = { type: "settle", at, market, legId: newLegId(random) } as const;
  const seed = clean.terms.mixer && (await mixes.newSeed(orderId));
  const settled = await apply(engine, orderId, event, async (tx) => seed?.keep(tx));
  const ended = settled.mix === undefined ? await land(engine, settled) : await mix(engines, settled);
  if (ended.phase.state !== "completed") throw new Error(`a settled order is ${ended.phase.state}`);
}

/** Carries a mix through its plan as the dispatcher would; the outcomes of its rounds and legs are given. */
async function mix({ engine, mixes, database }: Engines, settled: Order): Promise<Order> {
  const row: OrderWork = { id: "0", orderId: settled.id, command: { kind: "mix" }, attempts: 1, fence: "1" };
  let order = settled;
  for (let ended = 0; ended < (settled.terms.mixer?.settings.rounds ?? 0); ended++) {
    await mixes.run(row);
    const round = { type: "mix_round", at: clock.now(), no: ended + 1, outcome: "done" } as const;
    order = await apply(engine, settled.id, round);
  }
  while (order.mix?.owedUnits !== 0n) {
    await mixes.run(row);
    const now = await loadOrder(database, settled.id);
    if (now === undefined) throw new Error("a mix is gone");
    order = await land(engine, now);
  }
  await mixes.run(row);
  return order;
}

/** The chain's answers to the legs that are under way. */
async function land(engine: Engine, order: Order): Promise<Order> {
  let landed = order;
  for (const { id: legId, status } of order.legs) {
    if (status !== "planned") continue;
    const leg = { at: clock.now(), legId, txId: `bench-${legId}` };
    await apply(engine, order.id, { type: "leg_sent", ...leg });
    landed = await apply(engine, order.id, { type: "leg_final", ...leg, feeUnits: 0n });
  }
  return landed;
}

async function apply(
  engine: Engine,
  orderId: OrderId,
  event: OrderEvent,
  also?: (tx: Tx) => Promise<void>,
): Promise<Order> {
  const about = "legId" in event ? event.legId : "no" in event ? event.no : "";
  const applied = await engine.apply({
    orderId,
    source: "bench",
    externalId: `${orderId}:${event.type}:${about}`,
    event,
    ...(also && { also }),
  });
  if (!applied.ok) throw new Error(`${event.type} was refused: ${applied.error}`);
  return applied.value.order;
}

/** What the simulated networks carry. */
export const simulatedAssets = (codes: readonly string[]): AssetCode[] =>
  codes.map((code) => assetOf(code as AssetCode).code);
