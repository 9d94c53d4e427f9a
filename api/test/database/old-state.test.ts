// A node that has the latest state and not the one at policy depth: native coins wait, and tokens do not.
import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Chain, ChainUnavailable, OldStateMissing } from "../../src/chains/chain";
import { FakeAccounts } from "./fake-accounts";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 2, finalized: false };
const WAITING = "ETH waits: the node does not have the state of the block that counts as final";

/** A chain with a token, whose node may lack states. */
class PrunedChain extends FakeAccounts {
  lacks: "nothing" | "old state" | "all state" = "nothing";

  override port(): Chain {
    const port = super.port();
    return {
      ...port,
      assets: ["ETH", "USDT-ERC20"],
      accounts: async (query) => {
        if (this.lacks === "old state") throw new OldStateMissing("ethereum", query.finalHeight);
        if (this.lacks === "all state" || !port.accounts) throw new ChainUnavailable("ethereum", "no state");
        return port.accounts(query);
      },
    };
  }

  /** Puts both coins into a block that becomes final: ether at `a0`, and tokens at `a1`. */
  pay(name: string, { ether, tokens }: { ether: bigint; tokens: bigint }): void {
    const token = { ...this.transfer(`${name} token`, "a1", tokens), asset: "USDT-ERC20" } as const;
    this.mine(this.transfer(`${name} ether`, "a0", ether), token);
    this.mine();
  }
}

let world: WatchWorld;
let chain: PrunedChain;
let said: string[];
beforeEach(async () => {
  said = [];
  chain = new PrunedChain(Date.parse("2026-03-10T09:30:00.000Z"));
  const log = pino({ base: null }, { write: (line) => said.push(JSON.parse(line).msg) });
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY, on: chain, log });
  await world.order("o1", ["a0"]);
  await world.order("o2", ["a1"]);
  await world.look();
});
afterEach(() => world.place.close());

const sql = () => world.place.owner.$client;
const cursor = async () => (await sql()`SELECT status, reason FROM chain_cursors`)[0];
const credited = async (): Promise<Record<string, string>> => {
  const rows = await sql()<{ asset: string; units: string }[]>`
    SELECT asset, sum(units)::text AS units FROM deposits WHERE state = 'credited' GROUP BY asset`;
  return Object.fromEntries(rows.map(({ asset, units }) => [asset, units]));
};

it("credits tokens meanwhile, and says once that native coins wait", async () => {
  chain.lacks = "old state";
  for (const name of ["a", "b", "c"]) {
    chain.pay(name, { ether: 5_000n, tokens: 30n });
    await world.look();
    await world.look();
  }
  expect(await credited()).toEqual({ "USDT-ERC20": "90" });
  expect(await cursor()).toEqual({ status: "ok", reason: WAITING });
  await world.other(chain.port());
  expect(said).toEqual([WAITING]);
});

it("credits all that came meanwhile once the node answers again, and speaks of the next time again", async () => {
  chain.lacks = "old state";
  chain.pay("a", { ether: 5_000n, tokens: 30n });
  await world.look();
  chain.pay("b", { ether: 700n, tokens: 4n });
  await world.look();
  chain.lacks = "nothing";
  await world.look();
  expect(await credited()).toEqual({ ETH: "5700", "USDT-ERC20": "34" });
  expect(await cursor()).toEqual({ status: "ok", reason: null });
  expect(said).toEqual([WAITING, "ETH waits no longer"]);
  chain.lacks = "old state";
  chain.pay("c", { ether: 1n, tokens: 1n });
  await world.look();
  chain.lacks = "nothing";
  await world.look();
  expect(await credited()).toEqual({ ETH: "5701", "USDT-ERC20": "35" });
  expect(said.filter((text) => text === WAITING)).toHaveLength(2);
});

it("holds up all of the chain where the node lacks the latest state too", async () => {
  chain.lacks = "all state";
  chain.pay("a", { ether: 5_000n, tokens: 30n });
  await world.look();
  expect(await credited()).toEqual({});
  expect(await cursor()).toMatchObject({ status: "unavailable" });
});
