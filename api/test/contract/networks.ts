import { expect, it } from "vitest";
import { type ContractWorld, eventually, given } from "./world";

/** The simulated networks, and a chain that halts. */
export function callNetworks(worldOf: () => ContractWorld): void {
  it("the simulated networks' clockwork", async () => {
    const { ok, answer } = worldOf();
    const mined = await ok("simnetMine", {}, { currency: "XMR", blocks: 3 });
    const reorg = await ok("simnetReorg", {}, { currency: "XMR", depth: 1 });
    expect(reorg.height).toBeGreaterThanOrEqual(mined.height);
    const body = { currency: "LTC", address: "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh", amount: "1" };
    // A block may come between, on a busy machine many times: then the next one is dropped.
    for (let attempt = 0; ; attempt++) {
      const { txHash } = await ok("simnetPay", {}, body);
      if ((await answer("simnetDrop", {}, { txHash })).data?.txHash === txHash) break;
      expect(attempt).toBeLessThan(100);
    }
  });

  it("the explorer of the simulated networks", async () => {
    const { ok, code } = worldOf();
    const address = "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh";
    const { txHash } = await ok("simnetPay", {}, { currency: "LTC", address, amount: "2" });
    await ok("simnetMine", {}, { currency: "LTC", blocks: 2 });
    const { chains } = await ok("simnetChains");
    expect(chains.map(({ chain }) => chain)).toContain("litecoin");
    const found = await ok("simnetTransaction", { hash: txHash });
    expect(found).toMatchObject({ chain: "litecoin", outputs: [{ address, currency: "LTC", amount: "2" }] });
    const block = await ok("simnetBlock", { hash: found.blockHash ?? "" });
    expect(block.items.map(({ hash }) => hash)).toContain(txHash);
    const blocks = await ok("simnetBlocks", { chain: "litecoin", cursor: String(block.height + 1) });
    expect(blocks.items[0]?.hash).toBe(block.hash);
    const history = await ok("simnetAddress", { address });
    expect(history.items.map(({ hash }) => hash)).toContain(txHash);
    expect(await code("simnetBlock", { hash: txHash })).toBe("simnet/unknown");
  });

  it("a chain that a deep reorg halted, resumed", { timeout: 240_000 }, async () => {
    const { ok } = worldOf();
    const admin = await worldOf().admin();
    const chain = "bitcoincash";
    const watched = async () => given((await ok("readHealth")).chains.find((one) => one.chain === chain));
    const mine = async (blocks: number) => {
      const { height } = await ok("simnetMine", {}, { currency: "BCH", blocks });
      await eventually(async () => ((await watched()).height ?? 0) >= height);
    };
    await mine(60);
    await ok("simnetReorg", {}, { currency: "BCH", depth: 50 });
    await eventually(async () => (await watched()).status === "halted");
    const reason = { reason: "A test's reorg." };
    expect(await admin.ok("resumeChain", { chain }, reason)).toEqual({ chain, status: "ok" });
    // The first look finds the reorg, the second one only if the first did not halt again.
    await mine(1);
    await mine(1);
    expect((await watched()).status).toBe("ok");
    expect(await admin.code("resumeChain", { chain }, reason)).toBe("chain/not-halted");
  });
}
