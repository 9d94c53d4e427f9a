import { describe, expect, it } from "vitest";
import {
  accountLeg,
  accountSweep,
  ask,
  BTC_HOT,
  BTC_LEG,
  CUSTOMER_BTC,
  DEPOSIT,
  ETH_DEPOSIT,
  ETH_HOT,
  ETH_LEG,
  KEPT,
  OTHER_BTC,
  OTHER_EVM,
  SWEEP,
  TWO_BTC_LEGS,
  type Twist,
  type UtxoRequest,
  utxoLeg,
  utxoLegs,
} from "../../test/chains/signer";
import { legIdOf } from "../core/ids";
import type { BuildRequest } from "./chain";
import { SignerRefusal, type SigningPurpose } from "./signer";
import { spendsOf } from "./signing-rules";

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

const CANCEL: SigningPurpose = { kind: "cancel" };
const nothing: BuildRequest = { ...accountLeg, to: ETH_HOT, asset: "ETH", units: 0n };
const allBack = paying([BTC_HOT, 99_000n]);

describe("a cancellation", () => {
  it.each([
    ["uses a nonce of the hot wallet", nothing],
    ["brings all inputs to the hot wallet, those of deposit addresses too", allBack],
  ])("%s", async (_, request) => {
    expect((await ask(request, CANCEL)).txId).toBe("t1");
  });

  it.each<[string, RegExp, BuildRequest]>([
    ["from a deposit address", /from the hot wallet/, { ...nothing, from: ETH_DEPOSIT, key: DEPOSIT }],
    ["to anybody else", /pays the hot wallet/, { ...nothing, to: OTHER_EVM }],
    ["that moves something", /moves nothing/, { ...nothing, units: 1n }],
    ["of a token", /native coin/, { ...nothing, asset: "USDT-ERC20" }],
    ["above the signer's own cap", /fee above/, { ...nothing, fee: { feeUnits: 901n, detail: {} } }],
    ["of outputs, to anybody else", /pays the hot wallet/, paying([OTHER_BTC, 99_000n])],
    ["of outputs, to others too", /one output/, paying([BTC_HOT, 90_000n], [OTHER_BTC, 9_000n])],
    ["of outputs, above the signer's own cap", /fee above/, paying([BTC_HOT, 98_999n])],
  ])("%s is not signed", async (_, reason, request) => {
    await expect(ask(request, CANCEL)).rejects.toThrow(reason);
  });
});

describe("after another payment of a leg, which may still land", () => {
  const spending = (...inputs: readonly { txId: string; ordinal: number }[]) => ({
    raw: JSON.stringify({ inputs: inputs.map(({ txId, ordinal }) => ({ txId, ordinal })) }),
    nonce: null,
  });

  it("signs what takes its place: the same nonce, or one of its coins", async () => {
    expect(await ask(accountLeg, ETH_LEG, { earlier: [{ raw: "", nonce: 4 }] })).toBeDefined();
    const [first, second] = utxoLeg.inputs;
    const earlier = [spending(first ?? KEPT, { txId: "gone", ordinal: 0 }), spending(second ?? KEPT)];
    expect(await ask(utxoLeg, BTC_LEG, { earlier })).toBeDefined();
  });

  it.each([
    ["another nonce", accountLeg, ETH_LEG, [{ raw: "", nonce: 3 }]],
    ["other coins", utxoLeg, BTC_LEG, [spending({ txId: "aa", ordinal: 7 }, { txId: "cc", ordinal: 0 })]],
    ["coins of one of two", utxoLeg, BTC_LEG, [spending(KEPT), spending({ txId: "cc", ordinal: 0 })]],
  ] as const)("signs nothing of %s", async (_, request, purpose, earlier) => {
    await expect(ask(request, purpose, { earlier })).rejects.toThrow("may still land beside this one");
  });
});

describe("a signature for others", () => {
  it("is written down with its legs before it is handed out, the same each time", async () => {
    const noted: string[] = [];
    const note: Twist["note"] = ({ txId, legs, spends }) =>
      void noted.push(`${txId}: ${legs.map(({ id }) => id).join(", ")}; ${spends.join(", ")}`);
    const first = await ask(utxoLegs, TWO_BTC_LEGS, { note });
    expect(await ask(utxoLegs, TWO_BTC_LEGS, { note })).toEqual(first);
    const row = "t1: btc, btc of another; coin:bitcoin:aa:0, coin:bitcoin:bb:1";
    expect(noted).toEqual([row, row]);
  });

  it("names what it uses up: its coins, or its nonce", () => {
    expect(spendsOf("ethereum", accountLeg, { inputs: [] })).toEqual([`nonce:ethereum:${ETH_HOT}:4`]);
    expect(spendsOf("bitcoin", utxoLeg, utxoLeg)).toEqual(["coin:bitcoin:aa:0", "coin:bitcoin:bb:1"]);
  });

  it("names the coins of its bytes, whatever key images the worker says that they have", async () => {
    const noted: string[] = [];
    const note: Twist["note"] = ({ spends }) => void noted.push(...spends);
    const inputs = utxoLeg.inputs.map((input) => ({ ...input, keyImages: ["the same each time"] }));
    await ask({ ...utxoLeg, inputs }, BTC_LEG, { note });
    expect(noted).toEqual(["coin:bitcoin:aa:0", "coin:bitcoin:bb:1"]);
  });

  it("is handed out to no one where it cannot be written down", async () => {
    const note = () => {
      throw new SignerRefusal("above a cap", "release");
    };
    await expect(ask(accountLeg, ETH_LEG, { note })).rejects.toThrow("above a cap");
  });

  it("is none of a transaction that pays ourselves", async () => {
    const note = () => {
      throw new Error("written down");
    };
    expect(await ask(accountSweep, SWEEP, { note })).toBeDefined();
  });
});
