import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { invariantSchema, sessionSchema, trialBalanceSchema, walletSchema } from "../src/routes/admin/schema";
import { healthSchema } from "../src/routes/health/schema";
import { type CreateLoanBody, type LoanWire, loanPageSchema, loanSchema } from "../src/routes/loans/schema";
import { currencySchema, reserveSchema } from "../src/routes/market/schema";
import { adminOrderSchema } from "../src/routes/orders/admin-schema";
import { type CreateOrderBody, type OrderWire, orderSchema } from "../src/routes/orders/schema";
import { simnetBalanceSchema, simnetTransactionSchema } from "../src/routes/simnet/schema";

const MAIN = join(import.meta.dirname, "../src/main.ts");
const START_MS_MAX = 180_000;
const STOP_MS_MAX = 60_000;
const OUTPUT_KEPT_MAX = 200_000;
const POLL_MS = 60;
export const ADMIN = { username: "admin", password: "a password for tests alone" };

export type ServerOptions = {
  dataDir: string;
  /** Added to the few variables that every test server gets; nothing else of our own environment passes. */
  env?: Readonly<Record<string, string>>;
  /** Another program instead of src/main.ts: a bundle, run without tsx. */
  bundle?: string;
  /** A free one when absent. A role without HTTP listens nowhere. */
  port?: number;
};

/** The server as a process of its own, as an operator runs it. */
export type ServerProcess = {
  readonly api: ApiClient;
  readonly pid: number;
  /** Everything it has printed so far, both streams; the last 200,000 characters. */
  output(): string;
  /** Resolves when it ended, however: the exit code, or the signal's name. */
  readonly ended: Promise<number | NodeJS.Signals>;
  isRunning(): boolean;
  signal(name: NodeJS.Signals): void;
  /** SIGTERM, and waits; a process that does not end in time is killed and reported. */
  stop(): Promise<void>;
};

/** Starts the server without waiting for it. It dies with this process. */
export function spawnServer(options: ServerOptions & { port: number }): ServerProcess {
  const program = options.bundle === undefined ? ["--import", "tsx", MAIN] : [options.bundle];
  const child = spawn(process.execPath, program, {
    cwd: join(import.meta.dirname, ".."),
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...inherited(), ...defaults(options), ...options.env },
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  let output = "";
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-OUTPUT_KEPT_MAX);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = once(child, "close").then(() => {
    process.off("exit", kill);
    return child.exitCode ?? child.signalCode ?? "SIGKILL";
  });
  return {
    api: apiClient(`http://127.0.0.1:${options.port}`),
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => void child.kill(name),
    stop: () => stop(child, ended),
  };
}

/** Starts the server and waits until it answers. Throws with its output when it ends instead. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const server = spawnServer({ ...options, port: options.port ?? (await freePort()) });
  try {
    await waitFor("the server's first answer", START_MS_MAX, async () => {
      if (!server.isRunning()) throw new Error(`the server ended:\n${server.output()}`);
      return (await server.api.health().catch(() => undefined)) !== undefined;
    });
    return server;
  } catch (error) {
    await server.stop().catch(() => undefined);
    throw error;
  }
}

const inherited = (): Record<string, string> =>
  Object.fromEntries(
    ["PATH", "HOME", "TMPDIR", "LANG"].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

const defaults = (options: ServerOptions & { port: number }): Record<string, string> => ({
  PORT: String(options.port),
  DATA_DIR: options.dataDir,
  SOTTO_LIMITS: "off",
  SOTTO_ADMIN_USERNAME: ADMIN.username,
  SOTTO_ADMIN_PASSWORD: ADMIN.password,
  SOTTO_LOG_LEVEL: "info",
  SIMNET_BLOCK_MS: "300",
});

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    await ended;
    return;
  }
  child.kill("SIGCONT");
  child.kill("SIGTERM");
  const late = new AbortController();
  const inTime = await Promise.race([
    ended.then(() => true),
    sleep(STOP_MS_MAX, false, { signal: late.signal }).catch(() => false),
  ]);
  late.abort();
  if (inTime) return;
  child.kill("SIGKILL");
  await ended;
  throw new Error(`the server did not stop within ${STOP_MS_MAX} ms of SIGTERM`);
}

/** A port of loopback that nobody listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  probe.close();
  await once(probe, "close");
  return address.port;
}

/** Waits until `isSo` answers true, and says what it waited for when that does not happen in time. */
export async function waitFor(
  what: string,
  withinMs: number,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${withinMs} ms`);
    await sleep(POLL_MS);
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
  method?: "GET" | "POST";
  body?: unknown;
  token?: string;
  headers?: Readonly<Record<string, string>>;
};
type CreateOptions = { idempotencyKey?: string };

/** The HTTP API as these tests use it, every answer validated against the contract's own schema. */
export type ApiClient = ReturnType<typeof apiClient>;

export function apiClient(origin: string) {
  const call = async <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    { method = "GET", body, token, headers }: Call = {},
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
    if (response.ok) return schema.parse(JSON.parse(text));
    const known = z.object({ code: z.string() }).safeParse(text === "" ? {} : JSON.parse(text));
    throw new ApiProblem(response.status, known.success ? known.data.code : "unknown", text.slice(0, 500));
  };
  const post = <Schema extends z.ZodType>(path: string, schema: Schema, body: unknown, more: Call = {}) =>
    call(path, schema, { method: "POST", body, ...more });
  const loans = (token: string, query = "") => call(`/admin/loan-orders${query}`, loanPageSchema, { token });
  const read = (id: string): Promise<OrderWire> => call(`/exchanges/${id}`, orderSchema);
  return {
    origin,
    health: () => call("/health", healthSchema),
    currencies: () => call("/currencies", z.array(currencySchema)),
    reserves: () => call("/reserves", z.array(reserveSchema)),
    create: (body: CreateOrderBody, { idempotencyKey }: CreateOptions = {}): Promise<OrderWire> =>
      post("/exchanges", orderSchema, body, {
        headers: idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey },
      }),
    read,
    decide: (id: string, decision: { choice: "exchange" | "refund"; refundAddress?: string }) =>
      post(`/exchanges/${id}/decision`, orderSchema, decision),
    async login(as: { username: string; password: string } = ADMIN): Promise<string> {
      return (await post("/admin/login", sessionSchema, as)).token;
    },
    createLoan: (token: string, body: CreateLoanBody, { idempotencyKey }: CreateOptions = {}) =>
      post("/admin/loan-orders", loanSchema, body, {
        token,
        headers: idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey },
      }),
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
    inspect: (token: string, id: string) => call(`/admin/exchanges/${id}`, adminOrderSchema, { token }),
    wallets: (token: string) => call("/admin/wallets", z.array(walletSchema), { token }),
    invariants: (token: string) => call("/admin/invariants", z.array(invariantSchema), { token }),
    trialBalance: (token: string) => call("/admin/trial-balance", z.array(trialBalanceSchema), { token }),
    adminRefund: (token: string, id: string, reason: string) =>
      post(`/admin/exchanges/${id}/refund`, orderSchema, { reason }, { token }),
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
