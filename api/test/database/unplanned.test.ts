import { beforeEach, describe, expect, it } from "vitest";
import { FakeChain } from "./fake-chain";
import { adopt, attempt, bySender, fund, NOW, ofOutput, open, query, spends, world } from "./unplanned-world";

describe("on a chain with outputs", () => {
  beforeEach(() => open(new FakeChain("bitcoin", "BTC", NOW)));

  it("names a transaction that spends a coin of ours without a plan, also an unconfirmed one", async () => {
    await fund(1_000n);
    world.chain.pendingSpends = [ofOutput("thief", "f1")];
    await world.look();
    expect(await spends()).toEqual([{ tx: "thief", state: "open", nonce: null }]);
    world.chain.pendingSpends = [];
    world.chain.mineSpends([ofOutput("thief", "f1")], world.chain.transfer("thief", "theirs", 900n));
    world.chain.mineSpends([ofOutput("other", "f1"), ofOutput("other", "unknown")]);
    await world.look();
    expect((await spends()).map(({ tx }) => tx)).toEqual(["thief", "other"]);
  });

  it("names one that spends a deposit before it is credited", async () => {
    await world.order("o1", ["a1"]);
    const deposit = world.chain.transfer("d1", "a1", 500n);
    world.chain.mineSpends([ofOutput("thief", "d1")], deposit);
    await world.look();
    expect(await spends()).toMatchObject([{ tx: "thief" }]);
  });

  it("names neither what strangers spend nor what we have signed, forgotten ones included", async () => {
    await fund(1_000n);
    await attempt("ours");
    await query(
      `INSERT INTO forgotten_facts (hash, kind) SELECT forgotten_hash('transaction:bitcoin:forgotten'), 'transaction'`,
    );
    world.chain.mineSpends(
      [ofOutput("stranger", "theirs"), ofOutput("ours", "f1"), ofOutput("forgotten", "f1")],
      { ...world.chain.transfer("stranger", "hot", 5n), from: ["hot"] },
    );
    await world.look();
    expect(await spends()).toEqual([]);
  });
});

describe("on an account chain", () => {
  beforeEach(() => open(new FakeChain("tron", "TRX", NOW, "account")));

  it("names a transaction in our name: the hot wallet's, and that of an order's address", async () => {
    await world.order("o1", ["a1"]);
    world.chain.mineSpends([
      bySender("t1", "hot", 0),
      bySender("t2", "a1", 0),
      bySender("t3", "stranger", 0),
    ]);
    await world.look();
    expect((await spends()).map(({ tx }) => tx)).toEqual(["t1", "t2"]);
  });

  it("names one that a node only counts, where its nonce is above ours, and then by its id", async () => {
    await attempt("ours", "'hot', 4");
    await query("INSERT INTO wallet_nonces (chain, sender, next_nonce) VALUES ('tron', 'hot', 5)");
    world.chain.pendingSpends = [bySender(null, "hot", 4)];
    await world.look();
    expect(await spends()).toEqual([]);
    world.chain.pendingSpends = [bySender(null, "hot", 5), bySender(null, "hot", 4)];
    await world.look();
    expect(await spends()).toEqual([{ tx: null, state: "open", nonce: "5" }]);
    await adopt("1");
    world.chain.pendingSpends = [];
    world.chain.mineSpends([bySender("t5", "hot", 5)]);
    await world.look();
    // What it does was not visible when it was adopted.
    expect(await spends()).toEqual([{ tx: "t5", state: "open", nonce: "5" }]);
  });

  it("names no payment that says it comes from us, because anybody can log that", async () => {
    await world.order("o1", ["a1"]);
    world.chain.mineSpends([bySender("fake", "stranger", 0)], {
      ...world.chain.transfer("fake", "theirs", 10n ** 9n),
      from: ["hot", "a1"],
    });
    await world.look();
    expect(await spends()).toEqual([]);
  });
});

describe("on an account chain, after a reorg", () => {
  beforeEach(() => open(new FakeChain("tron", "TRX", NOW, "account")));

  it("does not count as another what a reorg took from its block", async () => {
    await query("INSERT INTO wallet_nonces (chain, sender, next_nonce) VALUES ('tron', 'hot', 5)");
    world.chain.mineSpends([bySender("t5", "hot", 5)]);
    await world.look();
    world.chain.fork(1);
    world.chain.pendingSpends = [bySender(null, "hot", 5)];
    await world.look();
    world.chain.pendingSpends = [];
    world.chain.mineSpends([bySender("t5", "hot", 5)]);
    await world.look();
    expect(await spends()).toEqual([{ tx: "t5", state: "open", nonce: "5" }]);
  });

  it("stops signing again where one whose adoption was closed is counted once more, and knows it in its block", async () => {
    await query("INSERT INTO wallet_nonces (chain, sender, next_nonce) VALUES ('tron', 'hot', 5)");
    world.chain.mineSpends([bySender("t5", "hot", 5)]);
    await world.look();
    await query(
      "UPDATE unplanned_spends SET state = 'adopted', reason = 'It vanished.', missed_since = now()",
    );
    world.chain.fork(1);
    world.chain.pendingSpends = [bySender(null, "hot", 5)];
    await world.look();
    expect((await spends()).map(({ tx, state }) => [tx, state])).toEqual([
      ["t5", "adopted"],
      [null, "open"],
    ]);
    world.chain.pendingSpends = [];
    world.chain.mineSpends([bySender("t5", "hot", 5)]);
    await world.look();
    expect(await spends()).toEqual([{ tx: "t5", state: "asked", nonce: "5" }]);
    expect(await query("SELECT missed_since FROM unplanned_spends")).toEqual([{ missed_since: null }]);
  });
});
