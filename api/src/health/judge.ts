import { HELD_BACK } from "../chains/unproven";
import type { ChainId } from "../core/assets";
import { DEAD_AFTER_MS } from "./heart";
import type { Beat } from "./store";
import { CLOCK_OFF_MS } from "./time-watch";

type ChainFacts = {
  chain: ChainId;
  status: "ok" | "unavailable" | "halted";
  isStale: boolean;
  /** What waits on it although it is followed; null where nothing does. */
  waiting: string | null;
  /** Whether its node is asked nothing; see `chains/unproven.ts`. */
  isHeldBack: boolean;
};

/** What is known of the service at a moment. */
export type Facts = {
  beats: readonly Beat[];
  chains: readonly ChainFacts[];
  /** Currencies of which orders can be made now. */
  quotable: number;
  /** Currencies that are offered, and have no price of the last minute. */
  unpriced: number;
  latePayouts: number;
  /** Whether paid orders whose time is over wait for an operator. */
  isRetentionHeld: boolean;
  /** Whether requests come with a forwarded header that is not believed. */
  isProxyIgnored: boolean;
  /** Whether the counters of limits that processes share do not answer. */
  areLimitsAlone: boolean;
  /** For how long the oldest deletion has waited to be gone from the disk; null where none waits. */
  deletionWaitsMs: number | null;
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
  "proxy",
  "limits",
] as const satisfies readonly string[];
export type ServiceProblem = { problem: (typeof PROBLEMS)[number]; text: string };
export type Verdict = { status: "ok" | "degraded" | "unavailable"; problems: ServiceProblem[] };

/** Within which a deletion has reached the disk. */
const DELETION_MS_MAX = 86_400_000;
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
  const since = last === undefined ? "in the last hour" : `for ${Math.round(last.agoMs / 1_000)} s`;
  return [{ problem: "workers", text: `No worker has been heard from ${since}.` }];
}

/** A pair takes two currencies. */
const quoteProblems = ({ quotable }: Facts): ServiceProblem[] =>
  quotable >= 2 ? [] : [{ problem: "quotes", text: "No pair can be quoted." }];

const CHAIN_TEXTS = {
  halted: "is halted: an administrator must look.",
  unavailable: "does not respond.",
  stale: "is no longer followed: payments on it wait.",
} as const;

const chainProblems = ({ chains }: Facts): ServiceProblem[] =>
  chains.flatMap(({ chain, status, isStale, isHeldBack, waiting }): ServiceProblem[] => {
    if (isHeldBack) return [{ problem: "chain", text: `${chain} ${HELD_BACK}` }];
    const fault = status === "ok" ? (isStale ? "stale" : null) : status;
    if (fault !== null) return [{ problem: "chain", text: `${chain} ${CHAIN_TEXTS[fault]}` }];
    return waiting === null ? [] : [{ problem: "chain", text: `${chain}: ${waiting}.` }];
  });

function lesserProblems(facts: Facts): ServiceProblem[] {
  const { beats, unpriced, latePayouts, clockOffMs } = facts;
  const problems = chainProblems(facts);
  if (unpriced > 0)
    problems.push({ problem: "prices", text: `Currencies without a price of the last minute: ${unpriced}.` });
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
    problems.push({ problem: "payouts", text: `Payouts that are late or do not move: ${latePayouts}.` });
  return [...problems, ...operatorProblems(facts)];
}

function operatorProblems(facts: Facts): ServiceProblem[] {
  const { isRetentionHeld, isProxyIgnored, areLimitsAlone, deletionWaitsMs } = facts;
  const problems: ServiceProblem[] = [];
  if (isRetentionHeld)
    problems.push({ problem: "retention", text: "Orders whose time is over wait for an operator." });
  if (isProxyIgnored)
    problems.push({
      problem: "proxy",
      text: "A proxy seems to be in front, and SOTTO_BEHIND_PROXY is not set: its visitors share one client's limits.",
    });
  if (areLimitsAlone)
    problems.push({
      problem: "limits",
      text: "Redis does not answer: each http process counts limits by itself.",
    });
  if (deletionWaitsMs !== null && deletionWaitsMs > DELETION_MS_MAX)
    problems.push({ problem: "retention", text: "What was deleted a day ago is not gone from the disk." });
  return problems;
}
