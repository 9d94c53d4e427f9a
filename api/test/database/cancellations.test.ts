import { describe, expect, it } from "vitest";
import { patienceOf } from "../../src/chains/policy";
import type { LegId } from "../../src/core/ids";
import { insertAttempt } from "../../src/payouts/attempt-store";
import { fromAccount, nextNonce } from "../../src/payouts/build-payment";
import { takeBackLeg } from "../../src/payouts/leg-store";
import { changeReserves } from "../../src/reserves/store";
import { addressOf, CUSTOMER_BTC, DEPOSIT, OTHER_EVM } from "../chains/signer";
import {
  attempts,
  chainPaymentHooks,
  floor,
  follow,
  fund,
  holdings,
  hot,
  kinds,
  last,
  leg,
  mine,
  outputs,
  type PaidChain,
  parts,
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

const ASSET = { bitcoin: "BTC", ethereum: "ETH" } as const;
/** What a payment costs now; its cap allows no more. */
const CAP = { bitcoin: 420n, ethereum: 26_250n * 10n ** 9n } as const;
const DEADLINE = {
  bitcoin: patienceOf("bitcoin")?.cancelBlocks ?? 0,
  ethereum: patienceOf("ethereum")?.cancelBlocks ?? 0,
};

/** A payment at its cap that the miner leaves out, up to its second deadline. */
async function stuck(chain: PaidChain): Promise<LegId> {
  await fund(chain, ...(chain === "bitcoin" ? [300_000n, 200_000n] : [10n ** 18n]));
  const id = await leg(chain, { units: UNITS[chain], feeUnitsMax: CAP[chain], destination: TO[chain] });
  await sign(id);
  await follow(chain);
  await floor(chain, 150);
  await mine(chain, DEADLINE[chain] - 1);
  await follow(chain);
  expect(await kinds()).toEqual(["legs sent"]);
  await mine(chain, 1);
  await follow(chain);
  return id;
}

describe.each(["bitcoin", "ethereum"] as const)("a payment on %s at its cap", (chain) => {
  it("is cancelled at the house's cost, which proves it dead, and is paid by another one", async () => {
    const id = await stuck(chain);
    expect(await kinds()).toEqual(["legs superseded", "cancel signed"]);
    const [first, cancel] = await attempts();
    expect(first?.proof).toBe("cancelled by our own hand");
    expect(cancel?.nonce).toBe(first?.nonce);
    expect(await sign(id)).toEqual({ kind: "needless" });
    await follow(chain);
    await mine(chain, 2);
    await follow(chain);
    expect(await kinds()).toEqual(["legs dead", "cancel final"]);
    expect(JSON.parse(String((await attempts())[0]?.proof))).toMatchObject({ by: cancel?.txId });
    expect(told).toEqual([`sent ${id}`, `dead ${id}`]);
    expect(await simnet.balance({ asset: ASSET[chain], address: TO[chain] })).toBe(0n);
    const [books, onChain] = await holdings(chain);
    expect(books).toBe(onChain);
    expect(await violations()).toBe(0);
    await floor(chain, 0);
    expect(await sign(id)).toEqual({ kind: "signed" });
    await follow(chain);
    await mine(chain, 2);
    await follow(chain);
    expect(await kinds()).toEqual(["legs dead", "cancel final", "legs final"]);
    expect(await simnet.balance({ asset: ASSET[chain], address: TO[chain] })).toBe(UNITS[chain]);
    expect(await violations()).toBe(0);
  });

  it("is not taken back nor signed again before its cancellation is final", async () => {
    const id = await stuck(chain);
    const takeBack = () => place.worker.transaction((tx) => takeBackLeg(tx, id));
    await expect(takeBack()).rejects.toThrow("a leg is under way");
    await follow(chain);
    await mine(chain, 1);
    await follow(chain);
    expect(await sign(id)).toEqual({ kind: "needless" });
    await expect(takeBack()).rejects.toThrow("a leg is under way");
    await mine(chain, 1);
    await follow(chain);
    await takeBack();
    expect(await sign(id)).toEqual({ kind: "needless" });
  });
});

describe.each(["bitcoin", "ethereum"] as const)("a payment on %s whose cancellation", (chain) => {
  it("counts where it is mined all the same, and its cancellation is dead", async () => {
    const id = await stuck(chain);
    await floor(chain, 0);
    await mine(chain, 2);
    await follow(chain, 3);
    expect(await kinds()).toEqual(["legs final", "cancel dead"]);
    expect(told.filter((what) => what.startsWith("final"))).toEqual([`final ${id}`]);
    expect(await sign(id)).toEqual({ kind: "needless" });
    const [books, onChain] = await holdings(chain);
    expect(books).toBe(onChain);
    expect(await violations()).toBe(0);
  });

  it("has its cancellation raised in its turn, and never to more than three times its cap", async () => {
    await stuck(chain);
    await follow(chain);
    const late = patienceOf(chain)?.raiseBlocks ?? 0;
    for (const percent of [250, 5_000, 5_000]) {
      await floor(chain, percent);
      await mine(chain, late);
      await follow(chain, 2);
    }
    const fees = await place.owner.$client`SELECT fee_units_max AS fee FROM payout_attempts ORDER BY id`;
    expect(fees.length).toBeGreaterThanOrEqual(3);
    for (const { fee } of fees) expect(BigInt(fee)).toBeLessThanOrEqual(CAP[chain] * 3n);
    expect((await states()).filter((state) => state !== "superseded")).toEqual(["sent"]);
    await floor(chain, 0);
    await mine(chain, 2);
    await follow(chain, 3);
    expect((await kinds()).filter((kind) => !kind.endsWith("dead"))).toEqual(["cancel final"]);
    expect(await violations()).toBe(0);
  });
});

it("a payment that was raised is cancelled when the deadline has passed since its first version", async () => {
  await fund("ethereum", 10n ** 18n);
  const id = await leg("ethereum", {
    units: UNITS.ethereum,
    feeUnitsMax: (CAP.ethereum * 12n) / 10n,
    destination: TO.ethereum,
  });
  await sign(id);
  await follow("ethereum");
  await floor("ethereum", 140);
  await mine("ethereum", DEADLINE.ethereum - 1);
  await follow("ethereum", 2);
  expect(await kinds()).toEqual(["legs superseded", "legs sent"]);
  await floor("ethereum", 400);
  await mine("ethereum", patienceOf("ethereum")?.raiseBlocks ?? 0);
  await follow("ethereum");
  expect(await kinds()).toEqual(["legs superseded", "legs superseded", "cancel signed"]);
});

it("a cancelled nonce holds up no later payment", async () => {
  await stuck("ethereum");
  const later = await leg("ethereum", {
    units: 10n ** 16n,
    feeUnitsMax: 10n ** 15n,
    destination: OTHER_EVM,
  });
  await sign(later);
  await follow("ethereum", 2);
  await mine("ethereum", 2);
  await follow("ethereum", 2);
  expect(await kinds()).toEqual(["legs dead", "cancel final", "legs final"]);
  expect((await last()).nonce).toBe("1");
  expect(await simnet.balance({ asset: "ETH", address: OTHER_EVM })).toBe(10n ** 16n);
  expect(await violations()).toBe(0);
});

it("a payment is signed again only when its cancellation is as deep as the payment's value needs", async () => {
  world.payoutDepth = (units) => (units > 0n ? 6 : 2);
  const id = await stuck("ethereum");
  await follow("ethereum");
  await floor("ethereum", 0);
  // The cancellation pays the most, and is mined in the payment's place.
  await mine("ethereum", 5);
  await follow("ethereum", 2);
  expect(await kinds()).toEqual(["legs superseded", "cancel mined"]);
  expect(await sign(id)).toEqual({ kind: "needless" });
  await mine("ethereum", 1);
  await follow("ethereum");
  expect(await kinds()).toEqual(["legs dead", "cancel final"]);
  expect(await sign(id)).toEqual({ kind: "signed" });
  expect(await violations()).toBe(0);
});

it("a payment that a reorg puts in the place of its cancellation is booked", async () => {
  world.payoutDepth = (units) => (units > 0n ? 6 : 2);
  const id = await stuck("ethereum");
  await follow("ethereum");
  const [payment, cancel] = await attempts();
  await floor("ethereum", 0);
  await mine("ethereum", 3);
  await follow("ethereum", 2);
  await simnet.reorg({ asset: "ETH", depth: 3 });
  expect((await simnet.drop({ txHash: cancel?.txId ?? "" })).ok).toBe(true);
  await place.owner
    .$client`UPDATE payout_attempts SET state = 'sent', height = NULL, block_hash = NULL WHERE state = 'mined'`;
  await simnet.chain("ethereum").broadcast(payment?.raw ?? "");
  await mine("ethereum", 6);
  await follow("ethereum", 3);
  expect(await kinds()).toEqual(["legs final", "cancel dead"]);
  expect(told.at(-1)).toBe(`final ${id}`);
  const [books, onChain] = await holdings("ethereum");
  expect(books).toBe(onChain);
  expect(await violations()).toBe(0);
});

it("a cancellation spends all inputs of the payment, and they are ours again as one output", async () => {
  await fund("bitcoin", 100_000n, 60_000n);
  const id = await leg("bitcoin", { units: 150_000n, feeUnitsMax: 560n, destination: CUSTOMER_BTC });
  await sign(id);
  await follow("bitcoin");
  await floor("bitcoin", 150);
  await mine("bitcoin", DEADLINE.bitcoin);
  await follow("bitcoin", 2);
  await mine("bitcoin", 2);
  await follow("bitcoin");
  const [books] = await holdings("bitcoin");
  expect(await outputs()).toEqual(["60000 spent", "100000 spent", `${books} available`]);
});

describe("a top-up that no block takes", () => {
  const address = addressOf("ethereum", DEPOSIT);
  const planned = async () => {
    const [row] = await place.owner.$client`SELECT planned FROM reserves WHERE asset = 'ETH'`;
    return BigInt(row?.planned);
  };
  /** Signed as the sweeper does. */
  async function topUp(): Promise<void> {
    await fund("ethereum", 10n ** 18n);
    const chain = simnet.chain("ethereum");
    const { signer } = parts();
    const fee = await chain.feeQuote({ model: "account", asset: "ETH" });
    const units = 10n ** 15n;
    await place.worker.transaction(async (tx) => {
      await changeReserves(tx, [{ asset: "ETH", held: 0n, planned: units + fee.feeUnits }]);
      const nonce = await nextNonce(tx, chain, hot("ethereum"));
      const request = fromAccount({
        from: hot("ethereum"),
        to: address,
        asset: "ETH",
        units,
        nonce,
        fee,
      }).request;
      const purpose = { kind: "top_up", depositIndex: DEPOSIT.index } as const;
      const signed = await signer.sign({ transaction: chain.build(request), purpose });
      await insertAttempt(tx, {
        ...{ purpose: { kind: "top_up" }, chain: "ethereum", asset: "ETH", sender: hot("ethereum"), nonce },
        ...{ destination: address, units, feeUnitsMax: fee.feeUnits, depositIndex: DEPOSIT.index },
        ...{ ...signed, createdAt: parts().clock.now() },
      });
    });
    await follow("ethereum");
    await floor("ethereum", 150);
    await mine("ethereum", patienceOf("ethereum")?.raiseBlocks ?? 0);
    await follow("ethereum");
  }

  it("is cancelled as soon as it is late, because later payments wait for its nonce", async () => {
    await topUp();
    expect(await kinds()).toEqual(["top_up superseded", "cancel signed"]);
    await follow("ethereum");
    await mine("ethereum", 2);
    await follow("ethereum", 3);
    expect(await kinds()).toEqual(["top_up dead", "cancel final"]);
    expect(await planned()).toBe(0n);
    expect(await simnet.balance({ asset: "ETH", address })).toBe(0n);
    const [books, onChain] = await holdings("ethereum");
    expect(books).toBe(onChain);
    expect(await violations()).toBe(0);
  });

  it("is booked where it is mined all the same", async () => {
    await topUp();
    await floor("ethereum", 0);
    await mine("ethereum", 2);
    await follow("ethereum", 3);
    expect(await kinds()).toEqual(["top_up final", "cancel dead"]);
    expect(await planned()).toBe(0n);
    expect(await simnet.balance({ asset: "ETH", address })).toBe(10n ** 15n);
    const [books, onChain] = await holdings("ethereum");
    expect(books).toBe(onChain);
    expect(await violations()).toBe(0);
  });
});
