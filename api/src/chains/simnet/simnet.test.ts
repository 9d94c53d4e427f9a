import { afterAll, describe, expect, it } from "vitest";
import { startSimnets, tenMinima, testKey } from "../../../test/conformance/simnet-harness";
import { NATIVE_ASSET } from "../../core/assets";
import { err, ok } from "../../core/result";
import { type BuildRequest, ChainUnavailable, type WalletKey } from "../chain";
import type { SimnetChainId } from "./params";
import { addressOfPrivateKey } from "./signing";

const simnets = startSimnets();
const { clock, freshDatabase, freshSimnet, reopen } = simnets;
afterAll(simnets.stop);

describe("simnet", () => {
  it("goes on after a restart as it was, mempool included", async () => {
    const sql = await freshDatabase();
    const before = await reopen(sql);
    const to = stranger("bitcoin", 1);
    const deep = await before.pay({ asset: "BTC", address: to, units: 100_000n });
    await before.mine({ asset: "BTC", blocks: 1 });
    const fresh = await before.pay({ asset: "BTC", address: to, units: 200_000n });
    const after = (await reopen(sql)).chain("bitcoin");
    expect((await after.transaction(deep.txHash)).status).toBe("mined");
    expect((await after.mempool()).map(({ txId, units }) => ({ txId, units }))).toEqual([
      { txId: fresh.txHash, units: 200_000n },
    ]);
    expect((await after.tip()).height).toBe(1);
  });

  it("premines once, deep, in as many outputs as asked", async () => {
    const simnet = await freshSimnet();
    const hot = stranger("bitcoin", 0);
    const allocations = [
      { asset: "BTC", address: hot, units: 1_000_003n, outputs: 4 },
      { asset: "USDT-ERC20", address: stranger("ethereum", 0), units: 5_000_000n, outputs: 4 },
      { asset: "ETH", address: stranger("ethereum", 0), units: 7n, outputs: 1 },
    ] as const;
    await simnet.premine(allocations);
    await simnet.premine(allocations);
    const chain = simnet.chain("bitcoin");
    expect((await chain.tip()).height).toBe(11);
    expect((await chain.block(1))?.transfers.map(({ units }) => units)).toEqual([
      250_003n,
      250_000n,
      250_000n,
      250_000n,
    ]);
    expect(await simnet.balance({ asset: "BTC", address: hot })).toBe(1_000_003n);
    const ethereum = (await simnet.chain("ethereum").block(1))?.transfers.map(({ asset, units }) => ({
      asset,
      units,
    }));
    expect(ethereum).toEqual([
      { asset: "USDT-ERC20", units: 5_000_000n },
      { asset: "ETH", units: 7n },
    ]);
    expect((await simnet.chain("tron").tip()).height).toBe(0);
  });
});

describe("unconfirmed payments and reorgs", () => {
  it("replaces an unconfirmed faucet payment, and never one in a block or on Monero", async () => {
    const simnet = await freshSimnet();
    const [to, elsewhere] = [stranger("bitcoin", 1), stranger("bitcoin", 2)];
    const first = await simnet.pay({ asset: "BTC", address: to, units: 100_000n, replaceable: true });
    expect(await simnet.chain("bitcoin").mempool()).toMatchObject([{ txId: first.txHash, to }]);
    const second = await simnet.replace({ txHash: first.txHash, to: elsewhere });
    if (!second.ok) throw new Error(second.error);
    await simnet.mine({ asset: "BTC", blocks: 1 });
    expect(await simnet.chain("bitcoin").transaction(first.txHash)).toEqual({ status: "unknown" });
    expect(await simnet.balance({ asset: "BTC", address: to })).toBe(0n);
    expect(await simnet.balance({ asset: "BTC", address: elsewhere })).toBe(100_000n);
    expect(await simnet.replace({ txHash: second.value.txHash })).toEqual(err("mined"));
    expect(await simnet.replace({ txHash: first.txHash })).toEqual(err("unknown"));
    const monero = await simnet.pay({ asset: "XMR", address: stranger("monero", 1), units: 10n ** 12n });
    expect(await simnet.replace({ txHash: monero.txHash })).toEqual(err("irreplaceable"));
  });

  it("drops an unconfirmed payment with everything that spends it", async () => {
    const simnet = await freshSimnet();
    const chain = simnet.chain("bitcoin");
    const { from, keyOf, key } = ownKey("bitcoin");
    const parent = await simnet.pay({ asset: "BTC", address: from, units: 1_000_000n });
    const input = { txId: parent.txHash, ordinal: 0, units: 1_000_000n, address: from, key };
    const child = await simnet.sign(
      chain.build({
        model: "utxo",
        inputs: [input],
        outputs: [{ address: stranger("bitcoin", 1), units: 900_000n }],
      }),
      keyOf,
    );
    expect(await chain.broadcast(child.raw)).toEqual({ outcome: "accepted" });
    expect(await simnet.drop({ txHash: parent.txHash })).toEqual(ok(undefined));
    expect(await chain.transaction(child.txId)).toEqual({ status: "unknown" });
    expect((await chain.broadcast(child.raw)).outcome).toBe("rejected");
    expect(await chain.mempool()).toEqual([]);
  });

  it("keeps the balances right through a deep reorg", async () => {
    const simnet = await freshSimnet();
    const chain = simnet.chain("ethereum");
    const to = stranger("ethereum", 1);
    for (const units of [1n, 2n, 4n]) {
      await simnet.pay({ asset: "USDC-ERC20", address: to, units });
      await simnet.mine({ asset: "ETH", blocks: 1 });
    }
    expect(await simnet.reorg({ asset: "ETH", depth: 2 })).toEqual({ height: 4 });
    expect(await simnet.balance({ asset: "USDC-ERC20", address: to })).toBe(1n);
    expect((await chain.mempool()).map(({ units }) => units)).toEqual([2n, 4n]);
    await simnet.mine({ asset: "ETH", blocks: 1 });
    expect(await simnet.balance({ asset: "USDC-ERC20", address: to })).toBe(7n);
    expect(await chain.balance({ asset: "USDC-ERC20", address: to, height: 4 })).toBe(1n);
    await expect(simnet.reorg({ asset: "ETH", depth: 6 })).rejects.toThrow(RangeError);
  });
});

describe("what a simnet takes", () => {
  it("refuses what a node refuses", async () => {
    const simnet = await freshSimnet();
    const chain = simnet.chain("ethereum");
    const { from, keyOf, key } = ownKey("ethereum");
    await simnet.pay({ asset: "ETH", address: from, units: 10n ** 18n });
    await simnet.mine({ asset: "ETH", blocks: 1 });
    const to = stranger("ethereum", 1);
    const fee = await chain.feeQuote({ model: "account", asset: "ETH" });
    const attempt = async (change: Partial<AccountRequest>) => {
      const request: AccountRequest = {
        model: "account",
        from,
        key,
        to,
        asset: "ETH",
        units: 1n,
        nonce: 0,
        fee,
        ...change,
      };
      return chain.broadcast((await simnet.sign(chain.build(request), keyOf)).raw);
    };
    const reason = (text: string) => ({ outcome: "rejected", reason: text });
    expect(await attempt({ units: 10n ** 18n })).toEqual(
      reason("insufficient funds for gas * price + value"),
    );
    expect(await attempt({ asset: "USDT-ERC20", fee: { feeUnits: fee.feeUnits * 4n, detail: {} } })).toEqual(
      reason("transfer amount exceeds balance"),
    );
    expect(await attempt({ fee: { feeUnits: 1n, detail: {} } })).toEqual(
      reason("max fee per gas less than block base fee"),
    );
    expect(await attempt({ to: to.slice(0, -1) })).toEqual(reason("invalid address"));
    expect(await attempt({ from: to })).toEqual(reason("invalid sender"));
    expect(await chain.broadcast("00")).toEqual(reason("TX decode failed: not a transaction"));
    expect(await simnet.chain("bsc").broadcast((await signed()).raw)).toEqual(
      reason("transaction of another chain"),
    );
    expect(await attempt({})).toEqual({ outcome: "accepted" });
    expect(await attempt({ units: 2n })).toEqual(reason("replacement transaction underpriced"));
    expect(await attempt({ units: 2n, fee: { feeUnits: fee.feeUnits * 2n, detail: {} } })).toEqual({
      outcome: "accepted",
    });
    await simnet.mine({ asset: "ETH", blocks: 1 });
    expect(await attempt({ units: 3n })).toEqual(reason("nonce too low"));
    expect(await simnet.balance({ asset: "ETH", address: to })).toBe(2n);

    async function signed() {
      return simnet.sign(
        chain.build({ model: "account", from, key, to, asset: "ETH", units: 1n, nonce: 0, fee }),
        keyOf,
      );
    }
  });
});

describe("what a simnet queues, and the coins it counts", () => {
  it("queues what comes before its turn, unseen and unmined, and takes no endless queue", async () => {
    const simnet = await freshSimnet();
    const chain = simnet.chain("polygon");
    const { from, keyOf, key } = ownKey("polygon");
    await simnet.pay({ asset: "POL", address: from, units: 10n ** 18n });
    await simnet.mine({ asset: "POL", blocks: 1 });
    const fee = await chain.feeQuote({ model: "account", asset: "POL" });
    const to = stranger("polygon", 1);
    const send = async (nonce: number) => {
      const request: AccountRequest = {
        model: "account",
        from,
        key,
        to,
        asset: "POL",
        units: 1n,
        nonce,
        fee,
      };
      return chain.broadcast((await simnet.sign(chain.build(request), keyOf)).raw);
    };
    for (let nonce = 1; nonce <= 64; nonce += 1) expect(await send(nonce)).toEqual({ outcome: "accepted" });
    expect(await send(65)).toEqual({ outcome: "rejected", reason: "account limit exceeded" });
    expect(await chain.mempool()).toEqual([]);
    await simnet.mine({ asset: "POL", blocks: 1 });
    expect(await chain.nonce(from)).toBe(0);
    await send(0);
    expect(await chain.mempool()).toHaveLength(65);
    await simnet.mine({ asset: "POL", blocks: 1 });
    expect(await chain.nonce(from)).toBe(65);
  });

  it("refuses dust, overspending and unknown coins", async () => {
    const simnet = await freshSimnet();
    const chain = simnet.chain("bitcoin");
    const { from, keyOf, key } = ownKey("bitcoin");
    const { txHash } = await simnet.pay({ asset: "BTC", address: from, units: 1_000_000n });
    const attempt = async (units: bigint, txId = txHash) => {
      const inputs = [{ txId, ordinal: 0, units: 1_000_000n, address: from, key }];
      const outputs = [{ address: stranger("bitcoin", 1), units }];
      return chain.broadcast((await simnet.sign(chain.build({ model: "utxo", inputs, outputs }), keyOf)).raw);
    };
    const reason = (text: string) => ({ outcome: "rejected", reason: text });
    expect(await attempt(545n)).toEqual(reason("dust"));
    expect(await attempt(1_000_001n)).toEqual(reason("bad-txns-in-belowout"));
    expect(await attempt(1_000_000n)).toEqual(reason("min relay fee not met"));
    expect(await attempt(546n, "0".repeat(64))).toEqual(reason("bad-txns-inputs-missingorspent"));
    const theirs = await simnet.pay({ asset: "BTC", address: stranger("bitcoin", 2), units: 1_000_000n });
    expect(await attempt(900_000n, theirs.txHash)).toEqual(reason("invalid signature"));
    expect(await attempt(900_000n)).toEqual({ outcome: "accepted" });
  });
});

describe("a simnet under load, and without its database", () => {
  it("lets only one of many simultaneous rivals in", async () => {
    const simnet = await freshSimnet();
    const chain = simnet.chain("monero");
    const { from, keyOf, key } = ownKey("monero");
    const units = 10n ** 12n;
    const { txHash } = await simnet.pay({ asset: "XMR", address: from, units });
    await simnet.mine({ asset: "XMR", blocks: 1 });
    const rivals = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((index) =>
        simnet.sign(
          chain.build({
            model: "utxo",
            inputs: [{ txId: txHash, ordinal: 0, units, address: from, key }],
            outputs: [{ address: stranger("monero", index), units: units / 2n }],
          }),
          keyOf,
        ),
      ),
    );
    const outcomes = await Promise.all(rivals.map(({ raw }) => chain.broadcast(raw)));
    expect(outcomes.filter(({ outcome }) => outcome === "accepted")).toHaveLength(1);
  });

  it("mines by itself until its transactions are deep, and then rests", async () => {
    const simnet = await freshSimnet({ auto: true });
    const chain = simnet.chain("tron");
    const tick = setInterval(() => {
      clock.ms += 20;
    }, 5);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await chain.tip()).height).toBe(0);
    const { txHash } = await simnet.pay({ asset: "USDT-TRC20", address: stranger("tron", 1), units: 1n });
    await expect.poll(async () => (await chain.tip()).height, { timeout: 60_000 }).toBe(5);
    expect(await chain.transaction(txHash)).toMatchObject({ status: "mined", height: 1 });
    await new Promise((resolve) => setTimeout(resolve, 150));
    clearInterval(tick);
    expect((await chain.tip()).height).toBe(5);
    expect((await simnet.chain("bitcoin").tip()).height).toBe(0);
  });

  it("says that a chain is unavailable when its database is gone", async () => {
    const sql = await freshDatabase();
    const chain = (await reopen(sql)).chain("bitcoin");
    await sql.end();
    await expect(chain.tip()).rejects.toThrow(ChainUnavailable);
    await expect(chain.broadcast("00")).resolves.toMatchObject({ outcome: "rejected" });
  });

  it("charges fees far below a tenth of each minimum", async () => {
    for (const chain of (await freshSimnet()).chains) {
      const native = NATIVE_ASSET[chain.id];
      const quote = await chain.feeQuote(
        chain.model === "utxo"
          ? { model: "utxo", inputs: 1, outputs: 2 }
          : { model: "account", asset: native },
      );
      expect(quote.feeUnits * 100n).toBeLessThan(tenMinima(native));
    }
  });
});

type AccountRequest = Extract<BuildRequest, { model: "account" }>;

const stranger = (chain: SimnetChainId, index: number) =>
  addressOfPrivateKey(chain, testKey(`${chain} stranger ${index}`));

function ownKey(chain: SimnetChainId) {
  const key: WalletKey = { branch: "deposit", index: 1 };
  const keyOf = () => testKey(`${chain} own key`);
  return { key, keyOf, from: addressOfPrivateKey(chain, keyOf()) };
}
