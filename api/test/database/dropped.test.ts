// Transactions of ours that had ended, and that a reorg below the policy depth then took out of their blocks.
import { describe, expect, it } from "vitest";
import { loadCursor } from "../../src/chains/cursor-store";
import { NATIVE_ASSET } from "../../src/core/assets";
import { CUSTOMER_BTC } from "../chains/signer";
import {
  holdings,
  leg,
  place,
  sign,
  simnet,
  states,
  TO,
  told,
  UNITS,
  violations,
  world,
} from "./chain-payments";
import {
  balance,
  begin,
  CAP,
  difference,
  dropped,
  droppedHooks,
  look,
  mine,
  paid,
  reorganise,
  resume,
  turn,
} from "./dropped-world";

droppedHooks();

describe.each(["bitcoin", "ethereum"] as const)(
  "a payment on %s that a reorg within the policy moves",
  (chain) => {
    it("is left where it is, if it became final in the new branch before the watcher saw that one", async () => {
      await begin(chain);
      const id = await leg(chain, { units: UNITS[chain], feeUnitsMax: CAP[chain], destination: TO[chain] });
      expect(await sign(id)).toEqual({ kind: "signed" });
      await turn(chain);
      await mine(chain, 1);
      await simnet.reorg({ asset: NATIVE_ASSET[chain], depth: 1 });
      await simnet.mine({ asset: NATIVE_ASSET[chain], blocks: 2 });
      await turn(chain);
      expect(await states()).toEqual(["final"]);
      await look(chain);
      expect(await loadCursor(place.worker, chain)).toMatchObject({ status: "ok" });
      expect(await dropped()).toEqual([]);
      expect(await states()).toEqual(["final"]);
      expect(await difference(chain)).toBe(0n);
    });
  },
);

describe.each(["bitcoin", "ethereum"] as const)("a final payment on %s that a reorg drops", (chain) => {
  it("is sent again until it is as deep as before, and counts once", async () => {
    await begin(chain);
    const { id, txId } = await paid(chain);
    expect(await difference(chain)).toBe(0n);
    await reorganise(chain, 2, txId);
    expect(await balance(chain)).toBe(0n);
    expect(await loadCursor(place.worker, chain)).toMatchObject({
      status: "halted",
      reason: "a reorg below the depth at which payments were final",
    });
    await resume(chain);
    expect(await difference(chain)).toBe(0n);
    await turn(chain);
    await mine(chain, 1);
    expect(await balance(chain)).toBe(UNITS[chain]);
    await turn(chain);
    expect(await difference(chain)).toBe(0n);
    expect(await dropped()).toEqual([{ said: "mined", trouble: null }]);
    await mine(chain, 1);
    await turn(chain);
    expect(await dropped()).toEqual([]);
    expect(await states()).toEqual(["final"]);
    const [row] = await place.owner.$client`SELECT height::int, block_hash FROM payout_attempts`;
    const status = await simnet.chain(chain).transaction(txId);
    expect(status).toMatchObject({ status: "mined", height: row?.height, blockHash: row?.block_hash });
    expect(told).toEqual([`sent ${id}`, `final ${id}`]);
    const [books, onChain] = await holdings(chain);
    expect(books).toBe(onChain);
    expect(await difference(chain)).toBe(0n);
    expect(await violations()).toBe(0);
  });

  it("is sent again while its chain is halted, and twice where a second reorg drops it", async () => {
    await begin(chain);
    const { txId } = await paid(chain);
    await reorganise(chain, 2, txId);
    await turn(chain);
    await simnet.mine({ asset: NATIVE_ASSET[chain], blocks: 2 });
    await turn(chain);
    expect(await balance(chain)).toBe(UNITS[chain]);
    expect(await dropped()).toEqual([{ said: "mined", trouble: null }]);
    await resume(chain);
    await reorganise(chain, 2, txId);
    await turn(chain);
    await mine(chain, 2);
    await turn(chain);
    expect(await dropped()).toEqual([]);
    expect(await balance(chain)).toBe(UNITS[chain]);
    expect(await states()).toEqual(["final"]);
  });
});

describe.each(["bitcoin", "ethereum"] as const)(
  "final payments on %s that a reorg drops together",
  (chain) => {
    it("goes first to the node where later ones are dropped with it", async () => {
      await begin(chain);
      const first = await paid(chain);
      const second = await paid(chain, UNITS[chain] / 2n);
      const third = await paid(chain, UNITS[chain] / 4n);
      const sent: string[] = [];
      world.chain = (real) => ({
        ...real,
        broadcast: async (raw) => {
          sent.push(real.decode(raw).txId);
          return real.broadcast(raw);
        },
      });
      // Nodes that forget one forget what spends it.
      const all = chain === "bitcoin" ? [first.txId] : [third.txId, second.txId, first.txId];
      await reorganise(chain, 6, ...all);
      await resume(chain);
      await turn(chain);
      expect(sent).toEqual([first.txId, second.txId, third.txId]);
      await mine(chain, 2);
      await turn(chain);
      expect(await dropped()).toEqual([]);
      expect(await balance(chain)).toBe((UNITS[chain] * 7n) / 4n);
    });
  },
);

describe("what came out of a dropped payment", () => {
  it("is not spent before that is as deep as before", async () => {
    await begin("bitcoin");
    const { txId } = await paid("bitcoin");
    await reorganise("bitcoin", 2, txId);
    await resume("bitcoin");
    const next = await leg("bitcoin", { units: 50_000n, feeUnitsMax: 50_000n, destination: CUSTOMER_BTC });
    expect(await sign(next)).toEqual({ kind: "waits", for: "coins" });
    await turn("bitcoin");
    await mine("bitcoin", 1);
    await turn("bitcoin");
    expect(await sign(next)).toEqual({ kind: "waits", for: "coins" });
    await mine("bitcoin", 1);
    await turn("bitcoin");
    const [change] = await place.owner
      .$client`SELECT w.height = a.height AS is_there FROM wallet_outputs w JOIN payout_attempts a ON a.tx_id = w.tx_id`;
    expect(change).toEqual({ is_there: true });
    expect(await sign(next)).toEqual({ kind: "signed" });
  });
});
