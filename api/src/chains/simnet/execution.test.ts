import { describe, expect, it } from "vitest";
import { atFeeFloor, Balances, type Candidate, execute } from "./execution";
import { networkFeeUnits } from "./params";

const payment = (
  txId: string,
  nonce: number,
  change: Partial<Extract<Candidate, { model: "account" }>> = {},
) =>
  ({
    model: "account",
    txId,
    sender: "us",
    nonce,
    feeUnits: 4n,
    feeUnitsMax: 5n,
    transfers: [{ asset: "ETH", to: "them", units: 10n }],
    ...change,
  }) satisfies Candidate;

function run(
  candidates: readonly Candidate[],
  options: { native?: bigint; token?: bigint; reverting?: string[] } = {},
) {
  const balances = new Balances(
    new Map([
      ["ETH us", options.native ?? 100n],
      ["ETH them", 0n],
      ["USDT-ERC20 us", options.token ?? 0n],
      ["USDT-ERC20 them", 0n],
    ]),
  );
  const execution = execute("ethereum", {
    candidates,
    balances,
    nextNonces: new Map([["us", 7]]),
    reverting: new Set(options.reverting ?? []),
  });
  return { ...execution, native: balances.of("ETH", "us"), token: balances.of("USDT-ERC20", "them") };
}

describe("execute", () => {
  it("runs a sender's transactions by nonce although they arrived otherwise", () => {
    const { included } = run([payment("b", 8), payment("c", 9), payment("a", 7)]);
    expect(included.map(({ txId }) => txId)).toEqual(["a", "b", "c"]);
  });

  it("leaves what comes after a gap where it is", () => {
    expect(run([payment("a", 7), payment("c", 9)])).toMatchObject({
      included: [{ txId: "a", succeeded: true }],
      evicted: [],
      native: 86n,
    });
  });

  it("evicts what its sender cannot pay for any more, and holds back what follows", () => {
    expect(run([payment("a", 7), payment("b", 8)], { native: 14n })).toEqual({
      included: [],
      evicted: ["a"],
      native: 14n,
      token: 0n,
    });
  });

  it("charges the fee of a token transfer that fails: without cover, or with a refusing party", () => {
    const transfers = [{ asset: "USDT-ERC20", to: "them", units: 10n }] as const;
    const failed = { included: [{ txId: "a", succeeded: false }], native: 96n, token: 0n };
    expect(run([payment("a", 7, { transfers })], { token: 9n })).toMatchObject(failed);
    expect(run([payment("a", 7, { transfers })], { token: 10n, reverting: ["us"] })).toMatchObject(failed);
    expect(run([payment("a", 7, { transfers })], { token: 10n, reverting: ["them"] })).toMatchObject(failed);
    expect(run([payment("a", 7, { transfers })], { token: 10n })).toMatchObject({
      included: [{ txId: "a", succeeded: true }],
      token: 10n,
    });
  });
});

describe("atFeeFloor", () => {
  /** Pays so many percent of the steady fee of one input and one output, and spends these transactions. */
  const spending = (txId: string, percent: bigint, ...spent: string[]): Candidate => {
    const inputs = (spent.length > 0 ? spent : ["mined"]).map((from) => ({
      txId: from,
      address: "us",
      units: 1n,
    }));
    const shape = { model: "utxo", inputs: inputs.length, outputs: 1 } as const;
    const feeUnits = (networkFeeUnits("bitcoin", shape) * percent) / 100n;
    return { model: "utxo", txId, feeUnits, inputs, transfers: [{ asset: "BTC", to: "us", units: 1n }] };
  };
  const taken = (...candidates: Candidate[]): string[] =>
    atFeeFloor("bitcoin", candidates, 200n).map(({ txId }) => txId);

  it("takes what offers enough", () => {
    expect(taken(spending("a", 200n), spending("b", 199n))).toEqual(["a"]);
  });

  it("takes a parent that its child pays for, also over two generations", () => {
    expect(taken(spending("a", 100n), spending("b", 300n, "a"))).toEqual(["a", "b"]);
    expect(taken(spending("a", 50n), spending("b", 150n, "a"), spending("c", 400n, "b"))).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  it("takes neither where both together offer too little, and no child without its parent", () => {
    expect(taken(spending("a", 50n), spending("b", 250n, "a"))).toEqual([]);
    expect(taken(spending("a", 100n), spending("b", 200n, "a"))).toEqual([]);
  });

  it("counts a parent once: a second child does not pay with what the first has brought", () => {
    expect(
      taken(
        spending("a", 100n),
        spending("b", 300n, "a"),
        spending("c", 200n, "a"),
        spending("d", 199n, "a"),
      ),
    ).toEqual(["a", "b", "c"]);
  });
});
