import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { OrderWire } from "../../src/routes/orders/schema";
import { type ApiClient, ApiProblem, apiClient } from "../api-client";

/** What a customer does, how many of a hundred, and how their order is to end. */
const KINDS = [
  { kind: "floating", share: 50, end: "completed" },
  { kind: "fixed", share: 15, end: "completed" },
  { kind: "mixed", share: 5, end: "completed" },
  { kind: "pays less", share: 15, end: "refunded" },
  { kind: "cancels", share: 15, end: "cancelled" },
] as const;
type Kind = (typeof KINDS)[number]["kind"];

/** What is sent, and a small amount of it; both sides of a pair are paid to addresses that nothing else is paid to. */
const SENT = { BTC: "0.002", LTC: "1", ETH: "0.03", "USDT-TRC20": "150" } as const;
const RECEIVED = ["ETH", "USDT-ERC20", "BNB", "USDT-BEP20"] as const;
const SENT_TO_EVM = "ETH";

const RETRY_MS = 500;
/** A process may be away for as long as it takes to start again. */
const RETRIES_MAX = 240;
const LOOK_MS = 2_000;
/** Long after a payment is seen, also where a worker has to start first. */
const SEEN_MS = 60_000;

export type Customer = {
  kind: Kind;
  id: string;
  /** Where it is to be paid, or refunded. */
  payees: readonly string[];
  end: OrderWire["state"];
};

export type Tally = {
  customers: Customer[];
  /** Requests that were tried again, because a process was away or the service asked for it. */
  retries: number;
  /** What must not be: answers of 5xx other than 503, and refusals. */
  troubles: string[];
};

export const emptyTally = (): Tally => ({ customers: [], retries: 0, troubles: [] });

/** A customer comes, makes an order, and pays it or not. */
export async function serveCustomer(bases: readonly string[], tally: Tally): Promise<void> {
  const { kind, end } = drawnKind();
  const ask = asking(bases, tally);
  try {
    const send = kind === "pays less" ? SENT_TO_EVM : (Object.keys(SENT) as (keyof typeof SENT)[])[below(4)];
    const receive = RECEIVED.filter((code) => code !== send)[below(3)];
    if (send === undefined || receive === undefined) throw new RangeError("no pair");
    const payees = Array.from({ length: kind === "mixed" ? 2 : 1 }, newAddress);
    const refundAddress = newAddress();
    const order = await makeOrder(ask, { kind, send, receive, payees, refundAddress });
    tally.customers.push({ kind, id: order.id, end, payees: end === "refunded" ? [refundAddress] : payees });
    if (kind === "cancels") return void (await ask((api) => api.cancel(order.id)));
    const { sendCurrency: currency, depositAddress: address, sendAmount } = order;
    const amount = kind === "pays less" ? String(Number(sendAmount) / 2) : sendAmount;
    await pay(ask, order.id, { currency, address, amount });
  } catch (error) {
    tally.troubles.push(`${kind}: ${String(error).slice(0, 300)}`);
  }
}

/** Pays, and again where the process was killed before it took the payment in: then the order still waits a while later. */
async function pay(ask: Ask, id: string, payment: Parameters<ApiClient["pay"]>[0]): Promise<void> {
  for (;;) {
    try {
      return void (await ask((api) => api.pay(payment), { isOnce: true }));
    } catch (error) {
      if (error instanceof ApiProblem) throw error;
      await sleep(SEEN_MS);
      if ((await ask((api) => api.read(id))).state !== "waiting") return;
    }
  }
}

type Ask = <Answer>(call: (api: ApiClient) => Promise<Answer>, how?: { isOnce: boolean }) => Promise<Answer>;

async function makeOrder(
  ask: Ask,
  of: {
    kind: Kind;
    send: keyof typeof SENT;
    receive: string;
    payees: readonly string[];
    refundAddress: string;
  },
): Promise<OrderWire> {
  const { kind, send, receive, payees, refundAddress } = of;
  const [receiveAddress = ""] = payees;
  const terms = { sendCurrency: send, receiveCurrency: receive, sendAmount: SENT[send], receiveAddress };
  const idempotencyKey = randomBytes(16).toString("hex");
  const quoteId = kind === "fixed" ? await ask((api) => quoteOf(api, terms)) : undefined;
  return ask((api) =>
    api.create(
      {
        ...terms,
        ...(quoteId && { orderType: "fixed", quoteId }),
        ...(kind === "pays less" && { refundAddress, mismatch: { less: "refund" } }),
        ...(kind === "mixed" && {
          receiveAddresses: [...payees],
          privacySettings: {
            mixingRounds: 3,
            delayMinutes: 0,
            useRandomAmounts: true,
            privacyLevel: "basic",
          },
        }),
      },
      { idempotencyKey },
    ),
  );
}

const quoted = z.object({ quoteId: z.string() });
async function quoteOf(
  api: ApiClient,
  of: { sendCurrency: string; receiveCurrency: string; sendAmount: string },
): Promise<string> {
  const { sendCurrency: fromCurrency, receiveCurrency: toCurrency, sendAmount: amount } = of;
  const response = await fetch(`${api.origin}/api/calculate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ fromCurrency, toCurrency, amount, orderType: "fixed" }),
  });
  if (!response.ok) throw new ApiProblem(response.status, "calculate", await response.text());
  return quoted.parse(await response.json()).quoteId;
}

/**
 * Asks one of the processes, and another one where it is away or says that it cannot answer now. What is to be done `isOnce` is
 * tried again only where it was not taken in.
 */
function asking(bases: readonly string[], tally: Tally): Ask {
  return async (call, { isOnce } = { isOnce: false }) => {
    for (let retry = 0; ; retry++) {
      try {
        return await call(apiClient(bases[below(bases.length)] ?? ""));
      } catch (error) {
        const isRefused = error instanceof ApiProblem && error.status !== 503;
        const isUnsure = isOnce && !(error instanceof ApiProblem) && !isNotReached(error);
        if (isRefused || isUnsure || retry >= RETRIES_MAX) throw error;
        tally.retries++;
        await sleep(RETRY_MS);
      }
    }
  };
}

const isNotReached = (error: unknown): boolean =>
  error instanceof TypeError &&
  /ECONNREFUSED/.test(String((error.cause as Error | undefined)?.message ?? error.cause));

/** Waits until each order has ended as it is to; returns what has not. */
export async function awaitEnds(bases: readonly string[], tally: Tally, withinMs: number): Promise<string[]> {
  const ask = asking(bases, tally);
  const left = new Set(tally.customers);
  const late: string[] = [];
  const deadline = performance.now() + withinMs;
  while (left.size > 0) {
    for (const customer of [...left]) {
      const order = await ask((api) => api.read(customer.id));
      if (order.state === customer.end) left.delete(customer);
      else if (performance.now() > deadline) {
        left.delete(customer);
        late.push(`${customer.kind}: ${order.state} instead of ${customer.end}`);
      }
    }
    await sleep(left.size === 0 ? 0 : LOOK_MS);
  }
  return late;
}

/** Whether what the customers' addresses got is, to the last unit, what their orders say that they were paid. */
export async function unpaidOf(bases: readonly string[], tally: Tally): Promise<string[]> {
  const ask = asking(bases, tally);
  const wrong: string[] = [];
  for (const { kind, id, payees, end } of tally.customers) {
    if (end === "cancelled") continue;
    const order = await ask((api) => api.read(id));
    for (const payee of payees) {
      const due = order.payouts.filter(({ address }) => address?.toLowerCase() === payee.toLowerCase());
      const currency = due[0]?.currency;
      const got = currency === undefined ? null : await ask((api) => api.simnetBalance(currency, payee));
      const [dueUnits, gotUnits] = [sumOf(due.map(({ amount }) => amount)), got === null ? 0n : sumOf([got])];
      if (dueUnits === 0n || dueUnits !== gotUnits) wrong.push(`${kind}: ${gotUnits} instead of ${dueUnits}`);
    }
  }
  return wrong;
}

/** A sum of decimals, in units of 10⁻¹⁸. */
const sumOf = (amounts: readonly string[]): bigint =>
  amounts.reduce((sum, amount) => {
    const [whole = "0", part = ""] = amount.split(".");
    return sum + BigInt(whole + part.padEnd(18, "0"));
  }, 0n);

function drawnKind(): (typeof KINDS)[number] {
  let roll = below(100);
  for (const one of KINDS) {
    if (roll < one.share) return one;
    roll -= one.share;
  }
  return KINDS[0];
}

const below = (bound: number): number => Math.floor(Math.random() * bound);
const newAddress = (): string => `0x${randomBytes(20).toString("hex")}`;
