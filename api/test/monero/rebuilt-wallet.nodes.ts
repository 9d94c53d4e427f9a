import { afterAll, beforeAll, expect, it } from "vitest";
import type { Chain, WalletKey } from "../../src/chains/chain";
import { minorOf } from "../../src/chains/monero/coins";
import { ConformanceWallet } from "../conformance/wallet";
import { type MoneroHarness, makeMoneroHarness } from "./harness";
import { whyNoMonero } from "./node";

const why = whyNoMonero("a view-only wallet that is made again");
/** So far above its first coins that a wallet leaves these out which reads from the later ones. */
const BLOCKS_BETWEEN = 130;

let harness: MoneroHarness;
let wallet: ConformanceWallet;

beforeAll(async () => {
  if (why !== undefined) return;
  harness = await makeMoneroHarness();
  wallet = new ConformanceWallet(harness);
}, 120_000);
afterAll(() => harness?.close());

it.skipIf(why !== undefined)(
  "is read from the first block with coins of ours on, and from no lower one",
  async () => {
    const { native, node, connect } = harness;
    const [early, late] = [wallet.freshKey(), wallet.freshKey()];
    const coin = { txId: "", ordinal: minorOf(late) };
    const heightOf = async (key: WalletKey) => {
      coin.txId = (await wallet.deposit(key, native)).txId;
      return (await wallet.minedStatus(coin.txId)).height;
    };
    const held = (chain: Chain) =>
      Promise.all(
        [early, late].map((key) => chain.balance({ address: harness.addressOf(key), asset: "XMR" })),
      );
    const empty = await harness.chain.firstHeight?.();
    expect(empty).toBe((await harness.chain.tip()).height);
    const first = await heightOf(early);
    await harness.mine(BLOCKS_BETWEEN);
    const second = await heightOf(late);
    expect(await harness.chain.firstHeight?.()).toBe(first);
    await node.loseWallet();
    const again = await connect(first);
    expect(await held(again)).toEqual([native.units, native.units]);
    // What is kept of a credit is known to a wallet that is made again, and to the node.
    const [keys = []] = (await again.oneTimeKeys?.([coin])) ?? [];
    expect([keys]).toEqual(await harness.chain.oneTimeKeys?.([coin]));
    expect(await node.outputKeys(coin.txId)).toEqual(expect.arrayContaining([...keys]));
    expect(keys).toHaveLength(1);
    await node.loseWallet();
    expect(await held(await connect(second))).toEqual([0n, native.units]);
  },
  180_000,
);

it.skipIf(why !== undefined)(
  "sees and spends what came to subaddresses that a wallet does not look ahead to by itself",
  async () => {
    const { native, node, connect } = harness;
    const own = { ...harness, chain: await connect(0) };
    const wallet = new ConformanceWallet(own);
    // Among those that are watched from the beginning, and beyond them.
    const [thousandth, distant] = [1_000, 12_000].map((index): WalletKey => ({ branch: "deposit", index }));
    if (thousandth === undefined || distant === undefined) throw new Error("two keys");
    await own.chain.watchUpTo?.(distant.index);
    const first = (await own.chain.tip()).height;
    for (const key of [thousandth, distant]) await wallet.deposit(key, native);
    const held = () =>
      Promise.all([thousandth, distant].map((key) => wallet.balance(harness.addressOf(key), "XMR")));
    await node.loseWallet();
    await node.restartWallet("signer");
    own.chain = await connect(first);
    expect(await held()).toEqual([native.units, 0n]);
    await own.chain.watchUpTo?.(distant.index);
    expect(await held()).toEqual([native.units, native.units]);

    for (const key of [thousandth, distant]) {
      const to = wallet.freshStranger();
      await wallet.send(await wallet.prepare({ key, to, asset: "XMR", units: native.units / 2n }));
      await harness.mine(1);
      expect(await node.receivedAt(to)).toBe(native.units / 2n);
    }
  },
  180_000,
);
