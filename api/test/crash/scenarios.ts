import { setTimeout as sleep } from "node:timers/promises";
import type { CreateOrderBody, OrderWire } from "../../src/routes/orders/schema";
import { type ApiClient, ApiProblem, waitFor } from "../api-client";

/** A journey that can be taken up again after the server died anywhere in it, and what must have come of it. */
export type Scenario = {
  name: string;
  /** Takes it from wherever it is to its end; calling it again after a crash does nothing twice. */
  drive(api: ApiClient): Promise<void>;
  /** What is wrong with what landed; empty when all is well. */
  wrong(api: ApiClient): Promise<string[]>;
};

/** A journey of one order. */
type OrderScenario = {
  name: string;
  order: CreateOrderBody;
  /** What is really paid, in the sent currency. */
  pays: string;
  ends: "completed" | "refunded";
  /** Whose balance shows it, in what: nobody else ever pays this address. */
  lands: { currency: string; address: string };
  /** What must have landed, exactly. */
  due(order: OrderWire): string | null;
  /** Paid in several legs, which together are what is due. */
  isSplit?: boolean;
  /** The deposit address must be empty of this much at the end; only where coins are swept. */
  sweptBelow?: number;
};

const ORDERS: readonly OrderScenario[] = [
  {
    name: "swap BTC to TRX",
    order: {
      sendCurrency: "BTC",
      receiveCurrency: "TRX",
      sendAmount: "0.01",
      receiveAddress: "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC",
    },
    pays: "0.01",
    ends: "completed",
    lands: { currency: "TRX", address: "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC" },
    due: (order) => order.receiveAmount,
  },
  {
    name: "swap ETH to USDT-ERC20, swept",
    order: {
      sendCurrency: "ETH",
      receiveCurrency: "USDT-ERC20",
      sendAmount: "0.5",
      receiveAddress: "0x1111111111111111111111111111111111111112",
    },
    pays: "0.5",
    ends: "completed",
    lands: { currency: "USDT-ERC20", address: "0x1111111111111111111111111111111111111112" },
    due: (order) => order.receiveAmount,
    sweptBelow: 0.01,
  },
  {
    name: "BTC below the minimum, refunded",
    order: {
      sendCurrency: "BTC",
      receiveCurrency: "TRX",
      sendAmount: "0.01",
      receiveAddress: "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC",
      refundAddress: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    },
    pays: "0.0009",
    ends: "refunded",
    lands: { currency: "BTC", address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" },
    due: (order) => order.payouts[0]?.amount ?? null,
  },
  {
    name: "BTC mixed, two rounds, split",
    order: {
      sendCurrency: "BTC",
      receiveCurrency: "BTC",
      sendAmount: "0.01",
      receiveAddress: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
      privacySettings: { mixingRounds: 2, delayMinutes: 0, useRandomAmounts: true, privacyLevel: "basic" },
    },
    pays: "0.01",
    ends: "completed",
    lands: { currency: "BTC", address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" },
    due: (order) => order.receiveAmount,
    isSplit: true,
  },
];

/** How long one step of a journey may take on a loaded machine: work that a dead process had leased waits for half a minute. */
const STEP_MS_MAX = 150_000;
/** A payment whose answer was lost shows within some blocks, or was never made. */
const PAYMENT_SHOWS_MS = 2_000;

async function drive(api: ApiClient, scenario: OrderScenario): Promise<OrderWire> {
  const order = await api.create(scenario.order, { idempotencyKey: "a-crash-sweep-order" });
  if (!(await isPaid(api, order))) {
    const { sendCurrency: currency, depositAddress: address } = order;
    await api.pay({ currency, address, amount: scenario.pays });
  }
  if (scenario.ends === "refunded") {
    const asked = await api.untilState(order.id, ["action_required", "refunding", "refunded"], STEP_MS_MAX);
    if (asked.state === "action_required") await api.decide(order.id, { choice: "refund" });
  }
  const ended = await api.untilState(order.id, [scenario.ends], STEP_MS_MAX);
  await untilSwept(api, scenario, ended);
  return ended;
}

async function isPaid(api: ApiClient, { id, sendCurrency, depositAddress }: OrderWire): Promise<boolean> {
  const shows = async (): Promise<boolean> => {
    if ((await api.read(id)).deposits.length > 0) return true;
    return (await api.simnetBalance(sendCurrency, depositAddress)) !== "0";
  };
  if (await shows()) return true;
  if (!restarted.has(api)) return false;
  return waitFor("the payment", PAYMENT_SHOWS_MS, shows).then(
    () => true,
    () => false,
  );
}

/** Servers started after a crash: on these a payment may be on its way already. */
const restarted = new WeakSet<ApiClient>();
export const markRestarted = (api: ApiClient): void => void restarted.add(api);

async function untilSwept(api: ApiClient, scenario: OrderScenario, order: OrderWire): Promise<void> {
  const { sweptBelow } = scenario;
  if (sweptBelow === undefined) return;
  await waitFor("the sweep", STEP_MS_MAX, async () => {
    return Number(await api.simnetBalance(order.sendCurrency, order.depositAddress)) < sweptBelow;
  });
  // The sweep is on the chain; the books follow at its depth.
  await sleep(500);
}

async function wrongOf(api: ApiClient, scenario: OrderScenario): Promise<string[]> {
  const order = await drive(api, scenario);
  const landed = await api.simnetBalance(scenario.lands.currency, scenario.lands.address);
  const due = scenario.due(order);
  return [
    ...(due === null || landed !== due ? [`${landed} landed where ${due} was due`] : []),
    ...((scenario.isSplit ?? false) === order.payouts.length > 1
      ? []
      : [`${order.payouts.length} payouts are listed`]),
  ];
}

const LOAN = {
  currency: "USDT-TRC20",
  amount: "250.000001",
  exchangeRate: "1",
  reference: "a-crash-sweep-loan",
  receiveAddress: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
} as const;

/** A loan as a script pays it: created under its reference and paid, again and again until it is seen to be. */
const loan: Scenario = {
  name: "loan of USDT-TRC20",
  async drive(api) {
    const token = await api.login();
    await api.createLoan(token, LOAN).catch(unless("loan/reference-used"));
    const { id } = await api.untilLoan(token, LOAN.reference, ANY, STEP_MS_MAX);
    await api.payLoan(token, id).catch(unless("loan/not-pending"));
    await api.untilLoan(token, LOAN.reference, ["completed"], STEP_MS_MAX);
  },
  async wrong(api) {
    const token = await api.login();
    const loans = (await api.loans(token)).items;
    const landed = await api.simnetBalance(LOAN.currency, LOAN.receiveAddress);
    return [
      ...(landed === LOAN.amount ? [] : [`${landed} landed where ${LOAN.amount} was lent`]),
      ...(loans.length === 1 ? [] : [`${loans.length} loans are listed`]),
      ...(await refused(api.payLoan(token, loans[0]?.id ?? "1"), "loan/not-pending")),
    ];
  },
};
const ANY = ["pending", "processing", "completed", "failed", "paid"] as const;

const unless =
  (code: string) =>
  (error: unknown): void => {
    if (!(error instanceof ApiProblem) || error.code !== code) throw error;
  };
const refused = (asked: Promise<unknown>, code: string): Promise<string[]> =>
  asked.then(
    () => [`it was not refused: ${code}`],
    (error: unknown) => (error instanceof ApiProblem && error.code === code ? [] : [String(error)]),
  );

export const SCENARIOS: readonly Scenario[] = [
  ...ORDERS.map(
    (order): Scenario => ({
      name: order.name,
      drive: async (api) => void (await drive(api, order)),
      wrong: (api) => wrongOf(api, order),
    }),
  ),
  loan,
];
