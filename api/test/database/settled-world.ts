import { randomBytes } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import type { ClaimedAddress } from "../../src/chains/signing-rules";
import { depositIdOf, type LegId, type OrderId } from "../../src/core/ids";
import { openInstallation } from "../../src/db/installation";
import { silentNotifier } from "../../src/db/notifications";
import { transaction } from "../../src/db/transaction";
import type { AccountName } from "../../src/ledger/accounts";
import { creditEntry } from "../../src/ledger/entry";
import { createLedgerStore } from "../../src/ledger/store";
import type { Market } from "../../src/market/market";
import { createEngine, type Engine } from "../../src/orders/engine/apply";
import { createCommandHandlers } from "../../src/orders/engine/commands";
import { newBookId, newOrderId, newTrackingCode } from "../../src/orders/ids";
import type { OrderEvent } from "../../src/orders/machine/events";
import type { OrderTerms } from "../../src/orders/machine/order";
import { insertOrder, loadOrder } from "../../src/orders/store/store";
import { legRecord } from "../../src/payouts/leg-record";
import {
  CREATED_AT,
  exampleMarket,
  exampleOrder,
  final,
  play,
  RECEIVE_UNITS,
  SEND_UNITS,
  screened,
  seen,
} from "../orders/example-order";
import { openPlace, type Place } from "./place";

/** The database of a test; set before each test file runs. */
export let place: Place;
const ledger = createLedgerStore(new Uint8Array(32));
const random = { bytes: (count: number) => randomBytes(count) };
let made = 0;

/** Registers the hooks that open the database, with a reserve that can pay many orders. */
export function settledHooks(): void {
  beforeAll(async () => {
    place = await openPlace();
    await openInstallation(place.worker, { network: "simnet", random });
    await fund("TRX", 10n ** 12n, "float");
    await fund("USDT-TRC20", RECEIVE_UNITS * 1000n, "float");
    await fund("BTC", SEND_UNITS * 1000n, "float");
  });
  afterAll(() => place.close());
}

const fund = (asset: "USDT-TRC20" | "TRX" | "BTC", units: bigint, from: AccountName) =>
  transaction(place.worker, (tx) => {
    const entries = [{ account: "chain", asset, units } as const, { account: from, asset, units: -units }];
    return ledger.append(tx, { kind: "float", key: `float:${++made}`, entries }, CREATED_AT);
  });

/** Ours, at an index that no order of a test is given. */
const DEPOSIT_ADDRESS = "deposit-address-90000";
const addressIndex = (address: string): number => Number(/\d+$/.exec(address)?.[0] ?? 99);

/** An order whose deposit is credited and clean, and which is to be settled. */
export async function insertPaid(
  terms: Partial<OrderTerms> = {},
  refundAddress: string | null = null,
  address = DEPOSIT_ADDRESS,
): Promise<OrderId> {
  const book = newBookId(random);
  const order = exampleOrder({
    ...{ id: newOrderId(random), trackingCode: newTrackingCode(random), refundAddress },
    ...{ heldUnits: 0n, unpaidUnits: 0n },
    terms: { ...terms, book },
  });
  const room = { free: 0n, unpaidFree: 0n };
  const paid = play(order, seen(SEND_UNITS, { room }), final(), screened());
  const id = depositIdOf(`deposit of ${order.id}`);
  const owedTo = `customer:${book}` as const;
  await transaction(place.worker, async (tx) => {
    const creation = { source: "test", externalId: order.id, type: "created" } as const;
    await insertOrder(tx, { order: paid.order, commands: [] }, creation);
    await ledger.append(
      tx,
      creditEntry({ id, asset: "BTC", units: SEND_UNITS, holding: "chain", owedTo }),
      CREATED_AT,
    );
  });
  await place.worker.$client`INSERT INTO addresses (chain, address, index, order_id)
    VALUES ('bitcoin', ${address}, ${addressIndex(address)}, ${order.id}) ON CONFLICT DO NOTHING`;
  await place.worker.$client`
    INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, order_id, state, required, first_seen_at)
    VALUES (${id}, 'bitcoin', ${id}, 0, 'BTC', ${address}, ${SEND_UNITS.toString()}, 'order', ${order.id}, 'credited', 1, now())`;
  return order.id;
}

export const engine = (): Engine =>
  createEngine({ database: place.worker, ledger, notifier: silentNotifier });

const run = (orderId: OrderId, kind: "settle" | "plan_refund", market: Partial<Market>) => {
  const handlers = createCommandHandlers({
    ...{ database: place.worker, engine: engine(), ledger, notifier: silentNotifier, random },
    clock: { now: () => CREATED_AT },
    chains: new Map(),
    newMixSeed: async () => ({ keep: async () => {} }),
    isListed: () => false,
    marketFor: async () => exampleMarket({ payableUnits: RECEIVE_UNITS * 100n, ...market }),
    releasedCap: async () => 0n,
  });
  const row = { id: String(++made), orderId, attempts: 0, fence: "1" };
  return kind === "settle"
    ? handlers.settle({ kind }, { ...row, command: { kind } })
    : handlers.plan_refund({ kind }, { ...row, command: { kind } });
};

/** Has the worker settle an order, or plan its refund; returns the leg. */
export async function plan(
  orderId: OrderId,
  kind: "settle" | "plan_refund" = "settle",
  market: Partial<Market> = {},
): Promise<LegId> {
  await run(orderId, kind, market);
  const leg = (await loadOrder(place.worker, orderId))?.legs.at(-1);
  if (leg === undefined) throw new Error("nothing was planned");
  return leg.id;
}

/** What happens to an order by the worker's word. */
export async function happen(orderId: OrderId, event: OrderEvent): Promise<void> {
  const applied = await engine().apply({ orderId, source: "test", externalId: `test ${++made}`, event });
  if (!applied.ok) throw new Error(applied.error);
}

/** The signer's keys derive the addresses that end in their index, and one of a sister chain. */
const isOurs = ({ chain, address, index, home }: ClaimedAddress): boolean =>
  chain === "bitcoin" &&
  (home === null || home === undefined
    ? address === `deposit-address-${index}`
    : address === "sister-address" && index === 90);

/** What the signer would pay for a leg, or in words why it would not. */
export async function due(legId: LegId) {
  const found = await legRecord(place.signer, legId, isOurs);
  return found.ok ? found.value : found.error;
}
