import { beforeEach, expect, it } from "vitest";
import { type Chain, ChainUnavailable } from "../../src/chains/chain";
import { honourOverrides } from "../../src/payouts/override";
import { ask, overrides, refused } from "./override-world";
import { follow, LEG, last, node, parts, paymentHooks, place, sign, states, tron } from "./payment-world";

paymentHooks();
beforeEach(() => place.owner.$client.unsafe("UPDATE reserves SET held = 0, planned = 0"));

it("an override's ten minutes begin again where a node has known the transaction meanwhile", async () => {
  await sign();
  const { txId } = await last();
  await refused(tron);
  node.isRefusing = false;
  await follow(tron);
  expect(await states()).toEqual(["sent"]);
  node.isRefusing = true;
  await refused(tron, 3);
  expect(await ask(txId)).toBe("override/open");
  await refused(tron, 6);
  expect(await ask(txId)).toBe("override/open");
  await refused(tron, 3);
  expect(await ask(txId)).toBe("asked");
});

/** The chain through Tor: which calls were made, by which stream. */
function overTor(): { calls: string[]; of: (stream: string) => Chain } {
  const calls: string[] = [];
  const of = (stream: string): Chain => ({
    ...tron,
    transaction: async (txId) => {
      calls.push(`${stream}: transaction ${txId}`);
      return tron.transaction(txId);
    },
    proofOfDeath: async (raw, height) => {
      calls.push(`${stream}: proof`);
      return tron.proofOfDeath(raw, height);
    },
  });
  return { calls, of };
}

/** Fails where the transaction of an order that asks for Tor is asked for straight. */
const straight: Chain = {
  ...tron,
  transaction: () => Promise.reject(new Error("asked straight")),
  proofOfDeath: () => Promise.reject(new Error("asked straight")),
};

it("an override of a payment over Tor asks for its transaction and its proof by the leg's stream", async () => {
  await sign();
  const { txId } = await last();
  await refused(tron);
  // The terms of an order never change; this one has asked for it from the start.
  await place.owner.$client.unsafe(`
    ALTER TABLE orders DISABLE TRIGGER USER;
    UPDATE orders SET terms = '{"mixer": {"settings": {"tor": true}}}';
    ALTER TABLE orders ENABLE TRIGGER USER`);
  expect(await ask(txId)).toBe("asked");
  const away = () => {
    throw new ChainUnavailable("tron", "the proxy is away");
  };
  for (const proxies of [new Map(), new Map([["tron", away] as const])])
    await honourOverrides({ ...parts(), overTor: proxies }, straight);
  expect(await overrides()).toEqual(["asked"]);
  const tor = overTor();
  await honourOverrides({ ...parts(), overTor: new Map([["tron", tor.of]]) }, straight);
  expect(tor.calls).toEqual([`${LEG}: transaction ${txId}`, `${LEG}: proof`]);
  expect(await overrides()).toEqual(["honoured"]);
  expect(await states()).toEqual(["superseded"]);
});
