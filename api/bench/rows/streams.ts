import { setTimeout as sleep } from "node:timers/promises";
import { cpuMsOf, processesOf, pssMbOf } from "../cpu";
import { type EventStreams, openStreams } from "../event-streams";
import { sum } from "../measured";
import { createOrders, ORDERS } from "../orders";
import { idsOf, seeDeposits } from "../paid-orders";
import type { Row } from "../row";
import type { Service } from "../service";

const STREAMS = 2_000;
const STREAMS_AN_ORDER = 2;
const WATCHED = STREAMS / STREAMS_AN_ORDER;
const ROUNDS = 5;
const CHANGED_A_ROUND = WATCHED / ROUNDS;
/** V8 collects what is no longer used about 20 seconds after a process was busy, and at the latest after 100. */
const SETTLE_MS = 110_000;
/** The last notes of a round have arrived after so long. */
const REST_MS = 1_000;

/** Two streams for each of 1,000 orders; a change is that an order's deposit is seen. */
export const streams: Row = {
  key: "streams",
  async measure(bench) {
    const service = await bench.service();
    const server = await service.running();
    const http = processesOf(server.pid).find(({ role }) => role === "http")?.pid;
    if (http === undefined) throw new Error("streams can only be measured where there is a /proc");
    const watched = idsOf(await createOrders(server, WATCHED, ORDERS));
    const others = idsOf(await createOrders(server, WATCHED, ORDERS));
    await sleep(SETTLE_MS);
    const beforeMb = pssMbOf(http);
    const paths = watched.flatMap((id) => Array.from({ length: STREAMS_AN_ORDER }, () => eventsOf(id)));
    const opened = await openStreams(paths.map((path) => `${server.base}${path}`));
    try {
      await opened.until(STREAMS);
      const cpuMs = () => ({ http: cpuMsOf(http), postgres: service.httpCpuMs() });
      const cost = await measureDelivery({ service, cpuMs, opened, watched, others });
      await sleep(SETTLE_MS);
      const memoryMb = pssMbOf(http) - beforeMb;
      bench.note(
        `A delivered change: \`http\` ${cost.http.toFixed(2)} ms, PostgreSQL ${cost.postgres.toFixed(2)} ms.`,
      );
      return [
        { key: "streams-memory", ours: memoryMb },
        { key: "streams-cpu", ours: cost.http + cost.postgres },
      ];
    } finally {
      opened.close();
    }
  },
};

/** `postgres` is what it did for the connections of `http`: a change is written whether it is watched or not. */
type Cost = { http: number; postgres: number };
type CpuMs = { http: number; postgres: ReadonlyMap<number, number> };

/** What watched changes cost more than the same changes of orders without a stream, by delivered event. */
async function measureDelivery(of: {
  service: Service;
  cpuMs(): CpuMs;
  opened: EventStreams;
  watched: readonly string[];
  others: readonly string[];
}): Promise<Cost> {
  const { service, opened } = of;
  const costOf = async (orderIds: readonly string[], arrived: () => Promise<void>): Promise<Cost> => {
    const before = of.cpuMs();
    const changes = await seeDeposits(service, orderIds);
    await arrived();
    await sleep(REST_MS);
    const after = of.cpuMs();
    await changes.close();
    return { http: after.http - before.http, postgres: since(before.postgres, after.postgres) };
  };
  const extra: Cost[] = [];
  let delivered = 0;
  for (let from = 0; from < WATCHED; from += CHANGED_A_ROUND) {
    const isWarmUp = from === 0;
    const before = opened.received();
    const unwatched = await costOf(of.others.slice(from, from + CHANGED_A_ROUND), async () => {});
    const watched = await costOf(of.watched.slice(from, from + CHANGED_A_ROUND), () =>
      opened.until(before + CHANGED_A_ROUND * STREAMS_AN_ORDER),
    );
    // What runs for the first time is compiled.
    if (isWarmUp) continue;
    extra.push({ http: watched.http - unwatched.http, postgres: watched.postgres - unwatched.postgres });
    delivered += opened.received() - before;
  }
  return {
    http: sum(extra.map(({ http }) => http)) / delivered,
    postgres: sum(extra.map(({ postgres }) => postgres)) / delivered,
  };
}

const since = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  sum([...after].map(([pid, ms]) => ms - (before.get(pid) ?? 0)));

const eventsOf = (id: string): string => `/api/exchanges/${id}/events`;
