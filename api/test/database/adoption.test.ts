import { beforeEach, describe, expect, it } from "vitest";
import { askToBookMissing } from "../../src/ledger/missing";
import { FakeChain } from "./fake-chain";
import {
  adopt,
  attempt,
  balance,
  book,
  bySender,
  fund,
  MUCH_UNITS,
  NOW,
  ofOutput,
  open,
  pass,
  query,
  spends,
  world,
} from "./unplanned-world";

const MISSED_MS = 600_000;

describe("on a chain with outputs", () => {
  beforeEach(() => open(new FakeChain("bitcoin", "BTC", NOW)));

  it("is adopted once, with a reason: when it is final, what it took is a loss of the house", async () => {
    await fund(1_000n);
    world.chain.mineSpends(
      [ofOutput("thief", "f1")],
      world.chain.transfer("thief", "theirs", 900n),
      world.chain.transfer("thief", "hot", 90n, 1),
    );
    await world.look();
    expect(await adopt("1")).toMatchObject({ ok: true, value: { txId: "thief", state: "asked" } });
    expect(await adopt("1")).toMatchObject({ ok: false, error: { code: "spend/adopted" } });
    expect(await adopt("7")).toMatchObject({ ok: false, error: { code: "spend/unknown" } });
    await book();
    expect(await spends()).toMatchObject([{ state: "asked" }]);
    world.chain.mineMany(2);
    await world.look();
    await book();
    await book();
    expect(await spends()).toMatchObject([{ state: "adopted" }]);
    expect(await balance("missing")).toBe(1_000n);
    expect(await balance("chain")).toBe(90n);
    expect(await query("SELECT tx_id, state FROM wallet_outputs ORDER BY tx_id")).toEqual([
      { tx_id: "f1", state: "spent" },
      { tx_id: "thief", state: "available" },
    ]);
    expect(await query("SELECT action, outcome, reason FROM admin_audit ORDER BY seq")).toMatchObject([
      { action: "spend.adopt", outcome: "done", reason: "Moved by hand to the cold wallet." },
      { action: "spend.adopt", outcome: "refused" },
      { action: "spend.adopt", outcome: "refused" },
    ]);
    // A rescan knows it now.
    world.chain.fork(1);
    world.chain.pendingSpends = [ofOutput("thief", "f1")];
    await world.look();
    expect(await spends()).toMatchObject([{ state: "adopted" }]);
  });
});

describe("an adopted transaction on a chain with outputs", () => {
  beforeEach(() => open(new FakeChain("bitcoin", "BTC", NOW)));

  it("took nothing where it has vanished, and waits to be booked where it comes back", async () => {
    await fund(1_000n);
    world.chain.pendingSpends = [ofOutput("thief", "f1")];
    await world.look();
    await adopt("1");
    // A node that does not know it for a moment, such as one that has started again, says nothing of it.
    world.chain.pendingSpends = [];
    await book();
    pass(MISSED_MS - 1);
    await book();
    world.chain.pendingSpends = [ofOutput("thief", "f1")];
    await book();
    world.chain.pendingSpends = [];
    pass(MISSED_MS);
    await book();
    pass(MISSED_MS - 1);
    await book();
    expect(await spends()).toMatchObject([{ state: "asked" }]);
    pass(1);
    await book();
    expect(await spends()).toMatchObject([{ state: "adopted" }]);
    expect(await balance("missing")).toBe(0n);
    world.chain.mineSpends([ofOutput("thief", "f1")], world.chain.transfer("thief", "theirs", 990n));
    world.chain.mineMany(2);
    await world.look();
    expect(await spends()).toMatchObject([{ state: "asked" }]);
    await book();
    expect(await balance("missing")).toBe(1_000n);
  });

  it("waits for the depth that the value of its coins needs", async () => {
    await fund(MUCH_UNITS);
    world.chain.mineSpends([ofOutput("thief", "f1")], world.chain.transfer("thief", "theirs", 90n));
    world.chain.mineMany(4);
    await world.look();
    await adopt("1");
    await book();
    expect(await spends()).toMatchObject([{ state: "asked" }]);
    world.chain.mine();
    await world.look();
    await book();
    expect(await spends()).toMatchObject([{ state: "adopted" }]);
    expect(await balance("missing")).toBe(MUCH_UNITS);
  });

  it("waits while its coins are promised to others", async () => {
    await fund(1_000n);
    world.chain.mineSpends([ofOutput("thief", "f1")], world.chain.transfer("thief", "theirs", 990n));
    world.chain.mineMany(2);
    await world.look();
    await query("UPDATE reserves SET held = 600 WHERE asset = 'BTC'");
    await adopt("1");
    await book();
    expect(await spends()).toMatchObject([{ state: "asked" }]);
    expect(await balance("chain")).toBe(1_000n);
    await query("UPDATE reserves SET held = 0 WHERE asset = 'BTC'");
    await book();
    expect(await spends()).toMatchObject([{ state: "adopted" }]);
  });
});

describe("an adopted transaction that spent a deposit", () => {
  beforeEach(() => open(new FakeChain("bitcoin", "BTC", NOW)));

  it("waits for a deposit that it spent before that was credited, and takes it then", async () => {
    await world.order("o1", ["a1"]);
    world.chain.mine(world.chain.transfer("d1", "a1", 500n));
    world.chain.mineSpends([ofOutput("thief", "d1")], world.chain.transfer("thief", "theirs", 490n));
    await world.look();
    await adopt("1");
    await query("UPDATE deposits SET state = 'seen'");
    world.chain.mineMany(2);
    await book();
    expect(await spends()).toMatchObject([{ state: "asked" }]);
    await query("UPDATE deposits SET state = 'credited'");
    await query("UPDATE chain_cursors SET height = 9");
    await book();
    expect(await spends()).toMatchObject([{ state: "adopted" }]);
  });
});

describe("booking missing coins out", () => {
  beforeEach(() => open(new FakeChain("bitcoin", "BTC", NOW)));

  it("is refused while a transaction is to be adopted, which books them", async () => {
    await fund(1_000n);
    world.chain.pendingSpends = [ofOutput("thief", "f1")];
    await world.look();
    const missing = { asset: "BTC", amount: "0.00001" } as const;
    await query(`INSERT INTO chain_checks (asset, height, chain_units, ledger_units, in_flight_units, deficits, at)
      VALUES ('BTC', 3, 0, 1000, 0, 3, now())`);
    const clock = { now: () => NOW };
    const asked = () =>
      askToBookMissing({ database: world.place.admin, clock }, missing, { reason: "Gone.", admin: "root" });
    expect(await asked()).toMatchObject({ error: { code: "books/unplanned-spend" } });
  });
});

describe("on an account chain", () => {
  beforeEach(() => open(new FakeChain("tron", "TRX", NOW, "account")));

  it("is adopted with its fee, and its nonce is skipped", async () => {
    await fund(1_000n);
    await query("INSERT INTO wallet_nonces (chain, sender, next_nonce) VALUES ('tron', 'hot', 0)");
    const taken = { ...world.chain.transfer("thief", "theirs", 300n), from: ["hot"] };
    world.chain.mineSpends([bySender("thief", "hot", 0)], taken);
    world.chain.mineMany(2);
    await world.look();
    await adopt("1");
    await book();
    expect(await balance("missing")).toBe(301n);
    expect(await balance("chain")).toBe(699n);
    expect(await query("SELECT next_nonce::int AS next FROM wallet_nonces")).toEqual([{ next: 1 }]);
  });

  it("is booked once our own payment with its nonce is proved dead", async () => {
    await fund(1_000n);
    await attempt("ours", "'hot', 0");
    world.chain.mineSpends([bySender("thief", "hot", 0)], {
      ...world.chain.transfer("thief", "theirs", 300n),
      from: ["hot"],
    });
    world.chain.mineMany(2);
    await world.look();
    await adopt("1");
    await book();
    expect(await spends()).toMatchObject([{ state: "asked" }]);
    await query("UPDATE payout_attempts SET state = 'dead', proof = '{}' WHERE tx_id = 'ours'");
    await book();
    expect(await spends()).toMatchObject([{ state: "adopted" }]);
  });

  it("takes from an order's address no more than was credited there", async () => {
    await world.order("o1", ["a1"]);
    world.chain.mine(world.chain.transfer("d1", "a1", 200n));
    world.chain.mineMany(2);
    await world.look();
    expect(await balance("unswept")).toBe(200n);
    const taken = { ...world.chain.transfer("thief", "theirs", 500n), from: ["a1"] };
    world.chain.mineSpends([bySender("thief", "a1", 0)], taken);
    world.chain.mineMany(2);
    await world.look();
    await adopt("1");
    await book();
    expect(await balance("missing")).toBe(200n);
    expect(await balance("unswept")).toBe(0n);
    expect(await query("SELECT units FROM unswept")).toEqual([{ units: "0" }]);
  });
});
