import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { apiClient, bookTroubles, waitFor } from "../api-client";
import { bundleServer } from "../bundle";
import { openByHand } from "../by-hand";
import { awaitEnds, emptyTally, serveCustomer, type Tally, unpaidOf } from "./customers";
import { type Fleet, type MemoryLook, startFleet } from "./fleet";

const KILL_EVERY_MS = 60_000;
const MEMORY_EVERY_MS = 15_000;
const ENDS_MS_MAX = 900_000;
const BOOKS_MS_MAX = 120_000;
const MINUTE_MS = 60_000;

/**
 * `pnpm soak --minutes 60 --rate 2`: orders of every kind come at a rate (in orders a second) to two `http` and two `worker`
 * processes on one PostgreSQL server, and each minute one of the processes is killed. At the end every order must have ended
 * as it was meant to, every address must have got what its order says, and the books must be sound.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { minutes: { type: "string", default: "60" }, rate: { type: "string", default: "2" } },
  });
  const [minutes, rate] = [Number(values.minutes), Number(values.rate)];
  const folder = mkdtempSync(join(tmpdir(), "sotto-soak-"));
  chmodSync(folder, 0o711);
  const hand = await openByHand({ folder, bundle: await bundleServer(), fsync: true });
  const fleet = await startFleet(hand);
  try {
    const api = apiClient(fleet.bases[0] ?? "");
    await waitFor("a service that works", 120_000, async () => (await api.health()).status === "ok");
    const tally = emptyTally();
    const { looks, kills } = await live(fleet, tally, { minutes, rate });
    console.log(
      `${tally.customers.length} orders made, ${kills} processes killed; their ends are waited for`,
    );
    const troubles = [
      ...tally.troubles,
      ...(await awaitEnds(fleet.bases, tally, ENDS_MS_MAX)),
      ...(await unpaidOf(fleet.bases, tally)),
      ...(await bookTroublesOf(fleet)),
    ];
    report({ minutes, tally, looks, kills, troubles });
    process.exitCode = troubles.length === 0 ? 0 : 1;
  } finally {
    await fleet.stop();
    await hand.database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Customers come and processes are killed, until the time is over. */
async function live(
  fleet: Fleet,
  tally: Tally,
  { minutes, rate }: { minutes: number; rate: number },
): Promise<{ looks: MemoryLook[]; kills: number }> {
  const beganMs = performance.now();
  const endsMs = beganMs + minutes * MINUTE_MS;
  const isOver = (): boolean => performance.now() >= endsMs;
  const looks: MemoryLook[] = [];
  let kills = 0;
  const customers = new Set<Promise<void>>();
  const comes = async (): Promise<void> => {
    for (let count = 1; !isOver(); count++) {
      const customer = serveCustomer(fleet.bases, tally).finally(() => customers.delete(customer));
      customers.add(customer);
      await sleep(Math.max(0, beganMs + (count * 1_000) / rate - performance.now()));
    }
  };
  const killing = async (): Promise<void> => {
    for (let at = beganMs + KILL_EVERY_MS; at < endsMs; at += KILL_EVERY_MS) {
      await sleep(Math.max(0, at - performance.now()));
      const name = await fleet.killNext();
      kills++;
      const made = tally.customers.length;
      console.log(`${Math.round((at - beganMs) / MINUTE_MS)} min: ${name} killed, ${made} orders so far`);
    }
  };
  const looking = async (): Promise<void> => {
    for (; !isOver(); await sleep(MEMORY_EVERY_MS))
      looks.push({ atMs: performance.now() - beganMs, mb: fleet.memory() });
  };
  await Promise.all([comes(), killing(), looking()]);
  await Promise.all(customers);
  return { looks, kills };
}

/** What is wrong with the books once the workers have compared them with the chains. */
async function bookTroublesOf({ bases }: Fleet): Promise<string[]> {
  const api = apiClient(bases[0] ?? "");
  let troubles: string[] = ["the books were not read"];
  await waitFor(
    "sound books",
    BOOKS_MS_MAX,
    async () => {
      troubles = await bookTroubles(api);
      return troubles.length === 0;
    },
    5_000,
  ).catch(() => undefined);
  return troubles;
}

const PARTS = 4;

/** How the memory of each role developed, and the closing line. */
function report(of: {
  minutes: number;
  tally: Tally;
  looks: readonly MemoryLook[];
  kills: number;
  troubles: readonly string[];
}): void {
  const { minutes, tally, looks, kills, troubles } = of;
  console.log(`\nMemory (PSS) in MB, mean of each ${minutes / PARTS} minutes:\n`);
  const roles = [...new Set(looks.flatMap(({ mb }) => [...mb.keys()]))];
  for (const role of [...roles, "all"]) {
    const means = Array.from({ length: PARTS }, (_, part) => {
      const own = looks.filter(({ atMs }) => Math.floor((atMs * PARTS) / (minutes * MINUTE_MS)) === part);
      const sums = own.map(({ mb }) =>
        role === "all" ? [...mb.values()].reduce((sum, one) => sum + one, 0) : (mb.get(role) ?? 0),
      );
      return sums.length === 0 ? "-" : (sums.reduce((sum, one) => sum + one, 0) / sums.length).toFixed(0);
    });
    console.log(`| ${role} | ${means.join(" | ")} |`);
  }
  for (const trouble of troubles.slice(0, 40)) console.log(`!!! ${trouble}`);
  const ends = new Map<string, number>();
  for (const { end } of tally.customers) ends.set(end, (ends.get(end) ?? 0) + 1);
  const counts = [...ends].map(([end, count]) => `${count} ${end}`).join(", ");
  const verdict = troubles.length === 0 ? "nothing lost" : `${troubles.length} troubles`;
  console.log(
    `\nsoak: ${minutes} minutes, ${tally.customers.length} orders (${counts}), ${kills} processes killed, ${tally.retries} requests tried again: ${verdict}`,
  );
}

await main();
