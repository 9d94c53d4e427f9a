import { beforeEach, describe, expect, it } from "vitest";
import type { Chain } from "../../src/chains/chain";
import { patienceOf } from "../../src/chains/policy";
import type { LegId } from "../../src/core/ids";
import { CUSTOMER_BTC, OTHER_BTC, OTHER_EVM } from "../chains/signer";
import {
  attempts,
  chainPaymentHooks,
  floor,
  follow,
  fund,
  holdings,
  last,
  leg,
  mine,
  outputs,
  type PaidChain,
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

chainPaymentHooks();

const GWEI = 10n ** 9n;
/** What a plain payment of each chain costs at the steady price, as it is quoted. */
const STEADY = { bitcoin: 410n, ethereum: 26_250n * GWEI } as const;
const LATE = {
  bitcoin: patienceOf("bitcoin")?.raiseBlocks ?? 0,
  ethereum: patienceOf("ethereum")?.raiseBlocks ?? 0,
};

/** A payment that has been sent, and whose fee may come to so many times what it costs now. */
async function sent(chain: PaidChain, times: bigint): Promise<LegId> {
  await fund(chain, ...(chain === "bitcoin" ? [300_000n, 200_000n] : [10n ** 18n]));
  const id = await leg(chain, {
    units: UNITS[chain],
    feeUnitsMax: STEADY[chain] * times,
    destination: TO[chain],
  });
  expect(await sign(id)).toEqual({ kind: "signed" });
  await follow(chain);
  expect(told).toEqual([`sent ${id}`]);
  return id;
}
const paid = (chain: PaidChain) =>
  simnet.balance({ asset: chain === "bitcoin" ? "BTC" : "ETH", address: TO[chain] });
const feeOf = async (raw: string, chain: PaidChain): Promise<bigint> => {
  const { feeUnitsMax, outputs: to } = simnet.chain(chain).decode(raw);
  // Both payments of the bitcoin tests spend one output of 200,000 unless they need more.
  return feeUnitsMax ?? 200_000n - to.reduce((sum, { units }) => sum + units, 0n);
};

describe.each(["bitcoin", "ethereum"] as const)("a payment on %s that is not mined", (chain) => {
  it("is left as it is until the expected blocks have passed, and then replaced at a higher fee", async () => {
    const id = await sent(chain, 4n);
    await floor(chain, 200);
    await mine(chain, LATE[chain] - 1);
    await follow(chain);
    expect(await states()).toEqual(["sent"]);
    await mine(chain, 1);
    await follow(chain);
    const [first, second] = await attempts();
    expect(await states()).toEqual(["superseded", "signed"]);
    expect(first?.proof).toBe("fee bump");
    expect(second?.nonce).toBe(first?.nonce);
    expect(await feeOf(second?.raw ?? "", chain)).toBeGreaterThanOrEqual(
      ((await feeOf(first?.raw ?? "", chain)) * 11n) / 10n,
    );
    await follow(chain);
    await mine(chain, 2);
    await follow(chain, 2);
    expect(await states()).toEqual(["dead", "final"]);
    expect(told).toEqual([`sent ${id}`, `sent ${id}`, `final ${id}`]);
    expect(await paid(chain)).toBe(UNITS[chain]);
    const [books, onChain] = await holdings(chain);
    expect(books).toBe(onChain);
    expect(await violations()).toBe(0);
  });

  it("is replaced again and again, up to its cap and never above it", async () => {
    await sent(chain, 3n);
    for (const percent of [150, 220, 900]) {
      await floor(chain, percent);
      await mine(chain, LATE[chain]);
      await follow(chain, 2);
    }
    const fees = await Promise.all((await attempts()).map(({ raw }) => feeOf(raw, chain)));
    expect(fees.length).toBeGreaterThanOrEqual(3);
    expect(fees.every((fee) => fee <= STEADY[chain] * 3n)).toBe(true);
    expect([...fees].sort((one, other) => (one < other ? -1 : 1))).toEqual(fees);
    expect((await states()).filter((state) => state !== "superseded")).toEqual(["sent"]);
    expect(await violations()).toBe(0);
  });

  it("counts once, as the version that was mined, where that is not the last", async () => {
    const id = await sent(chain, 4n);
    const { raw } = await last();
    await floor(chain, 200);
    await mine(chain, LATE[chain]);
    await follow(chain);
    expect(await states()).toEqual(["superseded", "signed"]);
    await floor(chain, 0);
    await mine(chain, 2);
    await follow(chain, 3);
    expect(await states()).toEqual(["final", "dead"]);
    expect((await attempts())[0]?.raw).toBe(raw);
    expect(told.filter((what) => what.startsWith("final"))).toEqual([`final ${id}`]);
    expect(await sign(id)).toEqual({ kind: "needless" });
    expect(await paid(chain)).toBe(UNITS[chain]);
    const [books, onChain] = await holdings(chain);
    expect(books).toBe(onChain);
    expect(await violations()).toBe(0);
  });
});

describe.each(["bitcoin", "ethereum"] as const)("a payment on %s that is not mined for long", (chain) => {
  it("is replaced while the node has forgotten it and refuses its fee", async () => {
    await sent(chain, 4n);
    await simnet.drop({ txHash: (await last()).txId });
    world.chain = (real): Chain => ({
      ...real,
      broadcast: async () => ({ outcome: "rejected", reason: "fee too low" }),
    });
    await mine(chain, LATE[chain]);
    await follow(chain);
    expect(await states()).toEqual(["superseded", "signed"]);
    expect(await violations()).toBe(0);
  });
});

it("a payment that would not be signed now is not helped to land, until what stopped it is over", async () => {
  const id = await sent("bitcoin", 4n);
  const order = `order-${id.slice("leg-".length)}`;
  await place.owner.$client`
    INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, order_id, state, required, first_seen_at)
    VALUES ('gone', 'litecoin', 'gone', 0, 'LTC', 'theirs', 5, 'order', ${order}, 'lost', 2, now())`;
  await floor("bitcoin", 200);
  await mine("bitcoin", LATE.bitcoin);
  await follow("bitcoin");
  expect(await states()).toEqual(["sent"]);
  await place.owner.$client`UPDATE deposits SET state = 'credited'`;
  await follow("bitcoin");
  expect(await states()).toEqual(["superseded", "signed"]);
});

it("a payment that waits for an earlier nonce is not raised, the earlier one is", async () => {
  await sent("ethereum", 4n);
  await floor("ethereum", 200);
  const second = await leg("ethereum", {
    units: 10n ** 16n,
    feeUnitsMax: STEADY.ethereum * 8n,
    destination: OTHER_EVM,
  });
  expect(await sign(second)).toEqual({ kind: "signed" });
  await follow("ethereum");
  await mine("ethereum", LATE.ethereum);
  await follow("ethereum");
  expect(await states()).toEqual(["superseded", "sent", "signed"]);
  expect((await last()).nonce).toBe("0");
});

it("a payment of several legs is replaced as a whole, with one more output where its change does not do", async () => {
  await fund("bitcoin", 230_800n, 100_000n);
  const legs = [
    await leg("bitcoin", { units: 150_000n, feeUnitsMax: 2_000n, destination: CUSTOMER_BTC }),
    await leg("bitcoin", { units: 80_000n, feeUnitsMax: 2_000n, destination: OTHER_BTC }),
  ];
  await sign(...legs);
  await follow("bitcoin");
  await floor("bitcoin", 300);
  await mine("bitcoin", LATE.bitcoin);
  await follow("bitcoin", 2);
  await mine("bitcoin", 2);
  await follow("bitcoin", 2);
  expect(await states()).toEqual(["dead", "final"]);
  const { inputs } = simnet.chain("bitcoin").decode((await last()).raw);
  expect(inputs).toHaveLength(2);
  expect((await outputs()).filter((output) => output.endsWith("spent"))).toHaveLength(2);
  expect(told.slice(-2)).toEqual(legs.map((id) => `final ${id}`));
  expect(await violations()).toBe(0);
});

beforeEach(() => {
  world.chain = (chain) => chain;
});
