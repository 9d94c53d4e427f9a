import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { components } from "../../../openapi/schema";
import {
  createSottoClient,
  type Order,
  type OrderState,
  type SottoClient,
} from "../../../openapi/src/client";
import { type RunningSotto, startSotto } from "../running-sotto";
import { type Calls, callsOf } from "./calls";
import { checkedFetch, type Seen } from "./check";

/** Addresses of nobody here, well-formed on their mainnets. */
export const RECEIVE = {
  BTC: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  ETH: "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
  TRON: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
} as const;
/** Stand on the operator's list in these tests. */
export const LISTED = {
  BTC: "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
  ETH: "0x52908400098527886E0F7030069857D2E4169EE7",
} as const;

/** Its own calls are those of somebody who did not log in. */
export type ContractWorld = Calls & {
  sotto: RunningSotto;
  /** The generated client; every answer it gets is checked against the contract. */
  client: SottoClient;
  /** The calls of an administrator who has just logged in. */
  admin(): Promise<Calls>;
  /** Calls that send these headers, checked alike. */
  callsOf(headers: Record<string, string>): Calls;
  seen: Seen[];
  create(change?: Partial<OrderInput>): Promise<Order>;
  pay(order: Order, change?: { amount?: string; from?: string }): Promise<string>;
  until(id: string, states: OrderState | readonly OrderState[]): Promise<Order>;
  stop(): Promise<void>;
};

type OrderInput = components["schemas"]["CreateExchangeBody"];

export const GOOD_ORDER = {
  sendCurrency: "BTC",
  receiveCurrency: "ETH",
  sendAmount: "0.1",
  receiveAddress: RECEIVE.ETH,
} as const;

const STATE_MS_MAX = 90_000;

/** The running server with a list of screened addresses and two paused assets, and the client that checks what it hears. */
export async function openContractWorld(): Promise<ContractWorld> {
  const lists = mkdtempSync(join(tmpdir(), "sotto-lists-"));
  writeFileSync(join(lists, "list.txt"), `# date: 2026-01-01\n${LISTED.BTC}\n${LISTED.ETH}\n`);
  const sotto = await startSotto({ SOTTO_SCREENING_DIR: lists });
  await pause(sotto, ["ZEC", "ADA"]);
  const seen: Seen[] = [];
  const fetch = checkedFetch((one) => seen.push(one));
  const client = createSottoClient({ baseUrl: sotto.base, fetch });
  const calls = callsOf(client);
  const callsWith = (headers: Record<string, string>) =>
    callsOf(createSottoClient({ baseUrl: sotto.base, fetch, headers }));
  return {
    ...calls,
    sotto,
    client,
    seen,
    async admin() {
      const { token } = await calls.ok("adminLogin", {}, sotto.admin);
      return callsWith({ authorization: `Bearer ${token}` });
    },
    callsOf: callsWith,
    // The generated type of an answer leaves out members that are always null.
    create: async (change = {}) =>
      (await calls.ok("createExchange", {}, { ...GOOD_ORDER, ...change })) as Order,
    async pay(order, { amount = order.sendAmount, from } = {}) {
      const body = { currency: order.sendCurrency, address: order.depositAddress, amount };
      return (await calls.ok("simnetPay", {}, { ...body, ...(from && { from }) })).txHash;
    },
    until: (id, states) => untilState(calls, id, [states].flat()),
    async stop() {
      await sotto.stop();
      rmSync(lists, { recursive: true, force: true });
    },
  };
}

async function untilState(calls: Calls, id: string, states: readonly OrderState[]): Promise<Order> {
  const untilMs = Date.now() + STATE_MS_MAX;
  for (;;) {
    const order = (await calls.ok("readExchange", { id })) as Order;
    if (states.includes(order.state)) return order;
    if (Date.now() > untilMs)
      throw new Error(`still ${order.state} (${order.reason}), not ${states.join(" or ")}`);
    await sleep(100);
  }
}

/** What an answer carries, when it is one of success. */
export function given<Value>(value: Value | undefined, code?: string): Value {
  if (value === undefined) throw new Error(`refused: ${code}`);
  return value;
}

/** Asks ten times a second, for a minute and a half. */
export async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  const untilMs = Date.now() + STATE_MS_MAX;
  while (!(await isSo())) {
    if (Date.now() > untilMs) throw new Error(`not within ${STATE_MS_MAX} ms`);
    await sleep(100);
  }
}

/** The same once a second, after a block each time: it rouses what rests while a chain stands still. */
export async function eventuallyAsBlocksCome(
  { ok }: Pick<Calls, "ok">,
  currency: string,
  isSo: () => Promise<boolean>,
): Promise<void> {
  const untilMs = Date.now() + STATE_MS_MAX;
  while (!(await isSo())) {
    if (Date.now() > untilMs) throw new Error(`not within ${STATE_MS_MAX} ms`);
    await ok("simnetMine", {}, { currency, blocks: 1 });
    await sleep(1_000);
  }
}

/** Pauses assets, and waits until the public process, which reads its list twice a second, knows of it. */
async function pause({ sql, base }: RunningSotto, assets: readonly string[]): Promise<void> {
  for (const asset of assets)
    await sql`INSERT INTO admin_switches (name, paused, reason, turned_at) VALUES (${`asset:${asset}`}, true, 'A test.', now())`;
  for (;;) {
    const answer = await fetch(`${base}/api/currencies`);
    const currencies = (await answer.json()) as { id: string; isActive: boolean }[];
    if (currencies.every(({ id, isActive }) => isActive !== assets.includes(id))) return;
    await sleep(50);
  }
}
