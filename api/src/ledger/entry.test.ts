import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { depositIdOf, legIdOf } from "../core/ids";
import { accountKind } from "./accounts";
import {
  balanced,
  creditEntry,
  floatEntry,
  type LedgerTransaction,
  legFinalEntry,
  networkFeeEntry,
  refundPlannedEntry,
  refundReversedEntry,
  settleEntry,
  settleReversedEntry,
  sweepEntry,
  topUpEntry,
} from "./entry";
import { reorgEntry } from "./loss-entry";

const units = fc.bigInt({ min: 1n, max: 10n ** 24n });
const figures = fc
  .record({ creditedUnits: units, cut: units, grossUnits: units, charge: units })
  .map(({ creditedUnits, cut, grossUnits, charge }) => {
    const networkFeeUnits = charge % grossUnits;
    return {
      sendAsset: "BTC" as const,
      receiveAsset: "USDT-TRC20" as const,
      creditedUnits,
      feeUnits: cut % creditedUnits,
      grossUnits,
      networkFeeUnits,
      receiveUnits: grossUnits - networkFeeUnits,
    };
  });

function sums(...bookings: readonly LedgerTransaction[]): Record<string, bigint> {
  const sum: Record<string, bigint> = {};
  for (const { account, asset, units: amount } of bookings.flatMap(({ entries }) => entries)) {
    const key = `${account} ${asset}`;
    sum[key] = (sum[key] ?? 0n) + amount;
  }
  return Object.fromEntries(Object.entries(sum).filter(([, amount]) => amount !== 0n));
}

const LEG = legIdOf("l");
const DEPOSIT = depositIdOf("d");

test("every kind of entry balances in every asset, and names its fact", () => {
  fc.assert(
    fc.property(units, units, figures, (amount, fee, swap) => {
      const coin = { asset: "USDT-ERC20", units: amount } as const;
      const gas = { nativeAsset: "ETH", feeUnits: fee } as const;
      const refund = { legId: LEG, book: "b", ...coin, networkFeeUnits: fee };
      const bookings = [
        creditEntry({ id: DEPOSIT, ...coin, holding: "unswept", owedTo: "customer:b" }),
        creditEntry({ id: DEPOSIT, ...coin, holding: "chain", owedTo: "unallocated" }),
        floatEntry({ id: DEPOSIT, ...coin }),
        settleEntry("b", LEG, swap),
        settleReversedEntry("b", LEG, swap),
        refundPlannedEntry(refund),
        refundReversedEntry(refund),
        legFinalEntry({ legId: LEG, ...coin, ...gas }),
        networkFeeEntry({ txId: "t", holding: "unswept", ...gas }),
        networkFeeEntry({ legId: LEG, txId: "t", holding: "chain", ...gas }),
        sweepEntry({ txId: "t", ...coin, ...gas }),
        topUpEntry({ txId: "t", nativeAsset: "ETH", units: amount, feeUnits: fee }),
        reorgEntry({ kind: "reorg_loss", key: "d:1", ...coin, holding: "chain" }),
        reorgEntry({ kind: "reorg_restored", key: "d:1", ...coin, holding: "chain" }),
      ];
      for (const { kind, key, entries } of bookings) {
        expect(balanced(entries)).toBe(true);
        expect(entries.every((entry) => entry.units !== 0n)).toBe(true);
        expect(key.startsWith(`${kind}:`)).toBe(true);
      }
    }),
  );
});

describe("balanced", () => {
  test("counts each asset by itself", () => {
    const chain = { account: "chain", asset: "BTC", units: 1n } as const;
    expect(balanced([])).toBe(true);
    expect(balanced([chain])).toBe(false);
    expect(balanced([chain, { account: "float", asset: "BTC", units: -1n }])).toBe(true);
    expect(balanced([chain, { account: "float", asset: "ETH", units: -1n }])).toBe(false);
  });
});

describe("a swap", () => {
  test("empties the customer's book, commits what lands, and earns the two fees", () => {
    fc.assert(
      fc.property(figures, (swap) => {
        const credit = creditEntry({
          id: DEPOSIT,
          asset: "BTC",
          units: swap.creditedUnits,
          holding: "chain",
          owedTo: "customer:b",
        });
        const all = sums(credit, settleEntry("b", LEG, swap));
        expect(Object.keys(all).filter((key) => key.startsWith("customer:"))).toEqual([]);
        expect(all["payable:l USDT-TRC20"]).toBe(-swap.receiveUnits);
        expect(all["fees BTC"] ?? 0n).toBe(-swap.feeUnits);
        expect(all["network_fees USDT-TRC20"] ?? 0n).toBe(-swap.networkFeeUnits);
        expect(all["conversion USDT-TRC20"]).toBe(swap.grossUnits);
      }),
    );
  });

  test("taken back leaves nothing of itself", () => {
    fc.assert(
      fc.property(figures, (swap) => {
        expect(sums(settleEntry("b", LEG, swap), settleReversedEntry("b", LEG, swap))).toEqual({});
      }),
    );
  });
});

test("a refund taken back leaves nothing of itself; one that lands leaves its fee and fewer coins", () => {
  const refund = { legId: LEG, book: "b", asset: "BTC", units: 90n, networkFeeUnits: 10n } as const;
  const planned = refundPlannedEntry(refund);
  expect(sums(planned, refundReversedEntry(refund))).toEqual({});
  const landed = legFinalEntry({ legId: LEG, asset: "BTC", units: 90n, nativeAsset: "BTC", feeUnits: 4n });
  expect(sums(planned, landed)).toEqual({
    "customer:b BTC": 100n,
    "network_fees BTC": -6n,
    "chain BTC": -94n,
  });
});

test("a deposit lost and found again leaves nothing of itself", () => {
  const lost = { key: "d:1", asset: "BTC", units: 5n, holding: "chain" } as const;
  expect(
    sums(reorgEntry({ kind: "reorg_loss", ...lost }), reorgEntry({ kind: "reorg_restored", ...lost })),
  ).toEqual({});
});

test("an entry of nothing is a bug", () => {
  expect(() => floatEntry({ id: DEPOSIT, asset: "BTC", units: 0n })).toThrow();
});

test.each([
  ["chain", 1, false],
  ["unswept", 1, false],
  ["loans", 1, false],
  ["float", -1, false],
  ["fees", -1, false],
  ["network_fees", -1, true],
  ["conversion", -1, true],
  ["unallocated", -1, false],
  ["customer:b", -1, false],
  ["payable:l", -1, false],
] as const)("%s counts in direction %i, overdraft %s", (account, normal, mayOverdraw) => {
  expect(accountKind(account)).toEqual({ normal, mayOverdraw });
});
