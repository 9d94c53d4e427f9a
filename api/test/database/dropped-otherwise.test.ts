// Transactions of ours that had ended, that a deep reorg took, and that cannot be again what they were, or not at once.
import { describe, expect, it } from "vitest";
import { loadCursor } from "../../src/chains/cursor-store";
import { checkInvariants } from "../../src/ledger/invariants";
import { readStuck } from "../../src/ledger/stuck-store";
import { holdings, place, sign, states, told, UNITS, violations, world } from "./chain-payments";
import { balance, begin, dropped, droppedHooks, mine, paid, reorganise, resume, turn } from "./dropped-world";

droppedHooks();

describe.each(["bitcoin", "ethereum"] as const)("a final payment on %s that a reorg drops", (chain) => {
  it("is shown where another took its place, and is not paid another way", async () => {
    await begin(chain);
    const { id, txId } = await paid(chain);
    await reorganise(chain, 2, txId);
    await resume(chain);
    world.chain = (real) => ({
      ...real,
      broadcast: async () => ({ outcome: "rejected", reason: "spent" }),
      proofOfDeath: async () => ({ by: "rival", height: 3, blockHash: "h3", gone: [] }),
    });
    await turn(chain);
    await mine(chain, 3);
    await turn(chain);
    expect(await dropped()).toEqual([{ said: "spent", trouble: "rival took its place in block 3" }]);
    expect(await readStuck(place.admin)).toMatchObject({
      count: 1,
      first: [{ kind: "transaction", name: txId, detail: "rival took its place in block 3" }],
    });
    expect((await checkInvariants(place.admin)).find(({ id: no }) => no === 18)?.violations).toBe(1);
    expect(await sign(id)).toEqual({ kind: "needless" });
    expect(await states()).toEqual(["final"]);
    expect(told).toEqual([`sent ${id}`, `final ${id}`]);
    // What was said to be in its place may be gone with the next reorg.
    world.chain = (real) => real;
    await turn(chain);
    await mine(chain, 2);
    await turn(chain);
    await turn(chain);
    expect(await dropped()).toEqual([]);
    expect(await balance(chain)).toBe(UNITS[chain]);
  });
});

describe.each(["bitcoin", "ethereum"] as const)(
  "the order of a final payment on %s that a reorg drops",
  (chain) => {
    it("keeps its order from being forgotten until it is back", async () => {
      await begin(chain);
      const { txId } = await paid(chain);
      const [order] = await place.owner
        .$client`UPDATE orders SET state = 'completed', version = version + 1 RETURNING id`;
      await reorganise(chain, 2, txId);
      const forget = async () =>
        (await place.worker.execute(`SELECT outcome FROM forget_order('${order?.id}')`))[0]?.outcome;
      expect(await forget()).toBe("unfinished");
      await resume(chain);
      await turn(chain);
      await mine(chain, 2);
      await turn(chain);
      expect(await forget()).toBe("forgotten");
    });

    it("is left to its network where its order is forgotten", async () => {
      await begin(chain);
      const { txId } = await paid(chain);
      const [order] = await place.owner
        .$client`UPDATE orders SET state = 'completed', version = version + 1 RETURNING id`;
      await place.worker.execute(`SELECT forget_order('${order?.id}')`);
      await reorganise(chain, 2, txId);
      expect((await loadCursor(place.worker, chain))?.status).toBe("halted");
      await resume(chain);
      await turn(chain);
      await mine(chain, 2);
      await turn(chain);
      expect(await dropped()).toEqual([]);
      expect(await states()).toEqual(["final"]);
    });
  },
);

describe("a transaction on ethereum that another block holds", () => {
  it("is booked at the fee of that block", async () => {
    await begin("ethereum");
    const { txId } = await paid("ethereum");
    const before = (await holdings("ethereum"))[0];
    await reorganise("ethereum", 2, txId);
    await resume("ethereum");
    await turn("ethereum");
    const costs = (more: bigint) => {
      world.chain = (real) => ({
        ...real,
        transaction: async (id) => {
          const status = await real.transaction(id);
          return status.status === "mined" ? { ...status, feeUnits: status.feeUnits + more } : status;
        },
      });
    };
    costs(7n);
    await mine("ethereum", 2);
    await turn("ethereum");
    expect((await holdings("ethereum"))[0]).toBe(before - 7n);
    costs(0n);
    await reorganise("ethereum", 2, txId);
    await resume("ethereum");
    await turn("ethereum");
    await mine("ethereum", 2);
    await turn("ethereum");
    expect((await holdings("ethereum"))[0]).toBe(before);
    expect(await violations()).toBe(0);
  });

  it("is shown where it fails in that block", async () => {
    await begin("ethereum");
    const { id, txId } = await paid("ethereum");
    await reorganise("ethereum", 2, txId);
    await resume("ethereum");
    await turn("ethereum");
    world.chain = (real) => ({
      ...real,
      transaction: async (of) => {
        const status = await real.transaction(of);
        return status.status === "mined" ? { ...status, succeeded: false } : status;
      },
    });
    await mine("ethereum", 2);
    await turn("ethereum");
    expect((await dropped())[0]?.trouble).toMatch(/^it failed in block \d+, unlike before$/);
    expect((await readStuck(place.admin)).count).toBe(1);
    expect(await sign(id)).toEqual({ kind: "needless" });
    expect(await states()).toEqual(["final"]);
  });
});
