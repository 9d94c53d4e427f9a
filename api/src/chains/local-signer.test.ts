import { describe, expect, it } from "vitest";
import {
  accountLeg,
  accountSweep,
  addressOf,
  ask,
  BTC_HOT,
  BTC_LEG,
  CUSTOMER_BTC,
  CUSTOMER_EVM,
  DEPOSIT,
  DEPOSITED,
  ETH_DEPOSIT,
  ETH_HOT,
  ETH_LEG,
  HOT,
  KEPT,
  OTHER_BTC,
  OTHER_EVM,
  SEED,
  SWEEP,
  TOP_UP,
  type Twist,
  topUp,
  transparentChain,
  type UtxoRequest,
  utxoLeg,
  utxoSweep,
} from "../../test/chains/signer";
import { legIdOf } from "../core/ids";
import { err, ok } from "../core/result";
import type { BuildRequest, DecodedTransaction } from "./chain";
import { createLocalSigner } from "./local-signer";
import { SignerRefusal, type SigningPurpose } from "./signer";

describe("what the signer signs", () => {
  it.each<[string, BuildRequest, SigningPurpose]>([
    ["a leg of an account chain", accountLeg, ETH_LEG],
    ["a leg of a UTXO chain, with change", utxoLeg, BTC_LEG],
    ["a sweep of a token", accountSweep, SWEEP],
    ["a sweep of outputs", utxoSweep, SWEEP],
    ["a top-up", topUp, TOP_UP],
  ])("%s", async (_, request, purpose) => {
    expect((await ask(request, purpose)).txId).toBe("t1");
  });
});

const refused = async (reason: RegExp, ...asked: Parameters<typeof ask>) => {
  const failure = await ask(...asked).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SignerRefusal);
  expect((failure as SignerRefusal).message).toMatch(reason);
};

const outputs = (...units: readonly [address: string, units: bigint][]): UtxoRequest => ({
  ...utxoLeg,
  outputs: units.map(([address, amount]) => ({ address, units: amount })),
});

const BAD_LEGS: readonly [string, RegExp, BuildRequest, SigningPurpose][] = [
  ["an unknown leg", /no such leg/, accountLeg, { kind: "legs", legIds: [legIdOf("none")] }],
  ["a leg of another chain", /chain differs/, accountLeg, BTC_LEG],
  ["another destination", /destination differs/, { ...accountLeg, to: OTHER_EVM }, ETH_LEG],
  ["another amount", /amount differs/, { ...accountLeg, units: 25_000_001n }, ETH_LEG],
  ["another asset", /asset differs/, { ...accountLeg, asset: "USDC-ERC20" }, ETH_LEG],
  ["an asset of another chain", /not of this chain/, { ...accountLeg, asset: "USDT-BEP20" }, ETH_LEG],
  ["too high a fee", /fee above/, { ...accountLeg, fee: { feeUnits: 901n, detail: {} } }, ETH_LEG],
  ["a negative fee", /fee above/, { ...accountLeg, fee: { feeUnits: -1n, detail: {} } }, ETH_LEG],
  ["a deposit as sender", /paid from the hot/, { ...accountLeg, from: ETH_DEPOSIT, key: DEPOSIT }, ETH_LEG],
  [
    "a sender that is not the key's",
    /not the address of its key/,
    { ...accountLeg, from: OTHER_EVM },
    ETH_LEG,
  ],
  [
    "another destination (UTXO)",
    /destination differs/,
    outputs([OTHER_BTC, 70_000n], [BTC_HOT, 28_000n]),
    BTC_LEG,
  ],
  ["another amount (UTXO)", /amount differs/, outputs([CUSTOMER_BTC, 70_001n], [BTC_HOT, 27_999n]), BTC_LEG],
  [
    "change to a stranger",
    /neither to the leg/,
    outputs([CUSTOMER_BTC, 70_000n], [OTHER_BTC, 28_000n]),
    BTC_LEG,
  ],
  ["paying twice", /neither to the leg/, outputs([CUSTOMER_BTC, 70_000n], [CUSTOMER_BTC, 28_000n]), BTC_LEG],
  ["no outputs", /destination differs/, outputs(), BTC_LEG],
  ["too high a fee (UTXO)", /fee above/, outputs([CUSTOMER_BTC, 70_000n], [BTC_HOT, 27_999n]), BTC_LEG],
  ["more out than in", /fee above/, outputs([CUSTOMER_BTC, 70_000n], [BTC_HOT, 30_001n]), BTC_LEG],
  [
    "an output without units",
    /without units/,
    outputs([CUSTOMER_BTC, 70_000n], [BTC_HOT, 28_500n], [BTC_HOT, -500n]),
    BTC_LEG,
  ],
  [
    "an input twice",
    /spent twice/,
    {
      ...utxoLeg,
      inputs: [DEPOSITED, KEPT, KEPT],
      outputs: [...utxoLeg.outputs, { address: BTC_HOT, units: 40_000n }],
    },
    BTC_LEG,
  ],
  [
    "an input that is not ours",
    /not the address of its key/,
    { ...utxoLeg, inputs: [DEPOSITED, { ...KEPT, address: OTHER_BTC }] },
    BTC_LEG,
  ],
  ["no inputs", /number of inputs/, { ...utxoLeg, inputs: [] }, BTC_LEG],
  [
    "over a thousand outputs",
    /too many outputs/,
    outputs(
      [CUSTOMER_BTC, 70_000n],
      ...Array.from({ length: 1_000 }, (): [string, bigint] => [BTC_HOT, 28n]),
    ),
    BTC_LEG,
  ],
];

describe("what the signer refuses of a leg", () => {
  it.each(BAD_LEGS)("%s", (_, reason, request, purpose) => refused(reason, request, purpose));

  it("a token leg on a UTXO chain", async () => {
    const signer = createLocalSigner({
      seed: SEED,
      chains: { bitcoin: transparentChain("utxo") },
      legRecord: async () =>
        ok({
          chain: "bitcoin",
          asset: "LTC",
          owner: "order-btc",
          destination: CUSTOMER_BTC,
          units: 70_000n,
          feeUnitsMax: 2_000n,
          ...{ isRefund: false, doubt: null },
          id: legIdOf("btc"),
          valueUsdt: null,
          earlier: [],
          recorded: [],
        }),
      log: { note: async () => {} },
      isStopped: async () => false,
      caps: { topUpUnitsMax: {}, ownFeeUnitsMax: {} },
    });
    const transaction = { chain: "bitcoin", request: utxoLeg, payload: "", keys: [DEPOSIT, HOT] } as const;
    await expect(signer.sign({ transaction, purpose: BTC_LEG })).rejects.toThrow(/asset differs/);
  });

  it.each<[string, RegExp, Twist]>([
    ["a chain it does not hold", /no such chain/, { transaction: { chain: "tron" } }],
    ["a request of the wrong model", /another model/, { transaction: { chain: "bitcoin" } }],
    ["another chain's sender", /not the address of its key/, { transaction: { chain: "bsc" } }],
    ["keys beyond the request's", /keys are not/, { transaction: { keys: [HOT, DEPOSIT] } }],
    ["no keys", /keys are not/, { transaction: { keys: [] } }],
    ["a signing function that asks for another key", /key was asked for/, { keyAsked: DEPOSIT }],
  ])("%s", (_, reason, twist) => refused(reason, accountLeg, ETH_LEG, twist));
});

describe("what the signer refuses of a sweep", () => {
  it.each<[string, RegExp, BuildRequest]>([
    ["to elsewhere", /ends at the hot/, { ...accountSweep, to: OTHER_EVM }],
    ["from the hot wallet", /starts at a deposit/, { ...accountSweep, from: ETH_HOT, key: HOT }],
    ["of nothing", /moves something/, { ...accountSweep, units: 0n }],
    ["with too high a fee", /fee above/, { ...accountSweep, fee: { feeUnits: 901n, detail: {} } }],
    [
      "partly to elsewhere",
      /ends at the hot/,
      { ...utxoSweep, outputs: [...utxoSweep.outputs, { address: OTHER_BTC, units: 1n }] },
    ],
    ["into fees", /fee above/, { ...utxoSweep, outputs: [{ address: BTC_HOT, units: 58_999n }] }],
    [
      "without outputs",
      /has an output/,
      { ...utxoSweep, inputs: [{ ...DEPOSITED, units: 500n }], outputs: [] },
    ],
  ])("%s", (_, reason, request) => refused(reason, request, SWEEP));
});

describe("what the signer refuses of a top-up", () => {
  it.each<[string, RegExp, BuildRequest]>([
    ["above its cap", /above its cap/, { ...topUp, units: 5_001n }],
    ["of nothing", /above its cap/, { ...topUp, units: 0n }],
    ["of a token", /native coin/, { ...topUp, asset: "USDT-ERC20" }],
    [
      "to another deposit address",
      /its deposit address/,
      { ...topUp, to: addressOf("ethereum", { branch: "deposit", index: 8 }) },
    ],
    ["from a deposit address", /paid from the hot/, { ...topUp, from: ETH_DEPOSIT, key: DEPOSIT }],
    ["with too high a fee", /fee above/, { ...topUp, fee: { feeUnits: 901n, detail: {} } }],
    ["on a UTXO chain", /needs no top-ups/, utxoSweep],
  ])("%s", (_, reason, request) => refused(reason, request, TOP_UP));

  it("on a chain without a cap", () => {
    const from = addressOf("bsc", HOT);
    const request: BuildRequest = { ...topUp, from, to: addressOf("bsc", DEPOSIT), asset: "BNB", units: 1n };
    return refused(/above its cap/, request, TOP_UP, { transaction: { chain: "bsc" } });
  });
});

describe("what was signed is what was meant", () => {
  const paid = { asset: "USDT-ERC20", to: CUSTOMER_EVM, units: 25_000_000n } as const;
  it.each<[string, RegExp, Partial<DecodedTransaction>]>([
    ["transaction id", /transaction id/, { txId: "t2" }],
    ["destination", /another destination/, { outputs: [{ ...paid, to: OTHER_EVM }] }],
    ["amount", /another amount/, { outputs: [{ ...paid, units: 25_000_001n }] }],
    ["asset", /another asset/, { outputs: [{ ...paid, asset: "ETH" }] }],
    ["second output", /number of outputs/, { outputs: [paid, { ...paid, to: OTHER_EVM }] }],
    ["output that is missing", /number of outputs/, { outputs: [] }],
    ["sender", /another sender/, { sender: OTHER_EVM }],
    ["nonce", /another nonce/, { nonce: 5 }],
    ["fee", /higher fee/, { feeUnitsMax: 901n }],
  ])("another %s is refused", (_, reason, decoded) => refused(reason, accountLeg, ETH_LEG, { decoded }));

  it("other inputs are refused", () =>
    refused(/other inputs/, utxoLeg, BTC_LEG, { decoded: { inputs: [{ txId: "aa", ordinal: 0 }] } }));

  it("the case of an EVM address makes no difference", async () => {
    const decoded = { outputs: [{ ...paid, to: CUSTOMER_EVM.toLowerCase() }], sender: ETH_HOT.toLowerCase() };
    await expect(ask(accountLeg, ETH_LEG, { decoded })).resolves.toEqual(
      expect.objectContaining({ txId: "t1" }),
    );
  });

  it("chains without sender and nonce are taken at their key", async () => {
    await expect(ask(accountLeg, ETH_LEG, { decoded: { sender: null, nonce: null } })).resolves.toBeDefined();
  });
});

it("signs nothing at all while it is stopped", async () => {
  await expect(ask(accountLeg, ETH_LEG, { isStopped: true })).rejects.toThrow("the signer is stopped");
  await expect(ask(accountLeg, ETH_LEG)).resolves.toBeDefined();
});

describe("public wallets and pools", () => {
  const signer = createLocalSigner({
    seed: SEED,
    chains: { bitcoin: transparentChain("utxo"), solana: transparentChain("account") },
    legRecord: async () => err("no such leg"),
    log: { note: async () => {} },
    isStopped: async () => false,
    caps: { topUpUnitsMax: {}, ownFeeUnitsMax: {} },
  });

  it("gives an xpub where the curve has public derivation, else a pool", async () => {
    expect((await signer.publicWallets()).map(({ kind, chain }) => [kind, chain])).toEqual([
      ["xpub", "bitcoin"],
      ["pool", "solana"],
    ]);
  });

  it("makes the pool's addresses by index", async () => {
    const made = await signer.depositAddresses({ chain: "solana", fromIndex: 0, count: 3 });
    expect(made[0]).toBe("HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk");
    expect(await signer.depositAddresses({ chain: "solana", fromIndex: 2, count: 1 })).toEqual([made[2]]);
    await expect(signer.depositAddresses({ chain: "tron", fromIndex: 0, count: 1 })).rejects.toThrow(
      SignerRefusal,
    );
    await expect(signer.depositAddresses({ chain: "solana", fromIndex: 0, count: 1_001 })).rejects.toThrow(
      "count",
    );
  });
});
