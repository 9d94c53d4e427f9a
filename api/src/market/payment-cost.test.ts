import fc from "fast-check";
import { expect, test } from "vitest";
import type { WalletOutput } from "../chains/chain";
import { utxoParamsOf } from "../chains/utxo/params";
import { type FeeOf, selectDeepest } from "../payouts/coin-selection";
import { beyondLargest, FEE_HEADROOM, feeCap, paymentSteps, stepFor } from "./payment-cost";

const DUST = 546n;
const feeAt =
  (rate: bigint): FeeOf =>
  ({ inputs, outputs }) =>
    rate * BigInt(11 + 68 * inputs + 43 * outputs);
const costsAt = (rate: bigint) => ({
  payoutUnits: feeAt(rate)({ inputs: 2, outputs: 2 }),
  sweepUnits: rate * 68n,
});
const sum = (units: readonly bigint[]): bigint => units.reduce((total, each) => total + each, 0n);

/** A wallet that pays with its deepest coins, as the engine does; the change of each payment comes back as the youngest. */
class Wallet {
  private made = 0;
  coins: WalletOutput[];
  constructor(units: readonly bigint[]) {
    this.coins = units.map((each) => this.coin(each));
  }
  private coin(units: bigint): WalletOutput {
    const key = { branch: "hot", index: 0 } as const;
    return { txId: "t", ordinal: this.made++, units, address: "a", key };
  }
  /** What one transaction for this payment costs; null where none can be made within the cap. */
  pay(units: bigint, rate: bigint, feeUnitsMax: bigint): bigint | null {
    const feeOf = feeAt(rate);
    const chosen = selectDeepest({ outputs: this.coins, units, feeOf, feeUnitsMax, dustUnits: DUST });
    if (!chosen.ok) return null;
    const { inputs, changeUnits, feeUnits } = chosen.value;
    this.coins = this.coins.filter((coin) => !inputs.includes(coin));
    if (changeUnits > 0n) this.coins.push(this.coin(changeUnits));
    return feeUnits;
  }
}

/** What a wallet of these coins offers beside what it has promised, with 25 caps of a small payment set aside. */
function offered(coins: readonly bigint[], promised: bigint, rate: bigint) {
  const costs = costsAt(rate);
  const largest = [...coins].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  const freeUnits = sum(coins) > promised ? sum(coins) - promised : 0n;
  const room = { freeUnits, heldUnits: 0n, asideUnits: costs.payoutUnits * 75n, dustUnits: DUST };
  return paymentSteps({ ...costs, beyondUnits: beyondLargest(largest, sum(coins)) }, room);
}

/** The order as it is accepted: its amount, what it is charged for its payment, and its cap. */
function accept(coins: readonly bigint[], promised: bigint, rate: bigint, part: bigint) {
  const steps = offered(coins, promised, rate);
  const units = ((steps.at(-1)?.unitsMax ?? 0n) * part) / 1_000n;
  const chargedUnits = stepFor(steps, units)?.payoutUnits ?? 0n;
  const given = { payoutUnits: chargedUnits, payeeUnits: null, paymentUnits: units };
  return { units, chargedUnits, cap: feeCap("utxo", given) };
}

const small = fc.bigInt({ min: 600n, max: 50_000n });
const any = fc.bigInt({ min: 600n, max: 100_000_000n });
const coinSets = fc.oneof(
  fc.array(any, { minLength: 1, maxLength: 40 }),
  fc.array(small, { minLength: 1, maxLength: 1_000 }),
  fc
    .tuple(fc.array(small, { maxLength: 700 }), fc.array(any, { maxLength: 5 }))
    .map(([a, b]) => [...a, ...b]),
);
const rates = fc.bigInt({ min: 1n, max: 300n });
const parts = fc.bigInt({ min: 1n, max: 1_000n });

/** Its first order would leave change of 513 units at three times its fee level: too little for an output, too much for the fee. */
const DUST_LEFT: [bigint[], bigint, bigint[], bigint] = [
  [29_169n, 15_771n, 13_822n, 16_128n, 45_688n, 44_893n, 32_662n, 40_673n, 9_113n, 20_779n],
  4n,
  [439n, 902n, 64n, 178n],
  30n,
];

test("every order that a wallet of coins accepts can be signed within its cap, after all that were accepted with it", () => {
  fc.assert(
    fc.property(
      coinSets,
      rates,
      fc.array(parts, { minLength: 1, maxLength: 6 }),
      fc.bigInt({ min: 5n, max: 30n }),
      (coins, rate, wishes, tenths) => {
        const accepted: ReturnType<typeof accept>[] = [];
        for (const part of wishes) {
          const promised = sum(accepted.map(({ units, cap }) => units + cap));
          const order = accept(coins, promised, rate, part);
          if (order.units >= DUST) accepted.push(order);
        }
        const wallet = new Wallet(coins);
        // Signed at half to three times the fee level of their settlement.
        const later = (rate * tenths) / 10n || 1n;
        for (const { units, cap, chargedUnits } of accepted) {
          const feeUnits = wallet.pay(units, later, cap);
          expect(feeUnits).not.toBeNull();
          // The house's share is at most twice what was charged.
          expect((feeUnits ?? 0n) <= 3n * chargedUnits).toBe(true);
        }
      },
    ),
    { numRuns: 2_000, endOnFailure: true, examples: [DUST_LEFT] },
  );
});

test("what an order is charged pays for a transaction of the largest coins", () => {
  fc.assert(
    fc.property(coinSets, rates, parts, (coins, rate, part) => {
      const { units, chargedUnits } = accept(coins, 0n, rate, part);
      if (units < DUST) return;
      expect(new Wallet(coins).pay(units, rate, chargedUnits + DUST)).not.toBeNull();
    }),
    { numRuns: 2_000, endOnFailure: true },
  );
});

test("a recipient costs the house at most twice the charge, or a twentieth of the payment", () => {
  const costs = fc.bigInt({ min: 1n, max: 10n ** 18n });
  fc.assert(
    fc.property(costs, costs, costs, fc.boolean(), (payoutUnits, payeeUnits, paymentUnits, isAsked) => {
      const cap = feeCap("account", {
        payoutUnits,
        payeeUnits: isAsked ? payeeUnits : null,
        paymentUnits,
      });
      const share = paymentUnits / 20n;
      expect(cap <= (share > 3n * payoutUnits ? share : 3n * payoutUnits)).toBe(true);
      expect(cap >= 3n * payoutUnits).toBe(true);
      // Half as much again is there for every recipient that costs no more than half of that.
      if (isAsked && payeeUnits * 3n <= share) expect(cap >= payeeUnits * 3n).toBe(true);
    }),
  );
});

test("the cap leaves room for coins at the heaviest type of address", () => {
  const { inputWeight, typedInputWeight } = utxoParamsOf("bitcoin");
  const heaviest = Math.max(...Object.values(typedInputWeight));
  expect(heaviest).toBeLessThan(Number(FEE_HEADROOM) * inputWeight);
});
