import autocannon from "autocannon";
import type { LineKey } from "./lines";
import { inTurn, type Measured, type Work } from "./measured";
import { type Served, startBare } from "./processes";
import type { Bench } from "./row";

/** Requests that differ by path, or by body, in turn. */
export type Load = {
  paths: readonly string[];
  bodies?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** Of every answer; any other one spoils the run. */
  status: number;
};

const CONNECTIONS = 32;
/** A request on a slow machine may take long; one that gets no answer at all has failed. */
const ANSWER_S_MAX = 600;
/** Two for each connection: of fewer the last ones, which have the server for themselves, would count too much. */
const REQUESTS_MIN = 2 * CONNECTIONS;
/** The first answers of a process are slow, and say little of how many to ask for. */
const GROWTH_MAX = 8;
/** How often the load looks whether it is done. */
const LOOK_MS = 10;

/** Puts a load on the service and on a bare server in turn. The bare one answers every GET with `answer`. */
export async function againstBare(
  bench: Pick<Bench, "service" | "form">,
  of: { key: LineKey; load: Load; answer: { body: string; type: string }; seconds?: number },
): Promise<Measured> {
  const service = await bench.service();
  const server = await service.running();
  const bare = await startBare(of.answer);
  const { bodies, headers } = of.load;
  const bareLoad: Load = {
    paths: ["/bare"],
    status: bodies === undefined ? 200 : 201,
    ...(bodies && { bodies }),
    ...(headers && { headers }),
  };
  const { rounds } = bench.form;
  const seconds = of.seconds ?? bench.form.seconds;
  try {
    return await inTurn({
      key: of.key,
      rounds,
      warmsUp: true,
      cpuMs: service.cpuMs,
      ours: loadOn(server, of.load, seconds),
      bare: loadOn(bare, bareLoad, seconds),
    });
  } finally {
    await bare.stop();
  }
}

/**
 * Rounds of a load: asks as fast as the server answers, on 32 connections, as often as it answered in that time before.
 * Each request is waited for, so that no work is left uncounted, and a slow machine has its time.
 */
export function loadOn(server: Served, load: Load, seconds: number): () => Promise<Work> {
  let requests = REQUESTS_MIN;
  return async () => {
    let [units, tookSeconds] = [0, 0];
    while (tookSeconds < seconds / 2) {
      tookSeconds += await putOnce(server, load, requests);
      units += requests;
      const wanted = Math.round((units / tookSeconds) * seconds);
      requests = Math.max(REQUESTS_MIN, Math.min(wanted, GROWTH_MAX * requests));
    }
    return { units, perSecond: units / tookSeconds };
  };
}

/** Returns how many seconds it took. */
async function putOnce(
  server: Served,
  { paths, bodies, headers = {}, status }: Load,
  amount: number,
): Promise<number> {
  const requests =
    bodies === undefined
      ? paths.map((path) => ({ method: "GET" as const, path, headers }))
      : bodies.map((body, i) => ({
          method: "POST" as const,
          path: paths[i % paths.length] ?? "",
          headers: { ...headers, "content-type": "application/json" },
          body,
        }));
  const result = await autocannon({
    url: server.base,
    connections: CONNECTIONS,
    amount,
    sampleInt: LOOK_MS,
    timeout: ANSWER_S_MAX,
    requests,
  });
  const counts = result.statusCodeStats ?? {};
  if (counts[`${status}`]?.count !== amount) {
    throw new Error(`${paths[0]}: ${result.errors} errors, answers ${JSON.stringify(counts)}`);
  }
  return result.duration;
}
