import { randomBytes } from "node:crypto";
import pino from "pino";
import { nextIndexes } from "../../src/address/store";
import { assetOf } from "../../src/core/assets";
import { encodeJson } from "../../src/core/json";
import { silentNotifier } from "../../src/db/notifications";
import { sqlState } from "../../src/db/transaction";
import { createWatcher } from "../../src/deposits/watcher";
import { createLedgerStore } from "../../src/ledger/store";
import { createEngine } from "../../src/orders/engine/apply";
import { createCommandHandlers } from "../../src/orders/engine/commands";
import { createDepositListener } from "../../src/orders/engine/deposit-listener";
import { newBookId, newOrderId, newTrackingCode } from "../../src/orders/ids";
import type { Command, OrderEvent } from "../../src/orders/machine/events";
import type { Order, OrderTerms } from "../../src/orders/machine/order";
import { placeOrders } from "../../src/orders/store/place-store";
import { loadOrder } from "../../src/orders/store/store";
import { CREATED_AT, exampleMarket, exampleOrder, RECEIVE_UNITS } from "../orders/example-order";
import type { FakeChain } from "./fake-chain";
import { place } from "./settled-world";

/** SQLSTATE insufficient_privilege. */
export const DENIED = "42501";

export const random = { bytes: (count: number) => randomBytes(count) };
export const ledger = createLedgerStore(new Uint8Array(32));
let made = 0;

/** An order with ids of its own, as the public process would place it. */
export function newOrder(
  change: Partial<Omit<Order, "terms">> & { terms?: Partial<OrderTerms> } = {},
): Order {
  const id = newOrderId(random);
  const terms = { book: newBookId(random), depositAddress: `deposit-address-${id}`, ...change.terms };
  return exampleOrder({ id, trackingCode: newTrackingCode(random), ...change, terms });
}

/** Places an order with the login of the public process, and as that process does it. */
export async function placeHonestly(order: Order): Promise<Order> {
  const [index = 0] = await nextIndexes(place.http, assetOf(order.terms.sendAsset).chain, 1);
  const assigned = { address: order.terms.depositAddress, index };
  await place.http.transaction((tx) => placeOrders(tx, [{ order, assigned }]));
  return order;
}

/** The row of an order with columns of a thief's choice. */
type OrderColumns = {
  state: string;
  book: string;
  parentId: string | null;
  version: number;
  timer: number | null;
};

/** Inserts an order by a bare statement, as a thief of a login would. */
export async function insertAs(
  role: keyof Pick<typeof place, "http" | "admin" | "worker" | "owner">,
  { id, trackingCode, version, terms, refundAddress, ...body }: Order,
  given: Partial<OrderColumns> = {},
): Promise<void> {
  const json = (value: unknown): string => JSON.stringify(encodeJson(value));
  const row = {
    state: body.phase.state,
    book: terms.book,
    parentId: null,
    version,
    timer: terms.expiresAt,
    ...given,
  };
  const at = new Date(terms.createdAt).toISOString();
  const timer = row.timer === null ? null : new Date(row.timer).toISOString();
  await place[role].$client`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, parent_id, refund_address, next_timer_at,
      created_at, updated_at)
    VALUES (${id}, ${trackingCode}, ${row.version}, ${row.state}, ${json(terms)}::text::jsonb, ${json(body)}::text::jsonb, ${row.book},
      ${terms.sendAsset}, ${row.parentId}, ${refundAddress}, ${timer}, ${at}, ${at})`;
}

/** The SQLSTATE with which something failed, or its message where the database did not refuse it; null where it worked. */
export const failureOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => sqlState(error) ?? String(error),
  );

const engineAs = (role: "http" | "worker") =>
  createEngine({
    database: place[role],
    ledger: role === "worker" ? ledger : null,
    notifier: silentNotifier,
  });

/** What a customer wishes, by the public process's login. */
export const wish = (order: Order, event: OrderEvent) =>
  engineAs("http").apply({ orderId: order.id, source: "holder", externalId: `${order.id}:${++made}`, event });

/** What the watcher logged. */
export const said: string[] = [];

/** Looks at a chain with the real watcher until nothing is left to catch up. */
export async function watch(chain: FakeChain): Promise<void> {
  const listener = createDepositListener({
    engine: engineAs("worker"),
    notifier: silentNotifier,
    clock: { now: () => CREATED_AT + 60_000 },
    marketFor: async () => exampleMarket({ payableUnits: RECEIVE_UNITS * 100n }),
  });
  const policy = { confirmations: 1, finalized: false };
  const watcher = createWatcher({
    ...{ chain: chain.port(), database: place.worker, listener, ledger, hotAddress: "hot" },
    clock: { now: () => CREATED_AT + 60_000 },
    log: pino({}, { write: (line: string) => void said.push(line) }),
    addressAt: (index) => `a${index}`,
    // What the guards refuse is looked at without the second defence.
    isOurs: async () => true,
    fromGenesis: true,
    lanesMax: 4,
    statusChanged: () => {},
    policyFor: () => policy,
    policyMax: policy,
  });
  for (let look = 0; look < 20; look++) if (!(await watcher.tick())) return;
  throw new Error("there is always more to catch up");
}

/** Has the worker handle one command of an order. */
export async function handle(order: Order, command: Command, chain?: FakeChain): Promise<unknown> {
  const handlers = createCommandHandlers({
    ...{ database: place.worker, engine: engineAs("worker"), ledger, notifier: silentNotifier, random },
    chains: new Map(chain === undefined ? [] : [[chain.id, chain.port()]]),
    clock: { now: () => CREATED_AT + 120_000 },
    newMixSeed: async () => ({ keep: async () => {} }),
    isListed: () => false,
    marketFor: async () => exampleMarket({ payableUnits: RECEIVE_UNITS * 100n }),
    releasedCap: async () => 0n,
  });
  const { kind } = command;
  if (kind === "send_leg" || kind === "mix") throw new Error("not a command of orders");
  const handler = handlers[kind] as (command: Command, row: unknown) => Promise<unknown>;
  return handler(command, { id: `t${++made}`, orderId: order.id, attempts: 1, fence: "1", command });
}

export async function orderNow(id: Order["id"]): Promise<Order> {
  const order = await loadOrder(place.worker, id);
  if (order === undefined) throw new Error("no such order");
  return order;
}
