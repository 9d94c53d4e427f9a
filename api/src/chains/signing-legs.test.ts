import { describe, expect, it } from "vitest";
import {
  accountLeg,
  ask,
  BTC_HOT,
  BTC_LEG,
  CUSTOMER_BTC,
  OTHER_BTC,
  TWO_BTC_LEGS,
  type UtxoRequest,
  utxoLegs,
} from "../../test/chains/signer";
import { legIdOf } from "../core/ids";
import type { BuildRequest } from "./chain";
import { SignerRefusal, type SigningPurpose } from "./signer";

const paying = (...outputs: readonly [address: string, units: bigint][]): UtxoRequest => ({
  ...utxoLegs,
  outputs: outputs.map(([address, units]) => ({ address, units })),
});

it("signs legs of two orders in one transaction, up to the sum of their fee caps", async () => {
  expect((await ask(utxoLegs, TWO_BTC_LEGS)).txId).toBe("t1");
  await expect(
    ask(paying([CUSTOMER_BTC, 70_000n], [OTHER_BTC, 20_000n], [BTC_HOT, 7_000n]), TWO_BTC_LEGS),
  ).resolves.toBeDefined();
});

const BAD_SETS: readonly [string, RegExp, BuildRequest, SigningPurpose][] = [
  ["no leg", /no leg/, utxoLegs, { kind: "legs", legIds: [] }],
  ["a leg twice", /of one owner/, utxoLegs, { kind: "legs", legIds: [legIdOf("btc"), legIdOf("btc")] }],
  [
    "two legs of one order",
    /of one owner/,
    utxoLegs,
    { kind: "legs", legIds: [legIdOf("btc"), legIdOf("btc of the same")] },
  ],
  [
    "the legs in another order than their outputs",
    /destination differs/,
    utxoLegs,
    { kind: "legs", legIds: [legIdOf("btc of another"), legIdOf("btc")] },
  ],
  [
    "one that is not paid",
    /destination differs/,
    paying([CUSTOMER_BTC, 70_000n], [BTC_HOT, 27_000n]),
    TWO_BTC_LEGS,
  ],
  [
    "one that is paid more",
    /amount differs/,
    paying([CUSTOMER_BTC, 70_000n], [OTHER_BTC, 20_001n], [BTC_HOT, 7_000n]),
    TWO_BTC_LEGS,
  ],
  ["a payment of no leg", /neither to the leg/, utxoLegs, BTC_LEG],
  [
    "more than the fees of all",
    /fee above/,
    paying([CUSTOMER_BTC, 70_000n], [OTHER_BTC, 20_000n], [BTC_HOT, 6_999n]),
    TWO_BTC_LEGS,
  ],
  [
    "two legs from one account",
    /pays one leg/,
    accountLeg,
    { kind: "legs", legIds: [legIdOf("eth"), legIdOf("eth 2")] },
  ],
];

describe("what the signer refuses of several legs", () => {
  it.each(BAD_SETS)("%s", async (_, reason, request, purpose) => {
    const failure = await ask(request, purpose).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SignerRefusal);
    expect((failure as SignerRefusal).message).toMatch(reason);
  });
});
