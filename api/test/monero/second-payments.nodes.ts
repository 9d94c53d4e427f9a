// A second payment to the one-time key of a deposit, by the reward of a block: only the deposit's sender can make an ordinary one.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { WalletKey } from "../../src/chains/chain";
import { minorOf } from "../../src/chains/monero/coins";
import { createMoneroRpc } from "../../src/chains/monero/rpc";
import { ConformanceWallet } from "../conformance/wallet";
import { mineRewardTo } from "./block-reward";
import { makeMoneroHarness } from "./harness";
import { whyNoMonero } from "./node";

const why = whyNoMonero("second payments to one-time keys of Monero");
const REWARD_LOCKED_BLOCKS = 60;

let harness: Awaited<ReturnType<typeof makeMoneroHarness>>;
let wallet: ConformanceWallet;

beforeAll(async () => {
  if (why !== undefined) return;
  harness = await makeMoneroHarness();
  wallet = new ConformanceWallet(harness);
}, 120_000);
afterAll(() => harness?.close());

type Coin = { key: WalletKey; address: string; txId: string; ordinal: number; units: bigint };

/** A deposit that can be spent. */
async function deposit(): Promise<Coin> {
  const key = wallet.freshKey();
  const { txId } = await wallet.deposit(key, harness.native);
  await harness.mine(9);
  return { key, address: harness.addressOf(key), txId, ordinal: minorOf(key), units: harness.native.units };
}

/** Those of the coins that a payment may be made of. */
const held = async (...coins: Coin[]) => harness.chain.heldAsBooked?.(coins);
const balance = ({ address }: Coin) => wallet.balance(address, "XMR");
/** Another payment to the one-time key of a coin. */
async function payAgain(coin: Coin, units: bigint) {
  const [[oneTimeKey = ""] = []] = (await harness.chain.oneTimeKeys?.([coin])) ?? [];
  return mineRewardTo(harness.node, { txId: coin.txId, oneTimeKey, units });
}
/** The amounts that the view-only wallet reports of a transaction. */
async function reported(txId: string): Promise<readonly bigint[]> {
  const rpc = createMoneroRpc({ url: harness.node.walletUrl, timeoutMs: 10_000 });
  const row = z.object({ txid: z.string(), amounts: z.array(z.bigint()).default([]) });
  const asked = { in: true, account_index: 0 };
  const { in: rows } = await rpc.call("get_transfers", asked, z.object({ in: z.array(row) }));
  rpc.close();
  return rows.filter(({ txid }) => txid === txId).flatMap(({ amounts }) => amounts);
}
const pay = ({ key, units }: Coin) =>
  wallet.prepare({ key, asset: "XMR", units: units / 2n, to: wallet.freshStranger() });

describe.skipIf(why !== undefined)("a second payment to a one-time key of Monero", () => {
  it("changes nothing where it is smaller, or as much: its block can be read, and brings nothing", async () => {
    const coin = await deposit();
    for (const units of [coin.units, coin.units / 2n]) {
      const { height } = await payAgain(coin, units);
      expect((await harness.chain.block(height))?.transfers).toEqual([]);
    }
    expect(await held(coin)).toEqual([coin]);
    expect(await balance(coin)).toBe(coin.units);
    await wallet.send(await pay(coin));
  }, 180_000);

  it("keeps a payment from the coin where it is larger, and the balance as it was", async () => {
    const [coin, other] = [await deposit(), await deposit()];
    const second = await payAgain(coin, coin.units * 3n);
    expect((await harness.chain.block(second.height))?.transfers).toEqual([]);
    // Of an ordinary one it would report the same: what it brought beyond the first.
    expect(await reported(second.txId)).toEqual([coin.units * 2n]);
    expect(await held(coin, other)).toEqual([other]);
    expect(await balance(coin)).toBe(coin.units);
    await expect(pay(coin)).rejects.toThrow("other coins than a payment is to spend");
    await wallet.send(await pay(other));
    // Also once the reward can be spent.
    await harness.mine(REWARD_LOCKED_BLOCKS);
    expect(await held(coin)).toEqual([]);
    expect(await balance(coin)).toBe(coin.units);
  }, 180_000);

  it("takes no coin away that came after the first, where a reorg takes the larger one", async () => {
    const [coin, other] = [await deposit(), await deposit()];
    await payAgain(coin, coin.units * 2n);
    expect(await held(coin, other)).toEqual([other]);
    await harness.reorg?.(1);
    await expect(held(coin, other)).rejects.toThrow("has read the chain again");
    expect(await held(coin, other)).toEqual([coin, other]);
    await wallet.send(await pay(coin));
    await wallet.send(await pay(other));
  }, 180_000);

  it("takes not even the first away, where there is no other", async () => {
    const coin = await deposit();
    await payAgain(coin, coin.units * 2n);
    expect(await held(coin)).toEqual([]);
    await harness.reorg?.(1);
    await expect(held(coin)).rejects.toThrow("has read the chain again");
    expect(await held(coin)).toEqual([coin]);
    await wallet.send(await pay(coin));
  }, 180_000);

  it("cannot be spent beside a payment of the coin that was signed before it came", async () => {
    const coin = await deposit();
    const payment = await pay(coin);
    await payAgain(coin, coin.units * 2n);
    await wallet.send(payment);
    await harness.mine(1);
    const { height, feeUnits } = await wallet.minedStatus(payment.signed.txId);
    expect(await balance(coin)).toBe(coin.units - payment.units - feeUnits);
    expect((await harness.chain.block(height))?.transfers).not.toContainEqual(
      expect.objectContaining({ units: coin.units * 2n }),
    );
    await harness.mine(REWARD_LOCKED_BLOCKS);
    expect(await held(coin)).toEqual([]);
    expect(await balance(coin)).toBe(coin.units - payment.units - feeUnits);
  }, 180_000);
});
