import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAudit, verifyAudit } from "../../src/audit/audit";
import { silentNotifier } from "../../src/db/notifications";
import { retentionCommand } from "../../src/operator/retention-commands";
import { forgetEndedOrders } from "../../src/retention/service";
import { openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-20T12:00:00.000Z");
const DAY_MS = 86_400_000;
const KEPT_MS = 14 * DAY_MS;

let place: Place;
let lines: { level: number; msg: string; unpaid?: number; paid?: number }[] = [];

beforeEach(async () => {
  lines = [];
  place = await openPlace();
});
afterEach(() => place.close());

/** Bare rows, whose money a reorg took back, so that there is nothing in the books: orders that ended evenly over the days before NOW, of which the first is about to be due. */
async function ended({
  perDay,
  isPaid,
  days = 14,
  isMix = false,
}: {
  perDay: number;
  isPaid: boolean;
  days?: number;
  isMix?: boolean;
}): Promise<void> {
  const sql = place.owner.$client;
  const kind = isPaid ? "paid" : "unpaid";
  const count = perDay * days;
  const terms = isMix ? { mixer: {} } : {};
  await sql`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
    SELECT ${kind} || n, ${isPaid ? "1" : "2"} || lpad(n::text, 8, '0'), 1, ${isPaid ? "completed" : "expired"}, ${JSON.stringify(terms)}::text::jsonb, '{}',
      ${kind} || n, 'BTC', at, at
    FROM generate_series(1, ${count}::int) AS n,
      LATERAL (SELECT ${new Date(NOW).toISOString()}::timestamptz - n * ${`${days} days`}::interval / ${count}::int AS at) AS times`;
  if (!isPaid) return;
  await sql`
    INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, order_id, state, required, first_seen_at)
    SELECT 'deposit-of-' || id, 'bitcoin', 'tx-' || id, 0, 'BTC', 'to-' || id, 5, 'order', id, 'orphaned', 1, updated_at
    FROM orders WHERE state = 'completed'`;
}

const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });

/** One turn of the retention clock of a worker whose clock is ahead by so many days. */
const turn = (aheadDays = 0, keptMs = KEPT_MS): Promise<number> => {
  const now = NOW + aheadDays * DAY_MS;
  const limit = { now, before: now - keptMs, mixedBefore: now - DAY_MS };
  return forgetEndedOrders({ database: place.worker, notifier: silentNotifier, log }, limit);
};

const kept = async () => {
  const [row] = await place.owner.$client<{ paid: number; unpaid: number }[]>`
    SELECT count(*) FILTER (WHERE state = 'completed')::int AS paid,
      count(*) FILTER (WHERE state = 'expired')::int AS unpaid FROM orders`;
  return row;
};

const said: string[] = [];
const command = (verb: "status" | "release") => {
  said.length = 0;
  return retentionCommand({
    onDatabase: (work) => work(place.owner),
    clock: { now: () => NOW },
    say: (line) => void said.push(line),
  }).parseAsync([verb], { from: "user" });
};

describe("the brake of retention", () => {
  it("lets what is usual go, also after two days without a worker, and logs how many", async () => {
    await ended({ perDay: 20, isPaid: true });
    expect(await turn(2)).toBe(40);
    expect(await kept()).toEqual({ paid: 240, unpaid: 0 });
    expect(lines).toMatchObject([{ level: 30, unpaid: 0, paid: 40 }]);
  });

  it("holds paid orders when a clock is fifteen days ahead, and lets unpaid ones go", async () => {
    await ended({ perDay: 20, isPaid: true });
    await ended({ perDay: 20, isPaid: false });
    expect(await turn(15)).toBe(280);
    expect(await turn(15)).toBe(0);
    expect(await kept()).toEqual({ paid: 280, unpaid: 0 });
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(2);
    await command("status");
    expect(said[0]).toContain("wait since 2026-04-04T12:00:00.000Z");
  });

  it("holds mixes, which are kept for a day, when a clock is a month ahead", async () => {
    await ended({ perDay: 300, days: 1, isPaid: true, isMix: true });
    expect(await turn(30)).toBe(0);
    expect(await turn(0.3)).toBe(90);
  });

  it("holds orders that are kept for three days when a clock is a month ahead", async () => {
    await ended({ perDay: 100, days: 3, isPaid: true });
    expect(await turn(30, 3 * DAY_MS)).toBe(0);
    expect(await turn(0.9, 3 * DAY_MS)).toBe(90);
  });

  it("lets nine orders go, also when they are all there is", async () => {
    await ended({ perDay: 3, days: 3, isPaid: true });
    expect(await turn(30)).toBe(9);
  });

  it("comes off by itself when the clock is right again", async () => {
    await ended({ perDay: 4, isPaid: true });
    await turn(15);
    expect(await turn(1)).toBe(4);
    await command("status");
    expect(said[0]).toBe("Nothing waits: orders are deleted when their time is over.");
  });

  it("is released by an operator, once for all that waits, in steps, with a row in the audit log", async () => {
    await ended({ perDay: 60, isPaid: true });
    await expect(command("release")).rejects.toThrow("Nothing waits");
    await turn(15);
    await command("release");
    await expect(command("release")).rejects.toThrow("Nothing waits");
    expect(await turn(15)).toBe(500);
    await command("status");
    expect(said[1]).toContain("Released at");
    expect(await turn(15)).toBe(340);
    await turn(15);
    expect(await place.owner.$client`SELECT 1 FROM retention_brake`).toHaveLength(0);
    const { items } = await listAudit(place.owner, { before: null, limit: 1 });
    expect(items).toMatchObject([{ action: "retention.release", outcome: "done" }]);
    expect(await verifyAudit(place.owner)).toMatchObject({ valid: true });
  }, 60_000);

  it("cannot be released by the processes", async () => {
    await ended({ perDay: 4, isPaid: true });
    await turn(15);
    for (const { $client } of [place.http, place.admin, place.worker, place.signer])
      await expect($client`UPDATE retention_brake SET released_at = now()`).rejects.toThrow(
        "permission denied",
      );
    await expect(place.http.$client`DELETE FROM retention_brake`).rejects.toThrow("permission denied");
    await expect(
      place.worker.$client`INSERT INTO retention_brake (held_since, released_at) VALUES (now(), now())`,
    ).rejects.toThrow("permission denied");
  });
});

it("lets unpaid orders go also where its row cannot be read", async () => {
  await ended({ perDay: 4, isPaid: true });
  await ended({ perDay: 4, isPaid: false });
  await place.owner.$client`ALTER TABLE retention_brake RENAME TO elsewhere`;
  await expect(turn(15)).rejects.toThrow();
  expect(await kept()).toEqual({ paid: 56, unpaid: 0 });
});

it("reads dates on a server that is set to write them another way", async () => {
  await ended({ perDay: 20, isPaid: true });
  const name = new URL(place.url).pathname.slice(1);
  await place.owner.$client.unsafe(`ALTER DATABASE "${name}" SET datestyle TO 'German'`);
  expect(await turn(15)).toBe(0);
  const [row] = await place.worker.$client`SELECT '2026-04-04T12:00:00Z'::timestamptz AS at`;
  expect(row?.at).toBe("2026-04-04 12:00:00+00");
});
