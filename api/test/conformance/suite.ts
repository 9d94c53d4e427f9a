import { afterAll, beforeAll, describe } from "vitest";
import { type ConformanceTests, depositTests, historyTests } from "./deposit-tests";
import type { MakeHarness } from "./harness";
import { deathTests, hazardTests, lossTests, rivalTests } from "./hazard-tests";
import { paymentTests, spendTests } from "./payment-tests";
import { replacementTests } from "./replacement-tests";
import { trapAssetTests } from "./trap-asset-tests";
import { trapHeightTests } from "./trap-height-tests";
import { trapHistoryTests } from "./trap-history-tests";
import { trapNodeTests } from "./trap-node-tests";
import { trapTests } from "./trap-tests";
import { ConformanceWallet } from "./wallet";
import { wayTests } from "./way-tests";

/**
 * The one suite that every chain adapter passes before its assets are offered, on simnet and on real node software.
 * Its tests run in order on one chain.
 */
export function chainConformance({ name, makeHarness }: { name: string; makeHarness: MakeHarness }): void {
  describe(`chain conformance: ${name}`, () => {
    let wallet: ConformanceWallet | undefined;
    beforeAll(async () => {
      wallet = new ConformanceWallet(await makeHarness());
    });
    afterAll(async () => {
      await wallet?.harness.close();
    });
    const tests: ConformanceTests = {
      wallet: () => {
        if (!wallet) throw new Error("the harness did not start");
        return wallet;
      },
    };
    depositTests(tests);
    historyTests(tests);
    paymentTests(tests);
    spendTests(tests);
    hazardTests(tests);
    rivalTests(tests);
    deathTests(tests);
    replacementTests(tests);
    lossTests(tests);
    trapTests(tests);
    trapAssetTests(tests);
    trapHistoryTests(tests);
    trapHeightTests(tests);
    trapNodeTests(tests);
    wayTests(tests);
  });
}
