import { formatUnits, parseUnits } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { OrderWire } from "../../src/routes/orders/schema";
import { waitFor } from "../api-client";
import { expectSoundBooks } from "../sound-books";
import { payFromContract } from "./anvil";
import { CREDIT_DEPTH, type EngineWorld, openEngineWorld } from "./engine-world";
import { DECIMALS, ETHER, SWAP_MS_MAX, swapsOn, USDT } from "./swaps";

let world: EngineWorld;
let api: EngineWorld["server"]["api"];
let swaps: ReturnType<typeof swapsOn>;

/** Deletes an order, once it can be deleted. */
async function deletionNote(id: string): Promise<{ payload: string; signature: string }> {
  const notes: { payload: string; signature: string }[] = [];
  await waitFor("its deletion", SWAP_MS_MAX, async () => {
    const note = await api.forget(id);
    if (note !== null) notes.push({ payload: note.payload, signature: note.signature });
    return note !== null;
  });
  const [note] = notes;
  if (note === undefined) throw new Error("no note");
  return note;
}

beforeAll(async () => {
  world = await openEngineWorld();
  api = world.server.api;
  swaps = swapsOn(world);
  await swaps.fund();
}, 240_000);
afterEach(() => world.mining(true));
afterAll(() => world?.close(), 240_000);

describe("swaps of tokens, and ether from a contract", () => {
  it("swaps one token for another", async () => {
    const customer = await world.newCustomer({ ETH: ETHER, "USDC-ERC20": 1_000n * USDT });
    const order = await swaps.create("USDC-ERC20", "500", "USDT-ERC20");
    await customer.pay("USDC-ERC20", order.depositAddress, 500n * USDT);
    await swaps.expectPaid(await api.untilState(order.id, ["completed"], SWAP_MS_MAX));
    await waitFor(
      "the sweep",
      SWAP_MS_MAX,
      async () => (await world.balance("USDC-ERC20", order.depositAddress)) === 0n,
    );
    await expectSoundBooks(api);
  }, 240_000);

  it("holds ether that a contract pays from inside, and exchanges it once it is released", async () => {
    const order = await swaps.create("ETH", "0.4", "USDT-ERC20");
    await payFromContract(world.anvil, { address: order.depositAddress, units: (ETHER * 4n) / 10n });
    const held = await api.untilState(order.id, ["hold"], SWAP_MS_MAX);
    expect(held.reason).toBe("unknown_source");
    await api.release(await api.login(), order.id, "Examined.", [1]);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.deposits.map(({ amount }) => amount)).toEqual(["0.4"]);
    await swaps.expectPaid(done);
    await expectSoundBooks(api);
  }, 240_000);
});

describe("deposits out of the ordinary", () => {
  it("books a second native deposit, after the sweep, to a child of the order", async () => {
    const customer = await world.newCustomer({ ETH: 2n * ETHER });
    const refundAddress = await swaps.fresh();
    const order = await swaps.create("ETH", "0.3", "USDT-ERC20", { refundAddress });
    await customer.pay("ETH", order.depositAddress, (ETHER * 3n) / 10n);
    await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    await waitFor(
      "the sweep",
      SWAP_MS_MAX,
      async () => (await world.balance("ETH", order.depositAddress)) < ETHER / 100n,
    );
    await customer.pay("ETH", order.depositAddress, ETHER / 5n);
    let children: OrderWire["children"] = [];
    await waitFor("the child", SWAP_MS_MAX, async () => {
      children = (await api.read(order.id)).children;
      return children.length > 0;
    });
    expect(children).toHaveLength(1);
    const childId = children[0] ?? "";
    await api.untilState(childId, ["action_required"], SWAP_MS_MAX);
    await api.decide(childId, {
      choice: "refund",
      ...((await api.read(childId)).refundAddress ? {} : { refundAddress }),
    });
    const refunded = await api.untilState(childId, ["refunded"], SWAP_MS_MAX);
    const landed = await world.balance("ETH", refundAddress);
    expect(formatUnits(landed, 18)).toBe(refunded.payouts[0]?.amount);
    expect(landed).toBeGreaterThan((ETHER * 19n) / 100n);
    await swaps.expectPaid(await api.read(order.id));
    await expectSoundBooks(api);
  }, 180_000);

  it("neither loses nor doubles a deposit that a reorg takes and brings again", async () => {
    const customer = await world.newCustomer({ ETH: ETHER, "USDC-ERC20": 500n * USDT });
    const order = await swaps.create("USDC-ERC20", "300", "USDT-ERC20");
    const native = await swaps.create("ETH", "0.1", "USDT-ERC20");
    await world.mining(false);
    await customer.pay("USDC-ERC20", order.depositAddress, 300n * USDT);
    await customer.pay("ETH", native.depositAddress, ETHER / 10n);
    await world.anvil.mine(1);
    await api.untilState(order.id, ["confirming"], SWAP_MS_MAX);
    await api.untilState(native.id, ["confirming"], SWAP_MS_MAX);
    await world.anvil.mine(CREDIT_DEPTH - 2);
    await world.anvil.reorg(CREDIT_DEPTH - 1);
    await api.untilState(order.id, ["waiting"], SWAP_MS_MAX);
    await api.untilState(native.id, ["waiting"], SWAP_MS_MAX);
    expect((await api.read(order.id)).deposits.filter(({ confirmations }) => confirmations > 0)).toEqual([]);
    await world.mining(true);
    const again = await world.newCustomer({ ETH: ETHER, "USDC-ERC20": 300n * USDT });
    await again.pay("USDC-ERC20", order.depositAddress, 300n * USDT);
    await again.pay("ETH", native.depositAddress, ETHER / 10n);
    for (const { id } of [order, native])
      await swaps.expectPaid(await api.untilState(id, ["completed"], SWAP_MS_MAX));
    await expectSoundBooks(api);
  }, 180_000);
});

describe("coins that belong to no order", () => {
  /** Owed, so it is below zero. */
  const unallocated = async (): Promise<bigint> => {
    const books = await api.trialBalance(await api.login());
    const ether = books.find(({ asset }) => asset === "ETH");
    const row = ether?.accounts.find(({ account }) => account === "unallocated");
    return -parseUnits(row?.balance ?? "0", DECIMALS.ETH);
  };

  it("freeze nothing where a stranger sends one wei to the address of a deleted order, and are booked", async () => {
    const customer = await world.newCustomer({ ETH: 2n * ETHER });
    const order = await swaps.create("ETH", "0.1", "USDT-ERC20");
    await customer.pay("ETH", order.depositAddress, ETHER / 10n);
    await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    await waitFor(
      "the sweep",
      SWAP_MS_MAX,
      async () => (await world.balance("ETH", order.depositAddress)) < ETHER / 100n,
    );
    await deletionNote(order.id);
    const before = await unallocated();
    await customer.pay("ETH", order.depositAddress, 1n);
    await waitFor("the booking", SWAP_MS_MAX, async () => (await unallocated()) === before + 1n);
    await expectSoundBooks(api);
    const next = await swaps.create("USDT-ERC20", "500", "ETH");
    const payer = await world.newCustomer({ ETH: ETHER, "USDT-ERC20": 500n * USDT });
    await payer.pay("USDT-ERC20", next.depositAddress, 500n * USDT);
    await swaps.expectPaid(await api.untilState(next.id, ["completed"], SWAP_MS_MAX));
  }, 240_000);
});

describe("coins for the bearer of a deletion note", () => {
  it("are found at the address of the deleted order, claimed with its note, and paid back", async () => {
    const customer = await world.newCustomer({ ETH: 2n * ETHER });
    const order = await swaps.create("ETH", "0.1", "USDT-ERC20");
    await customer.pay("ETH", order.depositAddress, ETHER / 10n);
    await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    const note = await deletionNote(order.id);
    const refundAddress = await swaps.fresh();
    const claim = () => api.claim({ ...note, refundAddress });
    expect(await claim()).toBeNull();
    // Paid from inside a contract: only the balance shows it.
    await payFromContract(world.anvil, { address: order.depositAddress, units: ETHER / 5n });
    await waitFor("the claim", SWAP_MS_MAX, async () => (await claim()) !== null);
    const claimed = await claim();
    expect(claimed).toMatchObject([{ currency: "ETH", amount: "0.2" }]);
    const id = claimed?.[0]?.id ?? "";
    expect(await api.untilState(id, ["hold"], SWAP_MS_MAX)).toMatchObject({ reason: "unknown_source" });
    await api.adminRefund(await api.login(), id, "Examined.", [1]);
    const refunded = await api.untilState(id, ["refunded"], SWAP_MS_MAX);
    const landed = await world.balance("ETH", refundAddress);
    expect(formatUnits(landed, 18)).toBe(refunded.payouts[0]?.amount);
    expect(landed).toBeGreaterThan((ETHER * 19n) / 100n);
    expect(await claim()).toEqual(claimed);
    await expectSoundBooks(api);
  }, 240_000);
});

describe("a node that is gone, and a payout that reverts", () => {
  it("says when the node is gone, takes no orders meanwhile, and continues when it is back", async () => {
    const customer = await world.newCustomer({ ETH: ETHER });
    const order = await swaps.create("ETH", "0.2", "USDT-ERC20");
    world.network.tamper = () => "silence";
    // The chain's two coins are all there is: without it, no pair can be quoted.
    await waitFor("the outage in /health", 120_000, async () => {
      const { status, chains } = await api.health();
      return status === "unavailable" && chains[0]?.status === "unavailable";
    });
    await waitFor("pausing", 120_000, async () =>
      (await api.currencies()).every(({ id, isActive }) => id !== "ETH" || !isActive),
    );
    await expect(swaps.create("ETH", "0.2", "USDT-ERC20")).rejects.toThrow("currency/paused");
    await customer.pay("ETH", order.depositAddress, ETHER / 5n);
    world.network.tamper = (_call, answer) => answer;
    await swaps.expectPaid(await api.untilState(order.id, ["completed"], 120_000));
    await waitFor("health", 120_000, async () => (await api.health()).status === "ok");
    await expectSoundBooks(api);
  }, 240_000);

  it("holds an order whose payout reverts twice, and refunds it when an administrator says so", async () => {
    const customer = await world.newCustomer({ ETH: ETHER });
    const refundAddress = await swaps.fresh();
    const order = await swaps.create("ETH", "0.2", "USDT-ERC20", { refundAddress });
    const listed = { token: world.tokens.tether, address: order.receiveAddress };
    await world.tokens.setBlackListed({ ...listed, on: true });
    await customer.pay("ETH", order.depositAddress, ETHER / 5n);
    const held = await api.untilState(order.id, ["hold"], 120_000);
    expect(held.reason).toBe("payout_failed");
    expect(await world.balance("USDT-ERC20", order.receiveAddress)).toBe(0n);
    await api.adminRefund(await api.login(), order.id, "the recipient is blocked by the issuer");
    const refunded = await api.untilState(order.id, ["refunded"], SWAP_MS_MAX);
    const landed = await world.balance("ETH", refundAddress);
    expect(formatUnits(landed, 18)).toBe(
      refunded.payouts.find(({ status }) => status === "confirmed")?.amount,
    );
    await expectSoundBooks(api);
  }, 240_000);
});
