import { afterAll, beforeAll, beforeEach } from "vitest";
import type { SigningLog } from "../../src/chains/local-signer";
import { SignerRefusal } from "../../src/chains/signer";
import type { LegRecord } from "../../src/chains/signing-rules";
import { legIdOf } from "../../src/core/ids";
import { seededRandom } from "../../src/core/seeded-random";
import { openInstallation } from "../../src/db/installation";
import type { SpendingCaps } from "../../src/signing/caps";
import { createSigningLog, type LogParts } from "../../src/signing/log";
import { logKeys } from "../../src/signing/log-keys";
import { SEED } from "../chains/signer";
import { openPlace, type Place } from "./place";

export const MINUTE_MS = 60_000;
/** Of the one-time codes of ana, an approver, and of olga, who is none. */
export const SECRET = new Uint8Array(20).fill(7);
/** In whole USDT. */
const CAPS = { transaction: 1_000n, hour: 1_500n, day: 2_000n };
export const random = seededRandom("the signer's log");
/** The database of a test; set before each test file runs. */
export let place: Place;
let now = Date.UTC(2026, 5, 1, 12);
let made = 0;
export const clock = { now: () => now };
export const keys = logKeys(SEED, random);
/** Of nothing that is read. */
const details = { seal: async () => new Uint8Array() };
export const logOf = (caps: SpendingCaps = CAPS, files: Partial<LogParts> = {}): SigningLog =>
  createSigningLog({ database: place.signer, clock, keys, caps, details, copy: async () => {}, ...files });

export const pass = (ms: number): void => {
  now += ms;
};

/** Registers the hooks: a database with two administrators, and a week between two tests, so that their caps are all there. */
export function logHooks(): void {
  beforeAll(async () => {
    place = await openPlace();
    await openInstallation(place.worker, { network: "simnet", random });
    for (const [name, role] of [
      ["ana", "approver"],
      ["olga", "operator"],
    ] as const) {
      await place.owner.$client`INSERT INTO admin_users (id, username, password_hash, created_at, role)
      VALUES (${name}, ${name}, '$argon2id$', now(), ${role})`;
      await place.owner
        .$client`INSERT INTO admin_totp (admin_id, secret, confirmed_at, confirm_until, recovery_salt)
      VALUES (${name}, ${Buffer.from(SECRET)}, now(), now(), ${Buffer.alloc(16)})`;
    }
    await place.owner.$client`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
    VALUES ('order', '100000001', 1, 'sending', '{}', '{}', 'book', 'BTC', now(), now())`;
  });
  afterAll(() => place.close());
  beforeEach(() => {
    now += 7 * 24 * 60 * MINUTE_MS;
  });
}

/** A leg with its settlement, worth so many USDT. */
export async function newLeg(valueUsdt: bigint | null, owner = "order"): Promise<LegRecord> {
  const id = legIdOf(`leg-${++made}`);
  await place.owner.$client`
    INSERT INTO payout_legs (id, order_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
    VALUES (${id}, 'order', ${made}, 'refund', 'bitcoin', 'BTC', 'theirs', 1, 1, 'planned', now())`;
  await place.owner.$client`
    INSERT INTO settlements (leg_id, kind, order_id, asset, destination, units, fee_units_max, credited_units, network_fee_units, created_at)
    VALUES (${id}, 'refund', 'order', 'BTC', 'theirs', 1, 1, 2, 1, now())`;
  const paid = { chain: "bitcoin", asset: "BTC", owner, destination: "theirs", units: 1n } as const;
  return {
    ...{ id, ...paid, feeUnitsMax: 1n, valueUsdt, recorded: [], earlier: [] },
    ...{ isRefund: false, doubt: null },
  };
}

/** Signs a payment of legs, of the coins `spends`; the refusal's words where an approver has to release it. */
export const pay = (
  log: SigningLog,
  legs: readonly LegRecord[],
  txId = `tx-${++made}`,
  spends: readonly string[] = ["a coin"],
): Promise<string> =>
  log.note({ chain: "bitcoin", txId, legs, spends }).then(
    () => "signed",
    (error: unknown) => {
      if (!(error instanceof SignerRefusal) || error.kind !== "release") throw error;
      return error.message;
    },
  );

/** What the log has of a leg. */
export const rowsOf = async (leg: LegRecord) =>
  place.owner.$client`SELECT * FROM signer_log WHERE settlement = ${keys.hashOf(`settlement:${leg.id}`)}`;
