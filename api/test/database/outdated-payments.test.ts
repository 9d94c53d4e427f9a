// Monero: a payment that a deep reorg made unminable is replaced by one that spends the same coins, and only where that is proved.
import { beforeEach, expect, it } from "vitest";
import type { Chain } from "../../src/chains/chain";
import {
  bitcoin,
  follow,
  inputsOf,
  known,
  last,
  monero,
  node,
  output,
  outputs,
  paymentHooks,
  place,
  sign,
  states,
} from "./payment-world";

paymentHooks();

let asked: number[];
let isOutdated: boolean;
beforeEach(() => {
  asked = [];
  isOutdated = false;
});
const chain: Chain = {
  ...bitcoin,
  forgetOutdated: async (_, finalHeight) => {
    asked.push(finalHeight);
    return isOutdated;
  },
};

it("waits while nothing proves it unminable, and is then replaced over all its coins", async () => {
  await place.owner
    .$client`UPDATE payout_legs SET chain = 'bitcoin', asset = 'BTC', units = 100000, fee_units_max = 1000`;
  await output("a", 60_000n);
  await output("b", 50_000n);
  await sign();
  const first = await last();
  await follow(chain, 2);
  expect(await states()).toEqual(["broadcasting"]);
  expect(asked.length).toBeGreaterThan(0);
  isOutdated = true;
  await follow(chain);
  expect(await states()).toEqual(["superseded"]);
  expect(Object.values(await outputs())).toContain("locked");
  await sign();
  const second = await last();
  expect(second.txId).not.toBe(first.txId);
  expect(inputsOf(second)).toEqual(expect.arrayContaining(inputsOf(first)));
  node.isRefusing = false;
  await follow(chain);
  expect(node.sent).toEqual([second.txId]);
});

it("is proved unminable in a node's pool too, and looked at there only once it is old", async () => {
  await place.owner
    .$client`UPDATE payout_legs SET chain = 'monero', asset = 'XMR', units = 50000, fee_units_max = 1000`;
  await output("a", 50_500n, 1, "monero");
  await sign();
  const { txId } = await last();
  node.isRefusing = false;
  const { forgetOutdated } = chain;
  const young: Chain = { ...monero, ...(forgetOutdated && { forgetOutdated }) };
  await follow(young);
  known.set(txId, { status: "mempool" });
  isOutdated = true;
  await follow(young, 2);
  expect([await states(), asked]).toEqual([["sent"], []]);
  const tip = { ...(await young.tip()), height: 19 };
  await follow({ ...young, tip: async () => tip });
  expect([await states(), asked]).toEqual([["superseded"], [18]]);
  expect(await outputs()).toEqual({ a: "locked" });
});
