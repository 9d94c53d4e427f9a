import { againstBare, type Load } from "../load";
import type { Measured } from "../measured";
import { createOrders, ORDERS } from "../orders";
import type { Bench, Row } from "../row";

const CODES = 64;

export const tracking: Row = {
  key: "tracking",
  inShort: true,
  async measure(bench) {
    const server = await (await bench.service()).running();
    const made = await createOrders(server, CODES, ORDERS);
    const hits = { paths: made.map(({ trackingCode }) => pathOf(trackingCode)), status: 200 };
    return [
      await measureTracking(bench, "track-hit", hits),
      await measureTracking(bench, "track-miss", await misses(server.base)),
    ];
  },
};

async function measureTracking(bench: Bench, key: "track-hit" | "track-miss", load: Load): Promise<Measured> {
  const server = await (await bench.service()).running();
  const response = await fetch(`${server.base}${load.paths[0]}`);
  const answer = { body: await response.text(), type: response.headers.get("content-type") ?? "" };
  return againstBare(bench, { key, load, answer });
}

/** Codes that no order has: a few of the lowest nine-digit numbers may have one. */
async function misses(base: string): Promise<Load> {
  const paths: string[] = [];
  for (let code = 100_000_000; paths.length < CODES; code++) {
    const response = await fetch(`${base}${pathOf(String(code))}`);
    await response.arrayBuffer();
    if (response.status === 404) paths.push(pathOf(String(code)));
  }
  return { paths, status: 404 };
}

const pathOf = (code: string): string => `/api/track/${code}`;
