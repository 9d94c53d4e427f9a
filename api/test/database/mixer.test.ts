import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OrderId, orderIdOf } from "../../src/core/ids";
import { sqlState } from "../../src/db/transaction";
import { calculate } from "../../src/market/calculate";
import type { PriceReader } from "../../src/market/price-reader";
import { readCrowd } from "../../src/orders/store/crowd-store";
import {
  deleteEndedSessions,
  hashSessionId,
  insertSession,
  isSessionLive,
} from "../../src/orders/store/session-store";
import { createMixerAnswers } from "../../src/routes/mixer/answers";
import { currentPrices, forAll } from "./current-prices";
import { openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const POINTERS = { send: "/sendCurrency", receive: "/receiveCurrency", amount: "/sendAmount" };

let place: Place;
let made = 0;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());
beforeEach(async () => {
  await place.owner.$client.unsafe(
    "DELETE FROM attempt_legs; DELETE FROM payout_attempts; DELETE FROM payout_legs; DELETE FROM deposits; DELETE FROM orders; DELETE FROM mixer_sessions",
  );
});

describe("a session", () => {
  const idHash = hashSessionId("7VJb0pM1yq3o0yq0x5oP2w");

  it("lives until it ends, and is deleted then", async () => {
    await insertSession(place.http, { idHash, expiresAt: NOW });
    expect(await isSessionLive(place.http, { idHash, now: NOW - 1 })).toBe(true);
    expect(await isSessionLive(place.http, { idHash, now: NOW })).toBe(false);
    expect(await isSessionLive(place.http, { idHash: hashSessionId("x"), now: NOW - 1 })).toBe(false);
    await deleteEndedSessions(place.worker, NOW - 1);
    expect(await isSessionLive(place.http, { idHash, now: NOW - 1 })).toBe(true);
    await deleteEndedSessions(place.worker, NOW);
    expect(await place.owner.$client`SELECT * FROM mixer_sessions`).toHaveLength(0);
  });

  it("is kept as a hash and a time, nothing else", async () => {
    await insertSession(place.http, { idHash, expiresAt: NOW });
    const [row] = await place.owner.$client`SELECT * FROM mixer_sessions`;
    expect(Object.keys(row ?? {})).toEqual(["id_hash", "expires_at"]);
    expect(row?.id_hash).toMatch(/^[0-9a-f]{64}$/);
    const bare = insertSession(place.http, { idHash: "7VJb0pM1yq3o0yq0x5oP2w", expiresAt: NOW });
    expect(await bare.catch(sqlState)).toBe("23514");
  });
});

type Made = {
  terms?: object;
  depositState?: string;
  creditedAt?: number;
  legs?: readonly { destination: string; units: number; kind?: string; state?: string; sentAt?: number }[];
};

const SETTINGS = {
  form: "mixer",
  rounds: 3,
  delayMinutes: 20,
  randomDelay: true,
  randomAmounts: true,
  tor: false,
  level: "enhanced",
};
/** Of a mix that was paid 20 minutes ago. */
const timing = (paidOutAt: number | null) => ({
  paidInAt: NOW - 20 * MINUTE_MS,
  paidOutAt,
  leastMs: 10 * MINUTE_MS,
  mostMs: 20 * MINUTE_MS,
});

/** An order with one deposit of 70,000,000 and its legs, as rows. */
async function order(change: Made = {}): Promise<OrderId> {
  const sql = place.owner.$client;
  const id = orderIdOf(`order-${++made}`);
  const at = (time: number) => new Date(time).toISOString();
  const creditedAt = change.creditedAt ?? NOW - 20 * MINUTE_MS;
  await sql`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
    VALUES (${id}, ${String(100_000_000 + made)}, 1, 'sending', ${JSON.stringify(change.terms ?? { mixer: { settings: SETTINGS } })}::text::jsonb,
      '{}', ${`book-${made}`}, 'BTC', ${at(creditedAt - MINUTE_MS)}, ${at(creditedAt)})`;
  await sql`
    INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, order_id, state, required, first_seen_at, credited_at)
    VALUES (${id}, 'bitcoin', ${id}, 0, 'BTC', 'a', 70000000, 'order', ${id}, ${change.depositState ?? "credited"}, 2, ${at(creditedAt)}, ${at(creditedAt)})`;
  for (const [i, leg] of (change.legs ?? []).entries()) {
    const legId = `${id}-${i + 1}`;
    await sql`
      INSERT INTO payout_legs (id, order_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
      VALUES (${legId}, ${id}, ${i + 1}, ${leg.kind ?? "payout"}, 'bitcoin', 'BTC', ${leg.destination}, ${leg.units}, 0, ${leg.state ?? "planned"}, ${at(creditedAt)})`;
    if (leg.sentAt === undefined) continue;
    await sql`
      WITH a AS (INSERT INTO payout_attempts (kind, chain, asset, destination, units, fee_units_max, state, raw, tx_id, next_check_at, created_at)
        VALUES ('legs', 'bitcoin', 'BTC', ${leg.destination}, ${leg.units}, 0, 'sent', 'raw', ${legId}, ${at(NOW)}, ${at(leg.sentAt)}) RETURNING *)
      INSERT INTO attempt_legs SELECT a.id, 0, l.id, a.chain, l.owner, a.destination, a.units, a.live FROM a, payout_legs l WHERE l.id = ${legId}`;
  }
  return id;
}

const crowd = (exceptOrderId?: OrderId) =>
  readCrowd(place.http, { since: NOW - 2 * HOUR_MS, now: NOW, ...(exceptOrderId && { exceptOrderId }) });

describe("the crowd", () => {
  it("is made of both ends of every mix", async () => {
    await order({ legs: [{ destination: "x", units: 68_000_000, sentAt: NOW - 5 * MINUTE_MS }] });
    expect(await crowd()).toEqual({
      deposits: [
        {
          asset: "BTC",
          units: 70_000_000n,
          at: NOW - 20 * MINUTE_MS,
          timing: timing(NOW - 5 * MINUTE_MS),
        },
      ],
      payouts: [
        {
          asset: "BTC",
          units: 68_000_000n,
          at: NOW - 5 * MINUTE_MS,
          timing: timing(NOW - 5 * MINUTE_MS),
        },
      ],
    });
  });

  it("leaves out plain exchanges, whose ends can be linked at once", async () => {
    const legs = [{ destination: "x", units: 68_000_000, sentAt: NOW - 5 * MINUTE_MS }];
    await order({ terms: {}, legs });
    await order({ terms: { mixer: null }, legs });
    expect(await crowd()).toEqual({ deposits: [], payouts: [] });
  });

  it("leaves out the mix that asks, what is old, what is not credited, and refunds", async () => {
    const own = await order({ legs: [{ destination: "x", units: 1 }] });
    await order({
      creditedAt: NOW - 3 * HOUR_MS,
      legs: [{ destination: "x", units: 2, sentAt: NOW - 150 * MINUTE_MS }],
    });
    await order({ depositState: "lost", legs: [{ destination: "x", units: 3, kind: "refund" }] });
    await order({ depositState: "orphaned", legs: [{ destination: "x", units: 4, state: "reversed" }] });
    expect(await crowd(own)).toEqual({ deposits: [], payouts: [] });
    expect((await crowd()).payouts).toHaveLength(1);
  });

  it("adds up what one address gets, and sees now what is still to come", async () => {
    await order({
      legs: [
        { destination: "x", units: 30_000_000, sentAt: NOW - 9 * MINUTE_MS },
        { destination: "x", units: 20_000_000, sentAt: NOW - 4 * MINUTE_MS },
        { destination: "y", units: 18_000_000 },
      ],
    });
    expect((await crowd()).payouts).toEqual([
      { asset: "BTC", units: 18_000_000n, at: NOW, timing: timing(NOW - 9 * MINUTE_MS) },
      {
        asset: "BTC",
        units: 50_000_000n,
        at: NOW - 4 * MINUTE_MS,
        timing: timing(NOW - 9 * MINUTE_MS),
      },
    ]);
  });

  it("is found by its own index among any number of plain orders", async () => {
    const plan = await place.owner.$client.begin(async (sql) => {
      await sql`SET LOCAL enable_seqscan = off`;
      return sql`EXPLAIN SELECT id FROM orders WHERE is_mixed AND created_at > ${new Date(NOW).toISOString()}`;
    });
    expect(JSON.stringify(plan)).toContain("orders_mixed");
  });
});

const CURRENT_PRICES = currentPrices(NOW, { payoutUnits: 300n, sweepUnits: 166n });

const parts = (
  change: { prices?: Pick<PriceReader, "current">; offered?: boolean; torAvailable?: boolean } = {},
): Parameters<typeof createMixerAnswers>[0] => ({
  database: place.http,
  prices: change.prices ?? { current: () => CURRENT_PRICES },
  clock: { now: () => NOW },
  random: { bytes: (count) => new Uint8Array(count).fill(7) },
  pace: { network: "simnet", simnetBlockMs: 2_000 },
  depthOf: (_asset, units) => ({ confirmations: units > 73_140_000n ? 6 : 2, finalized: false }),
  mixer: { offered: change.offered ?? true, torAvailable: change.torAvailable ?? false },
});
const service = (...change: Parameters<typeof parts>) => createMixerAnswers(parts(...change));

describe("the service", () => {
  const ask = { fromCurrency: "BTC", toCurrency: "BTC", amount: "0.7314", privacySettings: {} };

  it("refuses everything where the mixer is not offered", async () => {
    const off = service({ offered: false });
    expect(await off.createSession()).toMatchObject({ ok: false, error: { code: "privacy/unavailable" } });
    expect(await off.calculate(ask)).toMatchObject({ ok: false, error: { code: "privacy/unavailable" } });
    expect(await place.owner.$client`SELECT * FROM mixer_sessions`).toHaveLength(0);
  });

  it("opens a session that its hash alone remembers", async () => {
    const session = await service().createSession();
    const sessionId = session.ok ? session.value.sessionId : "";
    expect(session).toMatchObject({ ok: true, value: { expiresAt: "2026-03-10T11:30:00.000Z" } });
    const idHash = hashSessionId(sessionId);
    expect(await isSessionLive(place.http, { idHash, now: NOW })).toBe(true);
  });

  it("takes Tor where it is offered", async () => {
    const privacySettings = { enableTorIntegration: true };
    expect(await service().calculate({ ...ask, privacySettings })).toMatchObject({ ok: false });
    const offered = await service({ torAvailable: true }).calculate({ ...ask, privacySettings });
    expect(offered).toMatchObject({ ok: true, value: { torAvailable: true, privacyScore: 195 } });
  });

  it("reports the other mixes that the books know, and a common amount nearby", async () => {
    // 0.7 BTC less 1.95 % and the network fee: 166 satoshi, three rounds of 1,944 and five legs of 450.
    const legs = [{ destination: "x", units: 68_626_752, sentAt: NOW - 5 * MINUTE_MS }];
    for (let i = 0; i < 11; i++) await order({ creditedAt: NOW - 10 * MINUTE_MS, legs });
    const alone = await service().calculate(ask);
    expect(alone).toMatchObject({
      ok: true,
      value: {
        netReceiveAmount: "0.71705522",
        networkFee: "0.00008248",
        observer: {
          candidateSet: 1,
          bestGuess: "1",
          shortfall: 7,
          weakestPoint: {
            code: "amount_unique",
            amount: "0.7314",
            nearby: { amount: "0.7", candidates: 12 },
          },
        },
      },
    });
    expect(await service().calculate({ ...ask, amount: "0.7" })).toMatchObject({
      ok: true,
      value: { observer: { candidateSet: 12, bestGuess: "0.083334", shortfall: 0 } },
    });
  });

  it("takes longer where the deposit must lie deeper", async () => {
    const seconds = async (amount: string): Promise<number> => {
      const calculated = await service().calculate({ ...ask, amount });
      return calculated.ok ? calculated.value.estimatedProcessingTime : 0;
    };
    const plainSeconds = async (amount: string): Promise<number> => {
      const prices = { current: () => CURRENT_PRICES, refresh: async () => CURRENT_PRICES };
      const input = { send: "BTC", receive: "ETH", amount };
      const calculated = await calculate({ ...parts(), prices }, input, POINTERS);
      return calculated.ok ? calculated.value.estimatedSeconds : 0;
    };
    for (const time of [seconds, plainSeconds])
      expect((await time("0.7315")) - (await time("0.7314"))).toBe(4 * 2);
  });

  it("shows at most 8 places, rounded down", async () => {
    const shown = await service().calculate({ ...ask, toCurrency: "ETH", amount: "0.73140001" });
    expect(shown.ok && shown.value.netReceiveAmount).toMatch(/^\d+\.\d{1,8}$/);
  });

  it("says when the pool is too small", async () => {
    const planned = 10n ** 21n - 140_000_000n;
    const reserves = forAll(() => ({ own: 10n ** 21n, held: 0n, planned, unpaid: 0n }));
    const prices: Pick<PriceReader, "current"> = { current: () => ({ ...CURRENT_PRICES, reserves }) };
    const sufficient = async (amount: string) => {
      const calculated = await service({ prices }).calculate({ ...ask, amount });
      return calculated.ok ? calculated.value.poolSufficient : calculated.error;
    };
    expect(await sufficient("0.7")).toBe(true);
    expect(await sufficient("0.73")).toBe(false);
  });
});
