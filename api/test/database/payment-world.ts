import pino from "pino";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { BuildRequest, Chain, ProofOfDeath, TransactionStatus } from "../../src/chains/chain";
import type { Signer } from "../../src/chains/signer";
import { NATIVE_ASSET } from "../../src/core/assets";
import { legIdOf } from "../../src/core/ids";
import { INVARIANTS } from "../../src/ledger/invariants";
import { createLedgerStore } from "../../src/ledger/store";
import type { OutboxRow } from "../../src/outbox/store";
import { createLegCommands } from "../../src/payouts/commands";
import { consolidate } from "../../src/payouts/consolidator";
import { followAttempts } from "../../src/payouts/follower";
import type { LegOwner } from "../../src/payouts/leg-owner";
import type { FollowParts } from "../../src/payouts/parts";
import { type SignOutcome, signLegs } from "../../src/payouts/sign-legs";
import { insertOrderRow, ORDER_ROW, openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");
export const LEG = legIdOf(`leg-of-${ORDER_ROW.id}`);
const UNKNOWN: TransactionStatus = { status: "unknown" };
export const AT_DEPTH = {
  status: "mined",
  height: 3,
  blockHash: "h3",
  succeeded: true,
  feeUnits: 100n,
} as const satisfies TransactionStatus;

/** The database of a test; set before each test file runs. */
export let place: Place;
let now: number;
export const clock = { now: () => now };
/** The nonces that the chain counts. */
export const nonces = new Map<string, number>();
/** What the node says of a transaction, and what the chain proves of bytes. */
export const known = new Map<string, TransactionStatus>();
export const proofs = new Map<string, ProofOfDeath>();
/** Whether the node refuses what it is sent, what it took, and what it asks for a transaction and each input. */
export const node = { isRefusing: true, sent: [] as string[], feeUnits: 1n, perInput: 0n };
/** What the leg's owner was told. */
export const told: string[] = [];

/** Registers the hooks that open the database, and that empty it before each test. */
export function paymentHooks(): void {
  beforeAll(async () => {
    place = await openPlace();
    for (const chain of ["tron", "bitcoin", "monero"])
      await place.owner
        .$client`INSERT INTO chain_cursors (chain, height, hash, tip_height, status, answered_at)
        VALUES (${chain}, 9, 'h9', 9, 'ok', now())`;
  });
  afterAll(() => place.close());
  beforeEach(async () => {
    now = NOW;
    known.clear();
    proofs.clear();
    nonces.clear();
    node.isRefusing = true;
    node.sent = [];
    node.feeUnits = 1n;
    node.perInput = 0n;
    told.length = 0;
    await place.owner.$client.unsafe(
      "DELETE FROM attempt_looks; DELETE FROM payout_overrides; DELETE FROM wallet_outputs; DELETE FROM attempt_legs; DELETE FROM payout_attempts; DELETE FROM deposits; DELETE FROM payout_legs; DELETE FROM wallet_nonces; DELETE FROM orders",
    );
    await insertOrderRow(place.owner);
    // Long before this world's time: it waits for no other payout.
    await place.owner.$client`UPDATE payout_legs SET created_at = to_timestamp(0)`;
    await place.owner.$client`UPDATE orders SET state = 'sending', version = version + 1`;
  });
}

const decoded = (raw: string): BuildRequest => JSON.parse(raw).request;

const chainOf = (id: "tron" | "bitcoin" | "monero") =>
  ({
    id,
    model: id === "tron" ? "account" : "utxo",
    assets: [NATIVE_ASSET[id]],
    tip: async () => ({ height: 9, hash: "h9", parentHash: "h8", timeMs: now, finalizedHeight: null }),
    transaction: async (txId: string) => known.get(txId) ?? UNKNOWN,
    proofOfDeath: async (raw: string, finalHeight: number) => {
      const proof = proofs.get(JSON.parse(raw).txId);
      return proof !== undefined && proof.height <= finalHeight ? proof : null;
    },
    nonce: async (address) => nonces.get(address) ?? 0,
    feeQuote: async (request) => {
      const inputs = request.model === "utxo" ? BigInt(request.inputs) : 0n;
      return { feeUnits: node.feeUnits + node.perInput * inputs, detail: {} };
    },
    replacementFee: async ({ feeUnits }) => {
      const least = { feeUnits: (feeUnits * 11n + 9n) / 10n, detail: {} };
      return { least, wanted: least };
    },
    build: (request) => ({ chain: id, request, payload: "", keys: [] }),
    decode: (raw) => {
      const request = decoded(raw);
      const inputs = request.model === "utxo" ? request.inputs : [];
      // The change of payments does not matter here; joined coins are one output.
      const paid = request.model === "utxo" && request.outputs.length === 1 ? request.outputs : [];
      const outputs = paid.map(({ address: to, units }) => ({
        asset: NATIVE_ASSET[id],
        to,
        units: BigInt(units),
      }));
      const feeUnitsMax = request.model === "account" ? BigInt(request.fee.feeUnits) : null;
      return { txId: "", inputs, outputs, sender: null, nonce: null, feeUnitsMax };
    },
    broadcast: async (raw: string) => {
      if (node.isRefusing) return { outcome: "rejected", reason: "refused" };
      node.sent.push(JSON.parse(raw).txId);
      return { outcome: "accepted" };
    },
  }) satisfies Partial<Chain> as Partial<Chain> as Chain;
export const tron = chainOf("tron");
export const bitcoin = chainOf("bitcoin");
/** Its payments are never replaced for being late. */
export const monero = chainOf("monero");

let signatures = 0;
const signer = {
  sign: async ({ transaction: { request } }) => {
    const txId = `tx-${++signatures}`;
    const text = (_: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);
    return { raw: JSON.stringify({ txId, request }, text), txId };
  },
} satisfies Partial<Signer> as Partial<Signer> as Signer;

const owner: LegOwner<never> = {
  sent: async () => {},
  final: async (_, { txId }) => {
    told.push(`final ${txId}`);
    return () => {};
  },
  reverted: async (_, { txId }) => {
    told.push(`reverted ${txId}`);
    return () => {};
  },
  cleared: async (_, { legId }) => {
    told.push(`cleared ${legId}`);
    return () => {};
  },
  aboveCap: async (_, { legId, mayLand }) => {
    told.push(`above cap ${legId}${mayLand ? ", may land" : ""}`);
    return () => {};
  },
  dead: async (_, { txId }) => {
    told.push(`dead ${txId}`);
    return () => {};
  },
};

export const parts = (): FollowParts => ({
  database: place.worker,
  chains: new Map([
    ["tron", tron],
    ["bitcoin", bitcoin],
    ["monero", monero],
  ]),
  overTor: new Map(),
  hotAddresses: new Map([
    ["tron", "hot"],
    ["bitcoin", "hot"],
    ["monero", "hot"],
  ]),
  signer,
  clock,
  log: pino({ level: "silent" }),
  onAttempt: () => {},
  owners: { order: owner, loan: owner },
  rounds: { final: async () => () => {}, reverted: async () => () => {}, dead: async () => () => {} },
  ledger: createLedgerStore(new Uint8Array(32)),
  fundingPolicy: (_, units) => ({ confirmations: units > 1_000_000n ? 6 : 2, finalized: false }),
  payoutPolicy: () => ({ confirmations: 2, finalized: false }),
});

export const pass = (ms: number): void => {
  now += ms;
};
/** What the dispatcher does with the command to send the leg; undefined where it is done. */
export const dispatch = async (): Promise<string | undefined> => {
  const outcome = await createLegCommands(parts()).send_leg(
    { kind: "send_leg", legId: LEG },
    {} as OutboxRow,
  );
  return outcome.done ? undefined : outcome.why;
};
export const join = (): Promise<boolean> => consolidate(parts(), bitcoin);
export const sign = (): Promise<SignOutcome> => signLegs(parts(), [LEG]);
export const follow = async (chain: Chain, times = 1): Promise<void> => {
  for (let look = 0; look < times; look++) {
    await followAttempts(parts(), chain, "any");
    now += 60_000;
  }
};
type Row = { txId: string; state: string; nonce: string | null; proof: string | null; raw: string };
export const attempts = async (): Promise<Row[]> => [
  ...(await place.owner.$client<Row[]>`
    SELECT tx_id AS "txId", state, nonce, proof, raw FROM payout_attempts ORDER BY id`),
];
export const states = async () => (await attempts()).map(({ state }) => state);
export const last = async (): Promise<Row> => {
  const row = (await attempts()).at(-1);
  if (row === undefined) throw new Error("nothing was signed");
  return row;
};
export const inputsOf = (row: Row): string[] => {
  const request = decoded(row.raw);
  return request.model === "utxo" ? request.inputs.map(({ txId }) => txId).sort() : [];
};
export const violations = async (): Promise<number> => {
  let rows = 0;
  for (const { id, query } of INVARIANTS)
    if ([6, 7, 10, 13].includes(id)) rows += (await place.owner.$client.unsafe(query)).length;
  return rows;
};

export const output = (
  txId: string,
  units: bigint,
  height = 1,
  chain: "bitcoin" | "monero" = "bitcoin",
) => place.owner.$client`
  INSERT INTO wallet_outputs (chain, tx_id, ordinal, asset, address, branch, index, units, height, state)
  VALUES (${chain}, ${txId}, 0, ${NATIVE_ASSET[chain]}, ${txId}, 'hot', 0, ${units.toString()}, ${height}, 'available')`;
/** A reorg below the policy depth took the deposit that brought an output. */
export const lose = (txId: string) => place.owner.$client`
  INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, state, required, first_seen_at)
  VALUES (${`d-${txId}`}, 'bitcoin', ${txId}, 0, 'BTC', ${txId}, 1, 'float', 'lost', 1, now())`;
export const outputs = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await place.owner.$client`SELECT tx_id, state FROM wallet_outputs ORDER BY tx_id`).map((row) => [
      row.tx_id,
      row.state,
    ]),
  );
export const deadBy = (by: string, ...gone: string[]): ProofOfDeath => ({
  by,
  height: 4,
  blockHash: "h4",
  gone: gone.map((txId) => ({ txId, ordinal: 0 })),
});
