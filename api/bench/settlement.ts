import { randomBytes } from "node:crypto";
import { type AssetCode, assetOf } from "../src/core/assets";
import type { Clock, Random } from "../src/core/ports";
import { closeDatabase, openDatabase } from "../src/db/client";
import { openInstallation } from "../src/db/installation";
import { createNotifier } from "../src/db/notifications";
import { createLedgerStore } from "../src/ledger/store";
import { createEngine, type Engine } from "../src/orders/apply";
import type { Market, OrderEvent } from "../src/orders/events";
import { newLegId } from "../src/orders/ids";
import { loadOrder } from "../src/orders/store";
import { createBoardReader } from "../src/quotes/board";

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
  parts: { orderIds: readonly string[]; assets: readonly AssetCode[]; clients: number },
): Promise<Settlement> {
  const database = openDatabase({ url, role: "sotto_worker", connectionsMax: parts.clients });
  const notifier = await createNotifier(database.$client);
  const { ledgerSecret } = await openInstallation(database, { network: "simnet", random });
  const engine = createEngine({ database, ledger: createLedgerStore(ledgerSecret), notifier });
  const board = createBoardReader({ database, assets: new Set(parts.assets), clock });
  const paid: { orderId: string; market: Market }[] = [];
  for (const orderId of parts.orderIds) {
    const order = await loadOrder(database, orderId);
    const market = await board.marketForOrder(orderId);
    if (order === undefined || market === null) throw new Error("an order without its market");
    const { sendAsset, sendUnits } = order.terms;
    const deposit = {
      id: depositId(orderId),
      txHash: null,
      asset: sendAsset,
      units: sendUnits,
      blockAt: clock.now(),
    };
    await tell(engine, orderId, { type: "deposit_seen", at: clock.now(), deposit });
    paid.push({ orderId, market });
  }
  return {
    async run(count) {
      const batch = paid.splice(0, count);
      if (batch.length < count) throw new Error("too few orders were prepared");
      const startedMs = performance.now();
      const client = async (): Promise<void> => {
        for (let next = batch.pop(); next !== undefined; next = batch.pop()) await settle(engine, next);
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

const depositId = (orderId: string): string => `bench:${orderId}:0`;

async function settle(engine: Engine, paid: { orderId: string; market: Market }): Promise<void> {
  const { orderId } = paid;
  const at = clock.now();
  const market = { ...paid.market, at };
  const deposit = depositId(orderId);
  await tell(engine, orderId, {
    type: "deposit_final",
    at,
    depositId: deposit,
    blockAt: at,
    holding: "chain",
    market,
  });
  await tell(engine, orderId, { type: "deposit_screened", at, depositId: deposit, listed: false, market });
  const legId = newLegId(random);
  await tell(engine, orderId, { type: "settle", at, market, legId });
  const txId = `bench-${legId}`;
  await tell(engine, orderId, { type: "leg_sent", at, legId, txId });
  const done = await tell(engine, orderId, { type: "leg_final", at, legId, txId, feeUnits: 0n });
  if (done !== "completed") throw new Error(`a settled order is ${done}`);
}

async function tell(engine: Engine, orderId: string, event: OrderEvent): Promise<string> {
  const told = await engine.apply({
    orderId,
    source: "bench",
    externalId: `${orderId}:${event.type}`,
    event,
  });
  if (!told.ok) throw new Error(`${event.type} was refused: ${told.error}`);
  return told.value.order.phase.state;
}

/** What the simulated networks carry. */
export const simulatedAssets = (codes: readonly string[]): AssetCode[] =>
  codes.map((code) => assetOf(code as AssetCode).code);
