import { randomBytes } from "node:crypto";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Chain } from "../../src/chains/chain";
import { OWN_SPENDING_MAX, type Signer } from "../../src/chains/signer";
import { depositIdOf, type LegId, type OrderId } from "../../src/core/ids";
import { silentNotifier } from "../../src/db/notifications";
import { transaction } from "../../src/db/transaction";
import { creditEntry, floatEntry } from "../../src/ledger/entry";
import { INVARIANTS } from "../../src/ledger/invariants";
import { createLedgerStore } from "../../src/ledger/store";
import { createLoanEngine } from "../../src/loans/engine";
import { createLoanLegOwner } from "../../src/loans/leg-owner";
import type { CurrentPrices } from "../../src/market/market";
import { PRICE_SCALE } from "../../src/market/price";
import { createRoundOwner } from "../../src/mixing/round-owner";
import { createEngine } from "../../src/orders/engine/apply";
import { createCommandHandlers } from "../../src/orders/engine/commands";
import { createOrderLegOwner } from "../../src/orders/engine/leg-owner";
import { createReleasedCap } from "../../src/orders/engine/released-cap";
import { newBookId, newOrderId, newTrackingCode } from "../../src/orders/ids";
import { insertOrder, loadOrder } from "../../src/orders/store/store";
import type { OutboxRow } from "../../src/outbox/store";
import { createLegCommands } from "../../src/payouts/commands";
import type { FollowParts } from "../../src/payouts/parts";
import { createPayeeFee } from "../../src/payouts/payee-fee";
import { FEE_WAIT_MS } from "../../src/payouts/stop-leg";
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

/** The leg's cap at settlement, and what the node asks for its transaction. */
const CAP = 9_000_000n;
const ledger = createLedgerStore(new Uint8Array(32));
const random = { bytes: (count: number) => randomBytes(count) };
let place: Place;
let now = CREATED_AT;
let feeUnits = CAP + 1n;
let made = 0;
const clock = { now: () => now };

beforeAll(async () => {
  place = await openPlace();
  await place.owner.$client`
    INSERT INTO chain_cursors (chain, height, hash, tip_height, status, answered_at) VALUES ('tron', 9, 'h9', 9, 'ok', '2100-01-01')`;
  for (const [asset, units] of [
    ["TRX", 10n ** 10n],
    ["USDT-TRC20", RECEIVE_UNITS * 9n],
  ] as const)
    await transaction(place.worker, (tx) =>
      ledger.append(tx, floatEntry({ id: depositIdOf(asset), asset, units }), now),
    );
});
afterAll(() => place.close());

const tron = {
  id: "tron",
  model: "account",
  assets: ["TRX", "USDT-TRC20"],
  nonce: async () => 0,
  feeQuote: async () => ({ feeUnits, detail: {} }),
  build: (request) => ({ chain: "tron", request, payload: "", keys: [] }),
  decode: (raw) => ({ txId: raw, outputs: [], inputs: [], sender: null, nonce: null, feeUnitsMax: null }),
} satisfies Partial<Chain> as Partial<Chain> as Chain;
const signer = {
  sign: async () => ({ raw: "raw", txId: `tx-${++made}` }),
} satisfies Partial<Signer> as Partial<Signer> as Signer;

function world() {
  const database = place.worker;
  const engine = createEngine({ database, ledger, notifier: silentNotifier });
  const chains = new Map([["tron", tron]] as const);
  const hotAddresses = new Map([["tron", "hot"]] as const);
  const payouts: FollowParts = {
    ...{ database, chains, hotAddresses, signer, clock, ledger, overTor: new Map() },
    log: pino({ level: "silent" }),
    onAttempt: () => {},
    owners: {
      order: createOrderLegOwner({ engine, notifier: silentNotifier, clock }),
      loan: createLoanLegOwner({
        database,
        engine: createLoanEngine(ledger),
        notifier: silentNotifier,
        clock,
      }),
    },
    rounds: createRoundOwner({ engine, ledger, notifier: silentNotifier, clock }),
    fundingPolicy: () => ({ confirmations: 2, finalized: false }),
    payoutPolicy: () => ({ confirmations: 2, finalized: false }),
  };
  const price = { price: PRICE_SCALE, at: now, paused: false };
  const current: CurrentPrices = {
    ...{ at: now, reserves: new Map(), chains: new Set(), assets: new Set(), paused: new Set() },
    prices: new Map([
      ["TRX", price],
      ["USDT-TRC20", price],
    ]),
    networkFees: new Map([["USDT-TRC20", { payoutUnits: feeUnits / 2n, sweepUnits: 1n }]]),
  };
  const prices = { fresh: async () => current };
  const payeeFee = createPayeeFee(payouts);
  const orders = createCommandHandlers({
    ...{ database, engine, ledger, notifier: silentNotifier, clock, random, chains },
    newMixSeed: async () => ({ keep: async () => {} }),
    isListed: () => false,
    marketFor: async () => exampleMarket({ payoutFeeUnitsMax: CAP }),
    releasedCap: createReleasedCap({ database, prices, clock, payeeFee }),
  });
  return { orders, ...createLegCommands(payouts) };
}

/** An order whose deposit is credited and clean. */
async function insertPaid(): Promise<OrderId> {
  const terms = { book: newBookId(random) };
  const order = exampleOrder({ id: newOrderId(random), trackingCode: newTrackingCode(random), terms });
  const paid = play(order, seen(SEND_UNITS, { room: { free: 0n, unpaidFree: 0n } }), final(), screened());
  const owedTo = `customer:${terms.book}` as const;
  const coins = {
    id: depositIdOf(`credited-${order.id}`),
    asset: "BTC",
    units: SEND_UNITS,
    holding: "chain",
    owedTo,
  } as const;
  await transaction(place.worker, async (tx) => {
    await insertOrder(
      tx,
      { order: paid.order, commands: [] },
      { source: "test", externalId: order.id, type: "created" },
    );
    await ledger.append(tx, creditEntry(coins), now);
  });
  return order.id;
}

const rowOf = (orderId: OrderId, kind: string) => ({
  id: `${++made}`,
  orderId,
  command: { kind },
  attempts: 0,
  fence: "1",
});
const phaseOf = async (orderId: OrderId) => (await loadOrder(place.worker, orderId))?.phase;
const planned = async () => {
  const [row] = await place.owner.$client`SELECT planned FROM reserves WHERE asset = 'TRX'`;
  return BigInt(row?.planned);
};
async function violated(): Promise<number[]> {
  const found = [];
  for (const { id, query } of INVARIANTS)
    if (![5, 11, 18].includes(id) && (await place.owner.$client.unsafe(query)).length > 0) found.push(id);
  return found;
}

/** A settled order, whose leg has waited for an hour and is above its cap. */
async function held() {
  const id = await insertPaid();
  expect(await world().orders.settle({ kind: "settle" }, rowOf(id, "settle"))).toEqual({ done: true });
  const leg = (await loadOrder(place.worker, id))?.legs[0];
  if (leg === undefined) throw new Error("no leg");
  const send = (): Promise<unknown> => world().send_leg({ kind: "send_leg", legId: leg.id }, {} as OutboxRow);
  expect(await send()).toMatchObject({ done: false });
  now += FEE_WAIT_MS;
  expect(await send()).toEqual({ done: true });
  expect(await phaseOf(id)).toEqual({ state: "hold", reason: "fee_above_cap", since: now });
  expect(await send()).toEqual({ done: true });
  expect(await violated()).toEqual([]);
  return { id, legId: leg.id, send };
}

/** Releases it in the administrators' process, which books nothing and plans nothing; then the worker plans. */
async function release({ id, legId }: { id: OrderId; legId: LegId }): Promise<void> {
  const admin = createEngine({ database: place.admin, ledger: null, notifier: silentNotifier });
  const event = { type: "release", at: now, admin: "ana", reason: "paid for", market: null } as const;
  made += 1;
  const applied = await admin.apply({
    orderId: id,
    source: "admin",
    externalId: `${id}:release-${made}`,
    event,
  });
  expect(applied).toMatchObject({ ok: true, value: { order: { phase: { state: "sending" } } } });
  const command = { kind: "replan_leg", legId } as const;
  expect(await world().orders.replan_leg(command, rowOf(id, "replan_leg"))).toEqual({ done: true });
}

it("an order above its cap is held after an hour, and is paid with a new cap once an administrator releases it", async () => {
  const { send, ...order } = await held();
  await release(order);
  expect(await planned()).toBe(3n * feeUnits);
  expect(await send()).toEqual({ done: true });
  const attempts = await place.owner.$client`SELECT fee_units_max, state FROM payout_attempts`;
  expect(attempts.map(({ fee_units_max, state }) => [BigInt(fee_units_max), state])).toEqual([
    [feeUnits, "signed"],
  ]);
  expect(await violated()).toEqual([]);
});

it("a release sets no cap above what the signer signs: until the fee is below that, the order waits and is held again", async () => {
  const most = OWN_SPENDING_MAX.tron ?? 0n;
  feeUnits = most + 1n;
  const { send, ...order } = await held();
  await release(order);
  const [leg] = await place.owner.$client`SELECT fee_units_max FROM payout_legs WHERE id = ${order.legId}`;
  expect(BigInt(leg?.fee_units_max)).toBe(most);
  expect(await send()).toMatchObject({ done: false });
  now += FEE_WAIT_MS;
  expect(await send()).toEqual({ done: true });
  expect(await phaseOf(order.id)).toMatchObject({ state: "hold", reason: "fee_above_cap" });
  feeUnits = most;
  await release(order);
  expect(await send()).toEqual({ done: true });
  expect(await violated()).toEqual([]);
});
