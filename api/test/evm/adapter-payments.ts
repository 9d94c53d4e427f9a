import { describe, expect, test } from "vitest";
import { ChainUnavailable } from "../../src/chains/chain";
import { createEvmChain } from "../../src/chains/evm/chain";
import type { AdapterWorld } from "./adapter-world";
import { startAnvil } from "./anvil";
import type { LyingNode } from "./proxy";

/** What a payment costs, and whether it is mined at that. */
export function testFees(worldOf: () => AdapterWorld): void {
  describe("fees", () => {
    test("a contract that receives native coin gets the gas it needs", async () => {
      const { harness } = worldOf();
      const { chain, anvil } = harness;
      const wallet = await anvil.deploy("SmartWallet");
      const key = { branch: "deposit", index: 910 } as const;
      const from = harness.addressOf(key);
      await anvil.pay({ to: from, units: 10n ** 18n });
      await anvil.mine(1);
      const plain = await chain.feeQuote({
        model: "account",
        asset: "ETH",
        from,
        to: harness.strangerAddress(1),
      });
      expect(plain.detail.gas).toBe("21000");
      const fee = await chain.feeQuote({ model: "account", asset: "ETH", from, to: wallet });
      const request = {
        model: "account",
        from,
        key,
        to: wallet,
        asset: "ETH",
        units: 5n,
        nonce: 0,
        fee,
      } as const;
      const { raw, txId } = await harness.sign(chain.build(request), harness.keyOf);
      expect(await chain.broadcast(raw)).toEqual({ outcome: "accepted" });
      await anvil.mine(1);
      expect(await chain.transaction(txId)).toMatchObject({ status: "mined", succeeded: true });
      expect(await chain.balance({ address: wallet, asset: "ETH" })).toBe(5n);
    });

    test("a payment is mined although the base fee nearly doubled since its quote", async () => {
      const { harness } = worldOf();
      const { chain, anvil } = harness;
      const key = { branch: "deposit", index: 911 } as const;
      const [from, to] = [harness.addressOf(key), harness.strangerAddress(1)];
      await anvil.rpc("anvil_setBalance", [from, "0xde0b6b3a7640000"]);
      await anvil.rpc("anvil_setNextBlockBaseFeePerGas", [50e9]);
      await anvil.mine(1);
      const fee = await chain.feeQuote({ model: "account", asset: "ETH", from, to });
      const request = { model: "account", from, key, to, asset: "ETH", units: 5n, nonce: 0, fee } as const;
      const { raw, txId } = await harness.sign(chain.build(request), harness.keyOf);
      await anvil.rpc("anvil_setNextBlockBaseFeePerGas", [95e9]);
      expect(await chain.broadcast(raw)).toEqual({ outcome: "accepted" });
      await anvil.mine(1);
      expect(await chain.transaction(txId)).toMatchObject({ status: "mined", succeeded: true });
    });
  });

  testOddFees(worldOf);
}

function testOddFees(worldOf: () => AdapterWorld): void {
  describe("fees out of the ordinary", () => {
    test("a chain without EIP-1559 is paid the legacy way", async () => {
      const { harness } = worldOf();
      const anvil = await startAnvil({ hardfork: "berlin" });
      try {
        const options = {
          id: "ethereum",
          rpcUrls: [anvil.url],
          chainId: 1,
          tokens: {},
          timeoutMs: 5_000,
        } as const;
        const chain = createEvmChain(options);
        const key = { branch: "deposit", index: 1 } as const;
        const [from, to] = [harness.addressOf(key), harness.strangerAddress(1)];
        await anvil.rpc("anvil_setBalance", [from, "0xde0b6b3a7640000"]);
        const fee = await chain.feeQuote({ model: "account", asset: "ETH", from, to });
        expect(fee.detail.type).toBe("legacy");
        const request = { model: "account", from, key, to, asset: "ETH", units: 7n, nonce: 0, fee } as const;
        const { raw, txId } = await harness.sign(chain.build(request), harness.keyOf);
        expect(await chain.broadcast(raw)).toEqual({ outcome: "accepted" });
        await anvil.mine(1);
        expect(await chain.transaction(txId)).toMatchObject({ succeeded: true, feeUnits: fee.feeUnits });
        expect(await chain.balance({ address: to, asset: "ETH" })).toBe(7n);
      } finally {
        await anvil.close();
      }
    });

    test("without a recipient, the gas of a new owner or of a plain address is quoted", async () => {
      const { harness } = worldOf();
      const gas = async (asset: "ETH" | "USDT-ERC20") =>
        (await harness.chain.feeQuote({ model: "account", asset })).detail.gas;
      expect([await gas("ETH"), await gas("USDT-ERC20")]).toEqual(["21000", "100000"]);
    });

    test("a price of gas beyond reason is refused", async () => {
      const { lied, tampered } = worldOf();
      const tamper: LyingNode["tamper"] = ({ method }, answer) =>
        method === "eth_maxPriorityFeePerGas" ? { id: answer.id, result: "0xffffffffffff" } : answer;
      const quote = () => tampered(tamper, () => lied.feeQuote({ model: "account", asset: "ETH" }));
      await expect(quote()).rejects.toThrow("beyond reason");
    });
  });
}

/** What the node says to a payment. */
export function testBroadcast(worldOf: () => AdapterWorld): void {
  describe("broadcast", () => {
    test("reports why, in words of its own", async () => {
      const { harness } = worldOf();
      const { chain, anvil } = harness;
      const key = { branch: "deposit", index: 920 } as const;
      const [from, to] = [harness.addressOf(key), harness.strangerAddress(1)];
      const fee = await chain.feeQuote({ model: "account", asset: "ETH", from, to });
      const send = async (nonce: number, units: bigint) => {
        const request = { model: "account", from, key, to, asset: "ETH", units, nonce, fee } as const;
        return chain.broadcast((await harness.sign(chain.build(request), harness.keyOf)).raw);
      };
      expect(await send(0, 5n)).toEqual({ outcome: "rejected", reason: "insufficient funds" });
      await anvil.pay({ to: from, units: 10n ** 18n });
      await anvil.mine(1);
      expect(await send(0, 5n)).toEqual({ outcome: "accepted" });
      expect(await send(0, 6n)).toEqual({ outcome: "rejected", reason: "replacement underpriced" });
      await anvil.mine(1);
      expect(await send(0, 6n)).toEqual({ outcome: "rejected", reason: "nonce too low" });
      expect(await send(0, 5n)).toEqual({ outcome: "accepted" });
    });

    test("a lost reply, trouble of the node or another id leave the outcome unknown; the bytes may be there", async () => {
      const { harness, lied, tampered } = worldOf();
      const { chain } = harness;
      const key = { branch: "deposit", index: 930 } as const;
      const [from, to] = [harness.addressOf(key), harness.strangerAddress(1)];
      await harness.anvil.pay({ to: from, units: 10n ** 18n });
      await harness.anvil.mine(1);
      const fee = await chain.feeQuote({ model: "account", asset: "ETH", from, to });
      const request = { model: "account", from, key, to, asset: "ETH", units: 5n, nonce: 0, fee } as const;
      const { raw, txId } = await harness.sign(chain.build(request), harness.keyOf);
      const onSend =
        (answered: Awaited<ReturnType<LyingNode["tamper"]>> | "trouble" | "other"): LyingNode["tamper"] =>
        ({ method }, answer) => {
          if (method === "eth_getTransactionByHash" && answered === "trouble")
            return { id: answer.id, result: null };
          if (method !== "eth_sendRawTransaction") return answer;
          if (answered === "trouble") return { id: answer.id, error: { code: -32_603, message: "internal" } };
          if (answered === "other") return { id: answer.id, result: `0x${"11".repeat(32)}` };
          return answered;
        };
      await expect(tampered(onSend("silence"), () => lied.broadcast(raw))).rejects.toThrow(
        "no answer within 2000 ms",
      );
      expect(await lied.transaction(txId)).toEqual({ status: "mempool" });
      await expect(tampered(onSend("trouble"), () => lied.broadcast(raw))).rejects.toThrow(ChainUnavailable);
      await harness.drop?.(txId);
      await expect(tampered(onSend("other"), () => lied.broadcast(raw))).rejects.toThrow(
        "another transaction id",
      );
      expect(await lied.broadcast(raw)).toEqual({ outcome: "accepted" });
    });
  });
}
