import { expect, it } from "vitest";
import { ChainUnavailable } from "../../src/chains/chain";
import type { ConformanceTests } from "./deposit-tests";
import { fundedKey } from "./payment-tests";
import type { Traps } from "./trap-harness";
import { trapOf } from "./trap-tests";

const UNTRUSTED = [
  ["is of another network", "openOtherNetwork"],
  ["is older than the oldest that is trusted", "openTooOld"],
  ["has another block than the pinned one", "openOffCheckpoint"],
] as const satisfies [string, keyof Traps][];

/** Nodes that are not what they should be, or that lie. */
export function trapNodeTests({ wallet }: ConformanceTests): void {
  for (const [what, hook] of UNTRUSTED)
    it(`is unavailable for everything where its node ${what}, and says why`, async (context) => {
      const { native } = wallet().harness;
      const { chain, reason, close } = await trapOf(context, wallet().harness.traps[hook])();
      context.onTestFinished(close);
      const key = await fundedKey(wallet(), native.asset);
      const { signed } = await wallet().prepare({ key, ...native, to: wallet().freshStranger() });
      const calls = [
        () => chain.tip(),
        () => chain.block(1),
        () => chain.transaction(signed.txId),
        () => chain.broadcast(signed.raw),
      ];
      for (const call of calls) {
        const refused = await call().catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(ChainUnavailable);
        expect(refused).toMatchObject({ message: expect.stringContaining(reason) });
      }
      expect(await wallet().harness.chain.transaction(signed.txId)).toEqual({ status: "unknown" });
    });

  it("believes no block that a second node does not have, whichever of the two lies", async (context) => {
    const { harness } = wallet();
    const two = await trapOf(context, harness.traps.openTwoNodes)();
    context.onTestFinished(two.close);
    await harness.mine(3);
    const tip = await harness.chain.tip();
    const height = tip.height - 1;
    const block = await harness.chain.block(height);
    for (const chain of [two.honestFirst, two.lyingFirst]) {
      await two.lieFrom(height);
      await expect(chain.block(height)).rejects.toThrow(ChainUnavailable);
      await expect(chain.tip()).rejects.toThrow(`two nodes disagree about block ${tip.height}`);
      await two.lieFrom(null);
      expect(await chain.tip()).toEqual(tip);
      expect(await chain.block(height)).toEqual(block);
    }
  });
}
