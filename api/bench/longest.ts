import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { completeOrders } from "./completed-orders";
import { type Measured, median } from "./measured";
import type { Made } from "./orders";
import type { Served } from "./processes";
import type { Bench } from "./row";
import type { Service } from "./service";
import { createStatistics, resetStatistics, statementsOf } from "./statements";

/** The first administrator of a service whose longest answers are measured. */
export const ADMIN_ENVIRONMENT = {
  SOTTO_ADMIN_USERNAME: "bench",
  SOTTO_ADMIN_PASSWORD: "of a service that is thrown away",
};

/** Few, so that none waits for the locks of others. */
const ORDERS_MEANWHILE = 16;
/** Within so long each loop of the worker has had its turn, the rare ones at the start. */
const LOOPS_MS = 70_000;
const ASKED_TIMES = 5;
const LOOK_MS = 1_000;
const NAMED = 3;

/** The longest statement of the worker's loops and the longest answer, of a service that is started here. */
export async function measureLongest(bench: Bench, service: Service, sql: Sql): Promise<Measured[]> {
  const hasStatistics = await createStatistics(sql);
  // Counted so far is what the rows before this one did.
  if (hasStatistics) await resetStatistics(sql);
  const server = await service.running();
  const { made } = await completeOrders(server, sql, ORDERS_MEANWHILE);
  await sleep(LOOPS_MS);
  const statement = hasStatistics ? [await longestStatement(bench, sql)] : [];
  return [...statement, await longestAnswer(bench, server, sql, made)];
}

/**
 * By the mean of a statement's calls: a single one may have waited for whatever else the machine does. What is sent at the start
 * only, or by a rare loop, counts by its one call.
 */
async function longestStatement(bench: Bench, sql: Sql): Promise<Measured> {
  const sent = (await statementsOf(sql)).filter(({ login }) => login.endsWith("_worker"));
  const longest = sent.sort((a, b) => b.meanMs - a.meanMs).slice(0, NAMED);
  for (const { text, calls, meanMs, maxMs } of longest)
    bench.note(
      `A statement of a loop: ${meanMs.toFixed(1)} ms, at most ${maxMs.toFixed(1)} in ${calls}: ${text.trim().slice(0, 120)}`,
    );
  return { key: "longest-statement", ours: longest[0]?.meanMs ?? Number.NaN };
}

/** Each operation that reads is asked a few times, one after the other; the longest of their medians. */
async function longestAnswer(
  bench: Bench,
  server: Served,
  sql: Sql,
  made: readonly Made[],
): Promise<Measured> {
  const authorization = `Bearer ${await tokenOf(server)}`;
  await checked(server, authorization);
  const answers: { path: string; ms: number }[] = [];
  for (const path of await pathsOf(sql, made)) {
    const times: number[] = [];
    for (let time = 0; time < ASKED_TIMES; time++) {
      const began = performance.now();
      const answer = await fetch(`${server.base}${path}`, { headers: { authorization } });
      await answer.arrayBuffer();
      times.push(performance.now() - began);
      if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
    }
    answers.push({ path, ms: median(times) });
  }
  const longest = answers.sort((a, b) => b.ms - a.ms).slice(0, NAMED);
  for (const { path, ms } of longest) bench.note(`An answer: ${ms.toFixed(1)} ms: ${generalized(path)}`);
  return { key: "longest-answer", ours: longest[0]?.ms ?? Number.NaN };
}

async function tokenOf(server: Served): Promise<string> {
  const { SOTTO_ADMIN_USERNAME: username, SOTTO_ADMIN_PASSWORD: password } = ADMIN_ENVIRONMENT;
  const answer = await fetch(`${server.base}/api/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** Waits for the end of the first check of the books, which the first look at the overview begins. */
async function checked(server: Served, authorization: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${server.base}/api/admin/overview`, { headers: { authorization } });
    const { invariants } = (await answer.json()) as { invariants: { checkedAt: string | null } };
    if (invariants.checkedAt !== null) return;
    await sleep(LOOK_MS);
  }
}

type Contract = { paths: Record<string, Record<string, unknown>> };

/** Filters of the lists, also those that nothing matches. */
const FILTERED: Readonly<Record<string, readonly string[]>> = {
  "/api/admin/exchanges": [
    "?status=completed",
    "?state=expired",
    "?state=failed",
    "?currency=BTC",
    "?currency=XMR",
    "?state=refunded&currency=SOL",
    "?code=900000001",
    "?txHash=of-none",
  ],
  "/api/admin/loan-orders": ["?status=paid", "?status=pending", "?reference=of-none"],
};

/**
 * Streams do not end, and what /api/v1 reads is read by the others; simnet is a database of its own. What checks all books or
 * the whole audit log grows with them.
 */
const LEFT_OUT = /\/events$|^\/api\/v1\/|^\/api\/simnet\/|\/invariants$|\/audit\/verify$/;

/** What the contract's operations that read can be asked, with an order of ours and a loan of the past. */
async function pathsOf(sql: Sql, made: readonly Made[]): Promise<string[]> {
  const contract = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../openapi/openapi.json"), "utf8"),
  ) as Contract;
  const [order] = made;
  const [leg] = await sql<{ id: string }[]>`SELECT id FROM payout_legs WHERE order_id = ${order?.id ?? ""}`;
  const [loan] = await sql<{ id: string }[]>`SELECT id FROM loans LIMIT 1`;
  const idOf = (path: string): string => (path.includes("loan-orders") ? loan?.id : order?.id) ?? "";
  return Object.entries(contract.paths)
    .filter(([path, operations]) => "get" in operations && !LEFT_OUT.test(path))
    .flatMap(([path]) => {
      const named = path
        .replace("{id}", idOf(path))
        .replace("{code}", order?.trackingCode ?? "")
        .replace("{leg}", leg?.id ?? "")
        .replace("{from}", "BTC")
        .replace("{to}", "ETH");
      return [named, ...(FILTERED[path] ?? []).map((filter) => named + filter)];
    });
}

/** Without what names an order. */
const generalized = (path: string): string => path.replace(/\/[\w-]{16,}/g, "/…");
