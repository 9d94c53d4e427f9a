import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Chain, TransactionStatus } from "../../src/chains/chain";
import type { Signer } from "../../src/chains/signer";
import { legIdOf } from "../../src/core/ids";
import { silentNotifier } from "../../src/db/notifications";
import { createLedgerStore } from "../../src/ledger/store";
import { createLoanEngine } from "../../src/loans/engine";
import { createLoanLegOwner } from "../../src/loans/leg-owner";
import { createRoundOwner } from "../../src/mixing/round-owner";
import { createEngine } from "../../src/orders/engine/apply";
import { createOrderLegOwner } from "../../src/orders/engine/leg-owner";
import { followAttempts } from "../../src/payouts/follower";
import { closeLeg } from "../../src/payouts/leg-store";
import type { FollowParts } from "../../src/payouts/parts";
import { type SignOutcome, signLeg } from "../../src/payouts/sign-leg";
import { insertOrderRow, ORDER_ROW, openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const LEG = legIdOf(`leg-of-${ORDER_ROW.id}`);

let place: Place;
let logged: string[];
/** What the node says of each transaction. */
let node: (txId: string) => TransactionStatus;

beforeAll(async () => {
  place = await openPlace();
  await place.owner.$client`
    INSERT INTO chain_cursors (chain, height, hash, tip_height, status, answered_at) VALUES ('tron', 9, 'h9', 9, 'ok', now())`;
});
afterAll(() => place.close());
beforeEach(async () => {
  logged = [];
  node = () => ({ status: "unknown" });
  await place.owner.$client.unsafe(
    "DELETE FROM payout_attempts; DELETE FROM payout_legs; DELETE FROM wallet_nonces; DELETE FROM orders",
  );
});

const tron = {
  id: "tron",
  model: "account",
  assets: ["TRX"],
  tip: async () => ({ height: 9, hash: "h9", parentHash: "h8", timeMs: NOW, finalizedHeight: null }),
  transaction: async (txId: string) => node(txId),
  nonce: async () => 0,
  feeQuote: async () => ({ feeUnits: 1n, detail: {} }),
  build: (request) => ({ chain: "tron", request, payload: "", keys: [] }),
  broadcast: async () => ({ outcome: "accepted" }),
} satisfies Partial<Chain> as Partial<Chain> as Chain;

let signatures = 0;
const signer = {
  sign: async () => ({ raw: `raw-${++signatures}`, txId: `tx-${signatures}` }),
} satisfies Partial<Signer> as Partial<Signer> as Signer;

function parts(): FollowParts {
  const ledger = createLedgerStore(new Uint8Array(32));
  const clock = { now: () => NOW };
  const engine = createEngine({ database: place.worker, ledger, notifier: silentNotifier });
  return {
    database: place.worker,
    chains: new Map([["tron", tron]]),
    overTor: new Map(),
    hotAddresses: new Map([["tron", "hot"]]),
    signer,
    clock,
    log: pino({ level: "warn" }, { write: (line: string) => void logged.push(line) }),
    onAttempt: () => {},
    owners: {
      order: createOrderLegOwner({ engine, notifier: silentNotifier, clock }),
      loan: createLoanLegOwner({ database: place.worker, engine: createLoanEngine(ledger), clock }),
    },
    rounds: createRoundOwner({ engine, ledger, notifier: silentNotifier, clock }),
    ledger,
    fundingPolicy: () => ({ confirmations: 2, finalized: false }),
    payoutPolicy: () => ({ confirmations: 2, finalized: false }),
  };
}

const attempt = (nonce: number, txId: string) => place.owner.$client`
  INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units_max, deposit_index, state, raw, tx_id, next_check_at, created_at)
  VALUES ('top_up', 'tron', 'TRX', 'hot', ${nonce}, 'theirs', 5, 1, 1, 'broadcasting', 'raw', ${txId},
    ${new Date(NOW - 1_000 + nonce).toISOString()}, now())`;

const states = async (): Promise<Record<string, string>> => {
  const rows = await place.owner.$client`SELECT tx_id, state FROM payout_attempts ORDER BY nonce`;
  return Object.fromEntries(rows.map(({ tx_id, state }) => [tx_id, state]));
};

describe("following", () => {
  it("goes on to the next transaction where one fails in a way that nobody foresaw, and says so", async () => {
    await attempt(0, "poison");
    await attempt(1, "well");
    node = (txId) => {
      if (txId === "poison") throw new TypeError("cannot read what the node said");
      return { status: "mempool" };
    };
    await followAttempts(parts(), tron, "any");
    expect(await states()).toEqual({ poison: "broadcasting", well: "sent" });
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, chain: "tron", failure: "TypeError", msg: "a transaction could not be followed" },
    ]);
    const [poison] = await place.owner.$client`SELECT next_check_at FROM payout_attempts WHERE nonce = 0`;
    expect(new Date(String(poison?.next_check_at)).getTime()).toBeGreaterThan(NOW);
    node = () => ({ status: "mempool" });
    await followAttempts({ ...parts(), clock: { now: () => NOW + 60_000 } }, tron, "any");
    expect(await states()).toEqual({ poison: "sent", well: "sent" });
  });
});

describe("a leg that failed for good", () => {
  const order = (state: string) =>
    place.owner.$client`UPDATE orders SET state = ${state}, version = version + 1 WHERE id = ${ORDER_ROW.id}`;
  const sign = (): Promise<SignOutcome> => signLeg(parts(), LEG);
  const revert = () =>
    place.owner.$client`UPDATE payout_attempts SET state = 'reverted' WHERE leg_id = ${LEG}`;
  const takeBack = () =>
    place.worker.transaction((tx) => closeLeg(tx, { id: LEG, state: "reversed" })).then(() => "taken back");

  it("is not signed by a command that is left over, until an administrator asks for it", async () => {
    await insertOrderRow(place.owner);
    await order("sending");
    expect(await sign()).toEqual({ kind: "signed" });
    await revert();
    await order("hold");
    expect(await sign()).toEqual({ kind: "needless" });
    expect(Object.values(await states())).toEqual(["reverted"]);
    await order("sending");
    expect(await sign()).toEqual({ kind: "signed" });
  });

  it("is not taken back while a transaction of it may land, nor signed once it is", async () => {
    await insertOrderRow(place.owner);
    await order("sending");
    expect(await sign()).toEqual({ kind: "signed" });
    await expect(takeBack()).rejects.toThrow("a leg is under way");
    const [leg] = await place.owner.$client`SELECT state FROM payout_legs`;
    expect(leg?.state).toBe("planned");
    await revert();
    expect(await takeBack()).toBe("taken back");
    expect(await sign()).toEqual({ kind: "needless" });
  });

  it("is not signed by a worker that read it before it was taken back", async () => {
    await insertOrderRow(place.owner);
    await order("sending");
    // The leg is taken back while the worker asks what else there is to know of it.
    const slow = new Proxy(place.worker, {
      get(database, name) {
        if (name !== "transaction") return Reflect.get(database, name);
        return async (work: Parameters<typeof database.transaction>[0]) => {
          await takeBack();
          return database.transaction(work);
        };
      },
    });
    expect(await signLeg({ ...parts(), database: slow }, LEG)).toEqual({ kind: "needless" });
    expect(await states()).toEqual({});
  });
});
