import { formatUnits, parseUnits } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { OrderWire } from "../../src/routes/orders/schema";
import { waitFor } from "../api-client";
import { expectSoundBooks } from "../sound-books";
import { type Coin, CREDIT_DEPTH, type EngineWorld, openEngineWorld, payFromContract } from "./engine-world";

const DECIMALS: Readonly<Record<Coin, number>> = { ETH: 18, "USDT-ERC20": 6, "USDC-ERC20": 6 };
const ETHER = 10n ** 18n;
const USDT = 10n ** 6n;
const SWAP_MS_MAX = 120_000;

let world: EngineWorld;
let api: EngineWorld["server"]["api"];

const fresh = async (): Promise<string> => (await world.newCustomer({})).account.address;
const create = async (
  send: Coin,
  amount: string,
  receive: Coin,
  more: Record<string, string> = {},
): Promise<OrderWire> =>
  api.create({
    sendCurrency: send,
    receiveCurrency: receive,
    sendAmount: amount,
    receiveAddress: more.receiveAddress ?? (await fresh()),
    ...(more.refundAddress === undefined ? {} : { refundAddress: more.refundAddress }),
  });

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

/** What landed is what was said, to the last unit, and nothing else ever reached that address. */
const expectPaid = async (order: OrderWire, times = 1): Promise<void> => {
  const coin = order.receiveCurrency as Coin;
  const landed = await world.balance(coin, order.receiveAddress);
  expect(formatUnits(landed, DECIMALS[coin])).toBe(order.receiveAmount);
  expect(order.payouts).toHaveLength(times);
};

beforeAll(async () => {
  world = await openEngineWorld();
  api = world.server.api;
}, 240_000);
afterEach(() => world.mining(true));
afterAll(() => world?.close(), 240_000);

describe("the engine on a real Ethereum node", () => {
  it("takes the operator's funds as its float, and can promise them once they are confirmed", async () => {
    const hot = await world.hotAddress();
    await world.mining(false);
    await world.anvil.pay({ to: hot, units: 200n * ETHER });
    await world.tokens.transfer({ token: world.tokens.tether, address: hot, units: 500_000n * USDT });
    await world.tokens.transfer({ token: world.tokens.standard, address: hot, units: 500_000n * USDT });
    await world.anvil.mine(CREDIT_DEPTH);
    await waitFor("reserves", SWAP_MS_MAX, async () => {
      const reserves = new Map(
        (await api.reserves()).map(({ currency, available }) => [currency, Number(available)]),
      );
      return ["ETH", "USDT-ERC20", "USDC-ERC20"].every((coin) => (reserves.get(coin) ?? 0) > 0);
    });
    await world.mining(true);
    await expectSoundBooks(api);
  }, 240_000);

  it("swaps ETH to USDT, and sweeps the deposit", async () => {
    const customer = await world.newCustomer({ ETH: 2n * ETHER });
    const order = await create("ETH", "0.5", "USDT-ERC20");
    await customer.pay("ETH", order.depositAddress, ETHER / 2n);
    const now = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    const { events } = await api.inspect(await api.login(), order.id);
    expect(events.map(({ state }) => state)).toEqual(
      expect.arrayContaining(["confirming", "sending", "completed"]),
    );
    expect(now.confirmationsRequired).toBe(CREDIT_DEPTH);
    await expectPaid(now);
    await waitFor(
      "the sweep",
      SWAP_MS_MAX,
      async () => (await world.balance("ETH", order.depositAddress)) < ETHER / 100n,
    );
    await expectSoundBooks(api);
  }, 240_000);
});

describe("swaps of tokens, and ether from a contract", () => {
  it("swaps USDT to ETH, topping the deposit address up with gas for its sweep", async () => {
    const customer = await world.newCustomer({ ETH: ETHER, "USDT-ERC20": 1_000n * USDT });
    const order = await create("USDT-ERC20", "900", "ETH");
    await customer.pay("USDT-ERC20", order.depositAddress, 900n * USDT);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    await expectPaid(done);
    await waitFor(
      "the sweep",
      SWAP_MS_MAX,
      async () => (await world.balance("USDT-ERC20", order.depositAddress)) === 0n,
    );
    await expectSoundBooks(api);
  }, 240_000);

  it("swaps one token for another", async () => {
    const customer = await world.newCustomer({ ETH: ETHER, "USDC-ERC20": 1_000n * USDT });
    const order = await create("USDC-ERC20", "500", "USDT-ERC20");
    await customer.pay("USDC-ERC20", order.depositAddress, 500n * USDT);
    await expectPaid(await api.untilState(order.id, ["completed"], SWAP_MS_MAX));
    await waitFor(
      "the sweep",
      SWAP_MS_MAX,
      async () => (await world.balance("USDC-ERC20", order.depositAddress)) === 0n,
    );
    await expectSoundBooks(api);
  }, 240_000);

  it("counts ether that a contract pays from inside", async () => {
    const order = await create("ETH", "0.4", "USDT-ERC20");
    await payFromContract(world.anvil, order.depositAddress, (ETHER * 4n) / 10n);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.deposits.map(({ amount }) => amount)).toEqual(["0.4"]);
    await expectPaid(done);
    await expectSoundBooks(api);
  }, 240_000);
});

describe("deposits out of the ordinary", () => {
  it("books a second native deposit, after the sweep, to a child of the order", async () => {
    const customer = await world.newCustomer({ ETH: 2n * ETHER });
    const refundAddress = await fresh();
    const order = await create("ETH", "0.3", "USDT-ERC20", { refundAddress });
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
    await expectPaid(await api.read(order.id));
    await expectSoundBooks(api);
  }, 180_000);

  it("neither loses nor doubles a deposit that a reorg takes and brings again", async () => {
    const customer = await world.newCustomer({ ETH: ETHER, "USDC-ERC20": 500n * USDT });
    const order = await create("USDC-ERC20", "300", "USDT-ERC20");
    const native = await create("ETH", "0.1", "USDT-ERC20");
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
      await expectPaid(await api.untilState(id, ["completed"], SWAP_MS_MAX));
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
    const order = await create("ETH", "0.1", "USDT-ERC20");
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
    const next = await create("USDT-ERC20", "500", "ETH");
    const payer = await world.newCustomer({ ETH: ETHER, "USDT-ERC20": 500n * USDT });
    await payer.pay("USDT-ERC20", next.depositAddress, 500n * USDT);
    await expectPaid(await api.untilState(next.id, ["completed"], SWAP_MS_MAX));
  }, 240_000);
});

describe("coins for the bearer of a deletion note", () => {
  it("are found at the address of the deleted order, claimed with its note, and paid back", async () => {
    const customer = await world.newCustomer({ ETH: 2n * ETHER });
    const order = await create("ETH", "0.1", "USDT-ERC20");
    await customer.pay("ETH", order.depositAddress, ETHER / 10n);
    await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    const note = await deletionNote(order.id);
    const refundAddress = await fresh();
    const claim = () => api.claim({ ...note, refundAddress });
    expect(await claim()).toBeNull();
    // Paid from inside a contract: only the balance shows it.
    await payFromContract(world.anvil, order.depositAddress, ETHER / 5n);
    await waitFor("the claim", SWAP_MS_MAX, async () => (await claim()) !== null);
    const claimed = await claim();
    expect(claimed).toMatchObject([{ currency: "ETH", amount: "0.2" }]);
    const id = claimed?.[0]?.id ?? "";
    const refunded = await api.untilState(id, ["refunded"], SWAP_MS_MAX);
    const landed = await world.balance("ETH", refundAddress);
    expect(formatUnits(landed, 18)).toBe(refunded.payouts[0]?.amount);
    expect(landed).toBeGreaterThan((ETHER * 19n) / 100n);
    expect(await claim()).toEqual(claimed);
    await expectSoundBooks(api);
  }, 240_000);
});

describe("a node that is gone, and a payout that reverts", () => {
  it("says when the node is gone, takes no orders meanwhile, and goes on when it is back", async () => {
    const customer = await world.newCustomer({ ETH: ETHER });
    const order = await create("ETH", "0.2", "USDT-ERC20");
    world.network.tamper = () => "silence";
    // The chain's two coins are all there is: without it, no pair can be quoted.
    await waitFor("the outage in /health", 120_000, async () => {
      const { status, chains } = await api.health();
      return status === "unavailable" && chains[0]?.status === "unavailable";
    });
    await waitFor("pausing", 120_000, async () =>
      (await api.currencies()).every(({ id, isActive }) => id !== "ETH" || !isActive),
    );
    await expect(create("ETH", "0.2", "USDT-ERC20")).rejects.toThrow("currency/paused");
    await customer.pay("ETH", order.depositAddress, ETHER / 5n);
    world.network.tamper = (_call, answer) => answer;
    await expectPaid(await api.untilState(order.id, ["completed"], 120_000));
    await waitFor("health", 120_000, async () => (await api.health()).status === "ok");
    await expectSoundBooks(api);
  }, 240_000);

  it("holds an order whose payout reverts twice, and refunds it when an administrator says so", async () => {
    const customer = await world.newCustomer({ ETH: ETHER });
    const refundAddress = await fresh();
    const order = await create("ETH", "0.2", "USDT-ERC20", { refundAddress });
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
