import { maxUnits, minUnits, mulDivFloor } from "../core/amount";
import type { ChainModel } from "../core/assets";
import { type MoveCosts, PAYOUT_SHAPE } from "../mixer/network-cost";

/** A transaction with more inputs than this is too large to relay cheaply. */
export const INPUTS_MAX = 200;
/** For how many inputs a payment from a wallet of coins may be priced. */
const INPUT_STEPS = [PAYOUT_SHAPE.inputs, 4, 8, 16, 32, 64, 128, INPUTS_MAX];

/** A leg may spend this many times the expected network fee. */
export const FEE_HEADROOM = 3n;
/** Where a recipient may be a contract and the node was not asked, it is expected to cost this many plain payments. */
const CONTRACT_TO_PLAIN = 3n;
/** What a recipient costs more than others may take one part in so many of the payment, at the house's cost. */
const PAYMENT_TO_FEE = 20n;

/**
 * What moving an asset costs; on UTXO chains also what of the wallet lies in other coins than its largest ones, for each
 * number of inputs that a payment may be priced for.
 */
export type WalletCosts = MoveCosts & { beyondUnits?: readonly bigint[] };

/** What a payment costs in native units, and the largest payment of which that is true. */
export type PaymentStep = { payoutUnits: bigint; unitsMax: bigint };

/**
 * What a reserve has for a new payment: what is free, what its own order holds, and what must stay for network fees.
 * Change below `dustUnits` cannot be made: it would go to the fee, beyond the cap.
 */
export type PaymentRoom = { freeUnits: bigint; heldUnits: bigint; asideUnits: bigint; dustUnits: bigint };

/**
 * Returns `beyondUnits` of a wallet whose coins together are `totalUnits`; `largest` are the largest ones, in that order.
 */
export const beyondLargest = (largest: readonly bigint[], totalUnits: bigint): bigint[] =>
  INPUT_STEPS.map((inputs) => totalUnits - largest.slice(0, inputs).reduce((sum, units) => sum + units, 0n));

/**
 * Returns what payments cost, cheapest first; only the first step where a wallet is no set of coins, or of a few. A step is
 * for payments that so many inputs can pay after everything else that is promised, in whatever order: each payment returns
 * its change, so the sum of a wallet's largest coins falls by no more than was paid, and some of them hold at least their
 * part of what remains.
 */
export function paymentSteps(costs: WalletCosts, room: PaymentRoom): PaymentStep[] {
  const { freeUnits, heldUnits, asideUnits, dustUnits } = room;
  const { beyondUnits } = costs;
  const withAside = maxUnits(freeUnits - asideUnits, 0n) + heldUnits;
  if (beyondUnits === undefined) return [{ payoutUnits: costs.payoutUnits, unitsMax: withAside }];
  const remaining = beyondUnits.map((beyond) => maxUnits(freeUnits + heldUnits - beyond, 0n));
  const steps: PaymentStep[] = [];
  for (const [at, inputs] of INPUT_STEPS.entries()) {
    const payoutUnits = costs.payoutUnits + BigInt(inputs - PAYOUT_SHAPE.inputs) * costs.sweepUnits;
    const parts = INPUT_STEPS.slice(at).map((coins, more) =>
      mulDivFloor(remaining[at + more] ?? 0n, BigInt(inputs), BigInt(coins)),
    );
    const spentUnits = payoutUnits * FEE_HEADROOM + dustUnits;
    const inCoins = parts.reduce((most, part) => maxUnits(most, part - spentUnits), 0n);
    const unitsMax = minUnits(withAside, inCoins);
    if (unitsMax > (steps.at(-1)?.unitsMax ?? -1n)) steps.push({ payoutUnits, unitsMax });
  }
  return steps;
}

/** The step of a payment of so many units: the last one where it is more than can be promised. */
export const stepFor = (steps: readonly PaymentStep[], units: bigint): PaymentStep | undefined =>
  steps.find(({ unitsMax }) => units <= unitsMax) ?? steps.at(-1);

/**
 * What a payment may cost that must be made though it is more than can be promised: a refund, or one that is promised
 * already. It may take as many inputs as one transaction has, or all coins of the wallet.
 */
export function dearestUnits({ payoutUnits, sweepUnits, beyondUnits }: WalletCosts): bigint {
  if (beyondUnits === undefined) return payoutUnits;
  const inputs = INPUT_STEPS[beyondUnits.findIndex((beyond) => beyond <= 0n)] ?? INPUTS_MAX;
  return payoutUnits + BigInt(inputs - PAYOUT_SHAPE.inputs) * sweepUnits;
}

/**
 * Returns the native units that a payment's transaction may spend: three times what it is priced for. More for a
 * recipient that costs more, up to a share of the payment (`paymentUnits`, in native units). `payeeUnits` is what the
 * node says of the recipient; null where it was not asked.
 */
export function feeCap(
  model: ChainModel,
  given: { payoutUnits: bigint; payeeUnits: bigint | null; paymentUnits: bigint },
): bigint {
  const { payoutUnits, paymentUnits } = given;
  const unknown = model === "account" ? payoutUnits * CONTRACT_TO_PLAIN : payoutUnits;
  const share = minUnits((given.payeeUnits ?? unknown) * FEE_HEADROOM, paymentUnits / PAYMENT_TO_FEE);
  return maxUnits(payoutUnits * FEE_HEADROOM, share);
}
