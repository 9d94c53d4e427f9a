import type { CountedBy, StatedLimit } from "../http/limiter";
import { type Operation, windowText } from "../http/operation";

/** A limit with the operations that share it. */
type LimitRow = Omit<StatedLimit, "counts"> & {
  counts: StatedLimit["counts"] | "requests" | "successes";
  operationIds: readonly string[];
};

/** The limits of these operations, in their order. Operations that share a limit share its counter, so they share a row. */
function limitRows(operations: readonly Operation[]): readonly LimitRow[] {
  const rows = new Map<string, LimitRow>();
  for (const operation of operations)
    for (const limit of limitsOf(operation)) {
      const name = JSON.stringify(limit);
      const others = rows.get(name)?.operationIds ?? [];
      rows.set(name, { ...limit, operationIds: [...others, operation.operationId] });
    }
  return [...rows.values()];
}

function limitsOf(operation: Operation): Omit<LimitRow, "operationIds">[] {
  const { limits, successLimits = [], statedLimits = [], security } = operation;
  const client: CountedBy = security === "apiKey" ? "key" : "client";
  const counted = (counts: LimitRow["counts"]) => (limit: Operation["limits"][number]) => ({
    requests: limit.requests,
    windowMs: limit.windowMs,
    countedBy: limit.per ?? client,
    counts,
    name: limit.name,
  });
  return [...limits.map(counted("requests")), ...successLimits.map(counted("successes")), ...statedLimits];
}

/** The rows as an extension of the OpenAPI document, for programs. */
export const rateLimitsOf = (operations: readonly Operation[]) =>
  limitRows(operations).map(({ requests, windowMs, countedBy, counts, operationIds }) => ({
    max: requests,
    windowSeconds: windowMs === null ? null : windowMs / 1_000,
    countedBy,
    counts,
    operationIds,
  }));

/** One, and more than one. */
const COUNTED: Readonly<Record<LimitRow["counts"], readonly [string, string]>> = {
  requests: ["request", "requests"],
  successes: ["request that succeeds", "requests that succeed"],
  misses: ["code without an order", "codes without an order"],
  unpaid: ["unpaid order", "unpaid orders"],
  streams: ["open stream", "open streams"],
};

const BY: Readonly<Record<CountedBy, string>> = {
  client: "each client",
  key: "each API key",
  path: "each path, of all callers",
  order: "each order",
  everyone: "all callers together",
  code: "each code",
  tail: "each `tail`",
};

/** The rows as a table in Markdown, with the headers of an answer that a limit refuses. */
export function limitsChapter(operations: readonly Operation[]): string {
  const rows = limitRows(operations).map(({ requests, windowMs, countedBy, counts, operationIds }) => {
    const most = `${requests} ${COUNTED[counts][requests === 1 ? 0 : 1]} ${windowMs === null ? "at a time" : windowText(windowMs)}`;
    return `| ${most} | ${BY[countedBy]} | ${operationIds.map((id) => `\`${id}\``).join(", ")} |`;
  });
  return [
    "# Rate limits",
    "",
    "A request beyond a limit gets status 429 and the header `Retry-After`: how many seconds to wait. The operations of a row count together. No other header counts down. Beyond the limit of codes for all callers together, `trackExchange` still accepts requests with a `tail`.",
    "",
    "| Limit | Counted for | Operations |",
    "|---|---|---|",
    ...rows,
  ].join("\n");
}
