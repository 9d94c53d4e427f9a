import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
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
import { takeBackLeg } from "../../src/payouts/leg-store";
import type { FollowParts } from "../../src/payouts/parts";
import { type SignOutcome, signLegs } from "../../src/payouts/sign-legs";
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
    "DELETE FROM attempt_legs; DELETE FROM payout_attempts; DELETE FROM payout_legs; DELETE FROM wallet_nonces; DELETE FROM orders",
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
  decode: (raw) => ({ txId: raw, outputs: [], inputs: [], sender: null, nonce: null, feeUnitsMax: null }),
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
      loan: createLoanLegOwner({
        database: place.worker,
        engine: createLoanEngine(ledger),
        notifier: silentNotifier,
        clock,
      }),
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

describe("finality", () => {
  const mined = (txId: string): TransactionStatus => ({
    status: "mined",
    height: 8,
    blockHash: "h8",
    succeeded: true,
    feeUnits: 1n,
    ...(txId === "reverted" ? { succeeded: false } : {}),
  });

  it("of a transaction is at the depth of what it moves", async () => {
    await attempt(0, "payout");
    node = mined;
    let asked: unknown;
    const payoutPolicy: FollowParts["payoutPolicy"] = (_chain, { asset, units }) => {
      asked = { asset, units };
      return { confirmations: units > 4n ? 6 : 2, finalized: false };
    };
    await followAttempts({ ...parts(), payoutPolicy }, tron, "any");
    expect(asked).toEqual({ asset: "TRX", units: 5n });
    expect(await states()).toEqual({ payout: "mined" });
  });

  /** What the block of the transaction says that it moved of the token. */
  const follow = async (...transfers: { to: string; units: bigint }[]): Promise<string | undefined> => {
    await place.owner.$client`
      INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units_max, deposit_index, state, raw, tx_id, next_check_at, created_at)
      VALUES ('sweep', 'tron', 'USDT-TRC20', 'a1', 0, 'hot', 5, 1, 1, 'sent', 'raw', 'sweep', ${new Date(NOW).toISOString()}, now())`;
    await place.owner.$client`
      INSERT INTO unswept (chain, address, index, asset, units) VALUES ('tron', 'a1', 1, 'USDT-TRC20', 5), ('tron', 'a1', 1, 'TRX', 1)
      ON CONFLICT (chain, address, asset) DO UPDATE SET units = EXCLUDED.units`;
    await place.owner.$client`
      INSERT INTO ledger_accounts (account, asset, normal, may_overdraw, balance)
      VALUES ('unswept', 'USDT-TRC20', 1, false, 5), ('unswept', 'TRX', 1, false, 1)
      ON CONFLICT (account, asset) DO UPDATE SET balance = EXCLUDED.balance`;
    await place.owner.$client`
      INSERT INTO reserves (asset, unswept) VALUES ('USDT-TRC20', 5), ('TRX', 1)
      ON CONFLICT (asset) DO UPDATE SET unswept = EXCLUDED.unswept`;
    node = mined;
    const moved = transfers.map((transfer, ordinal) => ({
      txId: "sweep",
      ordinal,
      asset: "USDT-TRC20" as const,
      from: [],
      ...transfer,
    }));
    const decode: Chain["decode"] = () => ({
      txId: "sweep",
      outputs: [{ asset: "USDT-TRC20", to: "hot", units: 5n }],
      inputs: [],
      sender: "a1",
      nonce: 0,
      feeUnitsMax: 1n,
    });
    const block = { height: 8, hash: "h8", parentHash: "h7", timeMs: NOW, transfers: moved, spends: [] };
    await followAttempts(parts(), { ...tron, block: async () => block, decode }, "any");
    return (await states()).sweep;
  };

  it("of a token's transaction is its landing", async () => {
    expect(await follow({ to: "hot", units: 5n })).toBe("final");
    expect(logged).toEqual([]);
  });

  it.each([
    ["nothing", []],
    ["less", [{ to: "hot", units: 4n }]],
    ["it to somebody else", [{ to: "theirs", units: 5n }]],
  ])("of a token's transaction is not a success that moved %s", async (_, transfers) => {
    expect(await follow(...transfers)).toBe("mined");
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, chain: "tron", msg: "a transaction succeeded and did not pay what it was signed for" },
    ]);
  });
});

describe("a leg on a chain that we do not know to its tip", () => {
  const cursor = (change: { tip: number; answeredAt?: number }) => place.owner.$client`
    UPDATE chain_cursors SET tip_height = ${change.tip}, answered_at = ${new Date(change.answeredAt ?? NOW).toISOString()}`;
  const BEHIND = { kind: "waits", for: "chain_behind" };
  const fund = async (lag: number) => {
    await place.owner.$client`
      INSERT INTO chain_cursors (chain, height, hash, tip_height, status, answered_at)
      VALUES ('bitcoin', 9, 'h9', ${9 + lag}, 'ok', ${new Date(NOW).toISOString()})
      ON CONFLICT (chain) DO UPDATE SET tip_height = EXCLUDED.tip_height`;
    await place.owner.$client`
      INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, order_id, state, required, first_seen_at)
      VALUES ('d1', 'bitcoin', 't1', 0, 'BTC', 'a1', 5, 'order', ${ORDER_ROW.id}, 'credited', 2, now()) ON CONFLICT DO NOTHING`;
  };
  beforeEach(async () => {
    await place.owner.$client`DELETE FROM deposits`;
    await insertOrderRow(place.owner);
  });
  afterEach(async () => {
    await cursor({ tip: 9 });
    await place.owner.$client.unsafe(
      "DELETE FROM deposits; DELETE FROM chain_cursors WHERE chain = 'bitcoin'",
    );
  });

  it("is not signed while its own chain is behind", async () => {
    await cursor({ tip: 9 + 21 });
    expect(await signLegs(parts(), [LEG])).toEqual(BEHIND);
    await cursor({ tip: 9 + 20 });
    expect(await signLegs(parts(), [LEG])).toEqual({ kind: "signed" });
  });

  it("is not signed while a node has long been silent", async () => {
    await cursor({ tip: 9, answeredAt: NOW - 601_000 });
    expect(await signLegs(parts(), [LEG])).toEqual(BEHIND);
  });

  it("is not signed while a deposit that pays for it is lost, or a chain of the two is halted", async () => {
    const halt = (chain: string, status: string) =>
      place.owner.$client`UPDATE chain_cursors SET status = ${status} WHERE chain = ${chain}`;
    await fund(0);
    await place.owner.$client`UPDATE deposits SET state = 'lost'`;
    expect(await signLegs(parts(), [LEG])).toEqual({ kind: "waits", for: "deposit_lost" });
    await place.owner.$client`UPDATE deposits SET state = 'credited'`;
    await halt("bitcoin", "halted");
    expect(await signLegs(parts(), [LEG])).toEqual({ kind: "waits", for: "deposit_chain_halted" });
    await halt("bitcoin", "ok");
    await halt("tron", "halted");
    expect(await signLegs(parts(), [LEG])).toEqual({ kind: "waits", for: "chain_halted" });
    await halt("tron", "ok");
    expect(await signLegs(parts(), [LEG])).toEqual({ kind: "signed" });
  });

  it("is not signed while a chain that funds it is behind", async () => {
    await fund(3);
    expect(await signLegs(parts(), [LEG])).toEqual(BEHIND);
    await fund(2);
    expect(await signLegs(parts(), [LEG])).toEqual({ kind: "signed" });
  });
});

describe("a leg that failed for good", () => {
  const order = (state: string) =>
    place.owner.$client`UPDATE orders SET state = ${state}, version = version + 1 WHERE id = ${ORDER_ROW.id}`;
  const sign = (): Promise<SignOutcome> => signLegs(parts(), [LEG]);
  const revert = () =>
    place.owner
      .$client`UPDATE payout_attempts SET state = 'reverted' WHERE id IN (SELECT attempt_id FROM attempt_legs WHERE leg_id = ${LEG})`;
  const takeBack = () => place.worker.transaction((tx) => takeBackLeg(tx, LEG)).then(() => "taken back");

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
    expect(await signLegs({ ...parts(), database: slow }, [LEG])).toEqual({ kind: "needless" });
    expect(await states()).toEqual({});
  });
});
