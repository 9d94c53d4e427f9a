import type { ChainId } from "../core/assets";
import { DEAD_AFTER_MS } from "./heart";
import type { Beat } from "./store";
import { CLOCK_OFF_MS } from "./time-watch";

/** What is known of the service at a moment. */
export type Facts = {
  beats: readonly Beat[];
  chains: readonly { chain: ChainId; status: "ok" | "unavailable" | "halted" }[];
  /** Currencies of which orders can be made now. */
  quotable: number;
  /** Currencies that are offered, and have no price of the last minute. */
  unpriced: number;
  latePayouts: number;
  /** Whether paid orders whose time is over wait for an operator. */
  isRetentionHeld: boolean;
  /** How far this process's clock is off, in ms. */
  clockOffMs: number;
};

export const PROBLEMS = [
  "database",
  "workers",
  "quotes",
  "chain",
  "prices",
  "clock",
  "payouts",
  "retention",
] as const satisfies readonly string[];
export type ServiceProblem = { problem: (typeof PROBLEMS)[number]; text: string };
export type Verdict = { status: "ok" | "degraded" | "unavailable"; problems: ServiceProblem[] };

const WORKER = "worker";

export const isAlive = ({ role, agoMs }: Beat): boolean => role === WORKER && agoMs <= DEAD_AFTER_MS;

/** What is wrong with the service. `unavailable`: no new order can be made or none moves. Null facts: the database was silent. */
export function judge(facts: Facts | null): Verdict {
  if (facts === null)
    return {
      status: "unavailable",
      problems: [{ problem: "database", text: "The database does not respond." }],
    };
  const severe = [...workerProblems(facts), ...quoteProblems(facts)];
  const problems = [...severe, ...lesserProblems(facts)];
  const status = severe.length > 0 ? "unavailable" : problems.length > 0 ? "degraded" : "ok";
  return { status, problems };
}

function workerProblems({ beats }: Facts): ServiceProblem[] {
  const workers = beats.filter(({ role }) => role === WORKER);
  if (workers.some(isAlive)) return [];
  const [last] = workers.toSorted((a, b) => a.agoMs - b.agoMs);
  const since = last === undefined ? "the last hour" : `${Math.round(last.agoMs / 1_000)} s`;
  return [{ problem: "workers", text: `No worker has been heard of for ${since}.` }];
}

/** A pair takes two currencies. */
const quoteProblems = ({ quotable }: Facts): ServiceProblem[] =>
  quotable >= 2 ? [] : [{ problem: "quotes", text: "No pair can be quoted." }];

function lesserProblems(facts: Facts): ServiceProblem[] {
  const { beats, chains, unpriced, latePayouts, clockOffMs, isRetentionHeld } = facts;
  const problems: ServiceProblem[] = [];
  for (const { chain, status } of chains) {
    if (status === "ok") continue;
    const text =
      status === "halted" ? `${chain} is halted: an administrator must look.` : `${chain} does not respond.`;
    problems.push({ problem: "chain", text });
  }
  if (unpriced > 0)
    problems.push({ problem: "prices", text: `${unpriced} currencies have no price of the last minute.` });
  const offs = [
    clockOffMs,
    ...beats.filter(({ agoMs }) => agoMs <= DEAD_AFTER_MS).map(({ clockOffMs: off }) => off),
  ];
  const most = offs.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0);
  if (Math.abs(most) > CLOCK_OFF_MS)
    problems.push({
      problem: "clock",
      text: `The clock of a process is off by ${Math.round(Math.abs(most) / 1_000)} s.`,
    });
  if (latePayouts > 0)
    problems.push({ problem: "payouts", text: `${latePayouts} payouts are late or do not move.` });
  if (isRetentionHeld)
    problems.push({ problem: "retention", text: "Orders whose time is over wait for an operator." });
  return problems;
}
