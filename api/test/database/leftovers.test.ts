import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOwnAddresses } from "../../src/address/store";
import type { AssetCode } from "../../src/core/assets";
import { seededRandom } from "../../src/core/seeded-random";
import { checkInvariants } from "../../src/ledger/invariants";
import { createPriceReader } from "../../src/market/price-reader";
import { claimByNote } from "../../src/retention/claim";
import { newNoteKey, signNote } from "../../src/retention/note";
import { forgetWhatIsLeft } from "../../src/retention/service";
import { claimable, keepNoteKey } from "../../src/retention/store";
import { openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const iso = (at: number): string => new Date(at).toISOString();
const HOUR_MS = 3_600_000;
const LAST_WEEK = iso(NOW - 7 * 24 * HOUR_MS);

let place: Place;

beforeAll(async () => {
  place = await openPlace();
  await place.owner.$client`
    INSERT INTO installation (network, ledger_secret) VALUES ('simnet', decode(repeat('ab', 32), 'hex'))`;
  await place.owner.$client`
    INSERT INTO chain_cursors (chain, height, hash, tip_height, status, answered_at) VALUES ('bitcoin', 9, 'h9', 9, 'ok', ${iso(NOW)})`;
});
afterAll(() => place.close());

const forgotten = (chain: string, address: string, index: number) => place.owner.$client`
  INSERT INTO forgotten_addresses (hash, chain, index)
  VALUES (forgotten_hash('address:' || ${chain}::text || ':' || ${address}::text), ${chain}, ${index})`;

type Move = { kind: "sweep" | "top_up"; from: string; to: string; nonce: number; state?: string };
const move = ({ kind, from, to, nonce, state = "final" }: Move) => place.owner.$client`
  INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units_max, deposit_index, state, raw, tx_id, next_check_at, created_at)
  VALUES (${kind}, 'ethereum', 'ETH', ${from}, ${nonce}, ${to}, 5, 1, 1, ${state}, 'raw', ${`${kind}-${from}-${nonce}`}, now(), ${LAST_WEEK})
  RETURNING id`;

const deposit = (id: string, units: number, at = LAST_WEEK, asset: AssetCode = "BTC") => place.owner.$client`
  INSERT INTO deposits (id, chain, tx_id, ordinal, tx_hash, asset, address, units, kind, state, sources, spends, height, block_hash, required, first_seen_at, credited_at)
  VALUES (${id}, 'bitcoin', ${`of-${id}`}, 0, ${`of-${id}`}, ${asset}, 'bc1gone', ${units}, 'unallocated', 'credited', '{them}', ${[`of-${id}:0`]}, 5, 'h5', 2, ${at}, ${at})`;

async function linesWith(text: string): Promise<string[]> {
  const tables = await place.owner.$client<{ name: string }[]>`
    SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await place.owner.$client.unsafe(`SELECT t::text AS line FROM ${name} t`);
    found.push(...rows.filter(({ line }) => line.includes(text)).map(({ line }) => `${name}: ${line}`));
  }
  return found;
}

const isFindable = async (): Promise<boolean> =>
  (await checkInvariants(place.admin)).some(({ id, violations }) => id === 17 && violations > 0);

describe("what comes to an end at a forgotten address", () => {
  it("is forgotten by housekeeping, and what is not at an end stays", async () => {
    await forgotten("ethereum", "0xgone", 1);
    await forgotten("ethereum", "0xbusy", 2);
    await move({ kind: "top_up", from: "hot", to: "0xgone", nonce: 0 });
    await move({ kind: "sweep", from: "0xgone", to: "hot", nonce: 0 });
    await move({ kind: "sweep", from: "0xgone", to: "hot", nonce: 1, state: "reverted" });
    await move({ kind: "top_up", from: "hot", to: "0xbusy", nonce: 1 });
    await move({ kind: "sweep", from: "0xbusy", to: "hot", nonce: 0, state: "sent" });
    await move({ kind: "sweep", from: "0xlive", to: "hot", nonce: 0 });
    await place.owner.$client`
      INSERT INTO unswept (chain, address, index, asset, units) VALUES ('ethereum', '0xgone', 1, 'USDT-ERC20', 0), ('ethereum', '0xgone', 1, 'ETH', 3)`;
    await place.owner
      .$client`INSERT INTO wallet_nonces (chain, sender, next_nonce) VALUES ('ethereum', '0xgone', 2), ('ethereum', '0xbusy', 1)`;
    expect(await isFindable()).toBe(true);
    const busy = (await linesWith("0xbusy")).length;
    for (let run = 0; run < 2; run++) {
      await forgetWhatIsLeft(place.worker, NOW);
      expect(await linesWith("0xgone")).toEqual([
        "leftovers: (ethereum,0xgone,)",
        "unswept: (ethereum,0xgone,1,,ETH,3,,0,,,,,)",
      ]);
      expect(await linesWith("0xlive")).toHaveLength(1);
      expect(await linesWith("0xbusy")).toHaveLength(busy);
    }
    const kinds = await place.owner
      .$client`SELECT kind, count(*)::int AS n FROM payout_attempts GROUP BY kind ORDER BY kind`;
    expect(kinds.map(({ kind, n }) => [kind, n])).toEqual([
      ["forgotten", 3],
      ["sweep", 2],
      ["top_up", 1],
    ]);
    await place.owner.$client`UPDATE payout_attempts SET state = 'final' WHERE state = 'sent'`;
    expect(await isFindable()).toBe(true);
    await forgetWhatIsLeft(place.worker, NOW);
    expect(await linesWith("0xbusy")).toEqual([]);
    expect((await checkInvariants(place.admin)).filter(({ violations }) => violations > 0)).toEqual([]);
  });

  it("takes spent coins and dust along, and nothing that can be spent or claimed", async () => {
    await forgotten("bitcoin", "bc1gone", 1);
    const [loan] = await move({ kind: "sweep", from: "0xother", to: "hot", nonce: 0 });
    await place.owner.$client`
      INSERT INTO wallet_outputs (chain, tx_id, ordinal, asset, address, branch, index, units, height, state, attempt_id)
      VALUES ('bitcoin', 'spent', 0, 'BTC', 'bc1gone', 'deposit', 1, 9, 3, 'spent', ${loan?.id}), ('bitcoin', 'kept', 0, 'BTC', 'bc1gone', 'deposit', 1, 9, 3, 'available', NULL)`;
    await deposit("dust", 10);
    await deposit("young dust", 10, iso(NOW - HOUR_MS));
    await deposit("worth it", 1_000_000);
    expect(await isFindable()).toBe(true);
    await forgetWhatIsLeft(place.worker, NOW);
    expect(await isFindable()).toBe(false);
    const [noted, ...left] = (await linesWith("bc1gone")).sort(
      (a, b) => Number(b.startsWith("leftovers")) - Number(a.startsWith("leftovers")),
    );
    expect(noted).toBe("leftovers: (bitcoin,bc1gone,)");
    expect(left.map((line) => /kept|young dust|worth it/.exec(line)?.[0]).sort()).toEqual([
      "kept",
      "worth it",
      "young dust",
    ]);
    expect(await linesWith("of-dust")).toEqual([]);
    // The books count it as before, and a second look at its block does not.
    const [sum] = await place.owner
      .$client`SELECT sum(units)::int AS units, count(*)::int AS n FROM deposits`;
    expect(sum).toEqual({ units: 1_000_020, n: 3 });
    const [known] = await place.worker.$client`
      SELECT count(*)::int AS n FROM forgotten_facts WHERE kind = 'credit' AND hash = forgotten_hash('deposit:dust')`;
    expect(known?.n).toBe(1);
  });
});

describe("a payment to a forgotten address that is gone", () => {
  const gone = (id: string, state: "replaced" | "orphaned" | "lost", at: string) => place.owner.$client`
    INSERT INTO deposits (id, chain, tx_id, ordinal, tx_hash, asset, address, units, kind, state, sources, required, first_seen_at)
    VALUES (${id}, 'bitcoin', ${id}, 0, ${id}, 'BTC', 'bc1left', 700, 'unallocated', ${state}, '{them}', 2, ${at})`;
  const left = async () =>
    (await linesWith("bc1left")).map((line) => /young|lost|leftovers/.exec(line)?.[0]).sort();

  it("is forgotten a day after it was seen, unless it was credited before", async () => {
    await forgotten("bitcoin", "bc1left", 2);
    await gone("by another", "replaced", LAST_WEEK);
    await gone("by a reorg", "orphaned", LAST_WEEK);
    await gone("young", "replaced", iso(NOW - HOUR_MS));
    await gone("lost", "lost", LAST_WEEK);
    await forgetWhatIsLeft(place.worker, NOW);
    expect(await left()).toEqual(["leftovers", "lost", "young"]);
    await place.owner.$client`DELETE FROM deposits WHERE id = 'lost'`;
    await forgetWhatIsLeft(place.worker, NOW + 24 * HOUR_MS);
    expect(await left()).toEqual([]);
  });
});

describe("a claim", () => {
  const places = [{ chain: "bitcoin", address: "bc1gone" }] as const;
  const worth = new Map<AssetCode, bigint>([["BTC", 1_000n]]);

  it("finds what is worth it behind any number of deposits that are not", async () => {
    for (let no = 0; no < 25; no++) await deposit(`small ${no}`, 600, iso(NOW - 30 * 24 * HOUR_MS));
    const found = await claimable(place.http, places, worth);
    expect(found).toEqual([{ depositId: "worth it", order: null }]);
  });

  it("is asked to come back while nobody knows what is worth it", async () => {
    const key = newNoteKey();
    await keepNoteKey(place.worker, key);
    const clock = { now: () => NOW };
    const note = signNote(key, { deletedAt: iso(NOW), addresses: [{ currency: "BTC", address: "bc1gone" }] });
    const claim = (refundAddress: string) =>
      claimByNote(
        {
          database: place.http,
          clock,
          random: seededRandom("claims"),
          prices: createPriceReader({ database: place.http, assets: new Set<AssetCode>(["BTC"]), clock }),
          checks: {
            isOurs: createOwnAddresses(place.http),
            network: "main",
            isListed: () => false,
            contracts: new Map(),
          },
        },
        { payload: note.payload, signature: note.signature, refundAddress },
      );
    expect(await claim("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")).toMatchObject({
      ok: false,
      error: { code: "rate/unavailable" },
    });
  });
});
