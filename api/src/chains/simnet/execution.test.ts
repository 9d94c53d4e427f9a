import { describe, expect, it } from "vitest";
import { Balances, type Candidate, execute } from "./execution";

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
