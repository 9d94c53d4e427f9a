import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { sessionSchema } from "../src/routes/admin/account-schema";
import { recoveredSchema } from "../src/routes/admin/recovery-schema";
import {
  chainResumedSchema,
  invariantSchema,
  overviewSchema,
  trialBalanceSchema,
  walletSchema,
} from "../src/routes/admin/schema";
import { unplannedSpendSchema } from "../src/routes/admin/spend-schema";
import { healthSchema } from "../src/routes/health/schema";
import { type CreateLoanBody, type LoanWire, loanPageSchema, loanSchema } from "../src/routes/loans/schema";
import { currencySchema, reserveSchema } from "../src/routes/market/schema";
import { adminOrderSchema } from "../src/routes/orders/admin-schema";
import { type CreateOrderBody, type OrderWire, orderSchema } from "../src/routes/orders/schema";
import { type ClaimBody, claimedSchema, deletionNoteSchema } from "../src/routes/retention/schema";
import { simnetBalanceSchema, simnetTransactionSchema } from "../src/routes/simnet/schema";

/** Each look costs the server a dozen statements. */
const POLL_MS = 150;
export const ADMIN = { username: "admin", password: "a password for tests alone" };

/** Waits until `isSo` answers true, and says what it waited for when that does not happen in time. */
export async function waitFor(
  what: string,
  withinMs: number,
  isSo: () => boolean | Promise<boolean>,
  pollMs = POLL_MS,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${withinMs} ms`);
    await sleep(pollMs);
  }
}

/** An answer other than 2xx: the problem's stable code. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(`${status} ${code}: ${detail}`);
  }
}

type Call = {
  method?: "GET" | "POST" | "DELETE";
  body?: unknown;
  token?: string;
  headers?: Readonly<Record<string, string>>;
  /** An answer of 503 has the same form. */
  mayFail?: boolean;
};
type CreateOptions = { idempotencyKey?: string };

/** The HTTP API as these tests use it, every answer validated against the contract's own schema. */
export type ApiClient = ReturnType<typeof apiClient>;

export function apiClient(origin: string) {
  const asked = callsTo(origin);
  return { origin, ...publicCalls(asked), ...loanCalls(asked), ...bookCalls(asked) };
}

type Asked = ReturnType<typeof callsTo>;

function callsTo(origin: string) {
  const call = async <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    { method = "GET", body, token, headers, mayFail = false }: Call = {},
  ): Promise<z.infer<Schema>> => {
    const ask = () =>
      fetch(`${origin}/api${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
    // A kept connection may have been closed just now, where the machine is slow; what only reads is asked again.
    const response = await (method === "GET" ? ask().catch(() => sleep(200).then(ask)) : ask());
    const text = await response.text();
    if (response.ok || (mayFail && response.status === 503)) return schema.parse(JSON.parse(text));
    const known = z.object({ code: z.string() }).safeParse(text === "" ? {} : JSON.parse(text));
    throw new ApiProblem(response.status, known.success ? known.data.code : "unknown", text.slice(0, 500));
  };
  const post = <Schema extends z.ZodType>(path: string, schema: Schema, body: unknown, more: Call = {}) =>
    call(path, schema, { method: "POST", body, ...more });
  return { call, post };
}

const keyed = ({ idempotencyKey }: CreateOptions): Record<string, string> =>
  idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };

/** An answer, or null where it is a problem with this status. */
const unless = <Answer>(status: number, answer: Promise<Answer>): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === status) return null;
    throw error;
  });

/** What everybody may ask: currencies, orders, and the simulated networks. */
function publicCalls({ call, post }: Asked) {
  const read = (id: string): Promise<OrderWire> => call(`/exchanges/${id}`, orderSchema);
  return {
    health: () => call("/health", healthSchema, { mayFail: true }),
    currencies: () => call("/currencies", z.array(currencySchema)),
    reserves: () => call("/reserves", z.array(reserveSchema)),
    create: (body: CreateOrderBody, options: CreateOptions = {}): Promise<OrderWire> =>
      post("/exchanges", orderSchema, body, { headers: keyed(options) }),
    read,
    decide: (id: string, decision: { choice: "exchange" | "refund"; refundAddress?: string }) =>
      post(`/exchanges/${id}/decision`, orderSchema, decision),
    cancel: (id: string) => post(`/exchanges/${id}/cancel`, orderSchema, undefined),
    /** Deletes an ended order; null while it cannot be deleted. */
    forget: (id: string) => unless(409, call(`/exchanges/${id}`, deletionNoteSchema, { method: "DELETE" })),
    /** The orders that a claim opened; null while there is nothing to claim. */
    claim: (claim: ClaimBody) => unless(404, post("/claims", z.array(claimedSchema), claim)),
    pay: (payment: { currency: string; address: string; amount: string; from?: string }) =>
      post("/simnet/pay", simnetTransactionSchema, payment),
    async simnetBalance(currency: string, address: string): Promise<string> {
      return (await call(`/simnet/balance/${currency}/${address}`, simnetBalanceSchema)).balance;
    },
    /** Waits until the order is in one of these states; throws with the order when it is not in time. */
    async untilState(
      id: string,
      states: readonly OrderWire["state"][],
      withinMs: number,
    ): Promise<OrderWire> {
      let order = await read(id);
      await waitFor(`order ${id} in ${states.join(" or ")}`, withinMs, async () => {
        order = await read(id);
        return states.includes(order.state);
      }).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${JSON.stringify(order)}`);
      });
      return order;
    },
  };
}

/** An administrator's calls about loans. */
function loanCalls({ call, post }: Asked) {
  const loans = (token: string, query = "") => call(`/admin/loan-orders${query}`, loanPageSchema, { token });
  return {
    createLoan: (token: string, body: CreateLoanBody, options: CreateOptions = {}) =>
      post("/admin/loan-orders", loanSchema, body, { token, headers: keyed(options) }),
    payLoan: (token: string, id: string, body: { txHash?: string } = {}) =>
      post(`/admin/loan-orders/${id}/pay`, loanSchema, body, { token }),
    approveLoan: (token: string, id: string) =>
      post(`/admin/loan-orders/${id}/approve`, loanSchema, undefined, { token }),
    loans,
    /** Waits until the loan of this reference has one of these statuses. */
    async untilLoan(
      token: string,
      reference: string,
      statuses: readonly LoanWire["status"][],
      withinMs: number,
    ) {
      let loan: LoanWire | undefined;
      await waitFor(`loan ${reference} in ${statuses.join(" or ")}`, withinMs, async () => {
        loan = (await loans(token, `?reference=${reference}`)).items[0];
        return loan !== undefined && statuses.includes(loan.status);
      });
      if (loan === undefined) throw new Error(`there is no loan ${reference}`);
      return loan;
    },
  };
}

/** An administrator's login, and calls about the books and single orders. */
function bookCalls({ call, post }: Asked) {
  return {
    async login(as: { username: string; password: string } = ADMIN): Promise<string> {
      return (await post("/admin/login", sessionSchema, as)).token;
    },
    inspect: (token: string, id: string) => call(`/admin/exchanges/${id}`, adminOrderSchema, { token }),
    wallets: (token: string) => call("/admin/wallets", z.array(walletSchema), { token }),
    invariants: (token: string) => call("/admin/invariants", z.array(invariantSchema), { token }),
    trialBalance: (token: string) => call("/admin/trial-balance", z.array(trialBalanceSchema), { token }),
    unplannedSpends: async (token: string) =>
      (await call("/admin/overview", overviewSchema, { token })).unplannedSpends,
    adoptSpend: (token: string, id: string, reason: string) =>
      post(`/admin/spends/${id}/adopt`, unplannedSpendSchema, { reason }, { token }),
    recoveries: async (token: string) =>
      (await call("/admin/overview", overviewSchema, { token })).recoveries,
    refundRecovery: (token: string, id: string, asked: { refundAddress: string; reason: string }) =>
      post(`/admin/recoveries/${encodeURIComponent(id)}/refund`, recoveredSchema, asked, { token }),
    resumeChain: (token: string, chain: string, reason: string) =>
      post(`/admin/chains/${chain}/resume`, chainResumedSchema, { reason }, { token }),
    release: (token: string, id: string, reason: string, seenSources: readonly number[] = []) =>
      post(`/admin/exchanges/${id}/release`, orderSchema, { reason, seenSources }, { token }),
    adminRefund: (token: string, id: string, reason: string, seenSources: readonly number[] = []) =>
      post(`/admin/exchanges/${id}/refund`, orderSchema, { reason, seenSources }, { token }),
  };
}

/** The address of a coin's hot wallet, which an operator funds. */
export async function hotAddressOf(api: ApiClient, coin: string): Promise<string> {
  const wallets = await api.wallets(await api.login());
  const wallet = wallets.find(({ currency }) => currency === coin);
  if (wallet === undefined) throw new Error(`there is no hot wallet for ${coin}`);
  return wallet.address;
}

/** What is wrong with the books: violated invariants and unbalanced assets; empty when all is well. */
export async function bookTroubles(api: ApiClient, as = ADMIN): Promise<string[]> {
  const token = await api.login(as);
  const invariants = await api.invariants(token);
  const balances = await api.trialBalance(token);
  if (invariants.length === 0 || balances.length === 0) return ["there are no books to look at"];
  return [
    ...invariants
      .filter(({ violations }) => violations !== 0)
      .map(({ id, name, violations }) => `${id} ${name}: ${violations}`),
    ...balances.filter(({ sum }) => sum !== "0").map(({ asset, sum }) => `${asset} sums to ${sum}`),
  ];
}
