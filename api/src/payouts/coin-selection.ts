import type { TypedInputs, WalletOutput } from "../chains/chain";
import type { AddressType } from "../core/address-types";
import { err, ok, type Result } from "../core/result";
import { INPUTS_MAX } from "../market/payment-cost";

/** How many inputs a transaction has, of which types where it is not the chain's default, and how many outputs. */
export type Shape = { inputs: number; outputs: number; typed?: TypedInputs };

/** What a transaction of a shape would cost, in native units. */
export type FeeOf = (shape: Shape) => bigint;

/** The shape of a transaction that spends coins of these types of address. */
export function shapeOf(types: readonly (AddressType | undefined)[], outputs: number): Shape {
  const typed: Partial<Record<AddressType, number>> = {};
  for (const type of types) if (type !== undefined) typed[type] = (typed[type] ?? 0) + 1;
  return { inputs: types.length, outputs, typed };
}

/** The shape of a transaction that spends these outputs. */
export const shapeOfSpending = (inputs: readonly Pick<WalletOutput, "key">[], outputs: number): Shape =>
  shapeOf(
    inputs.map(({ key }) => key.type),
    outputs,
  );

export type CoinSelection = {
  inputs: WalletOutput[];
  /** What comes back to the hot wallet; 0 when there is no change output. */
  changeUnits: bigint;
  feeUnits: bigint;
};

/** Where the outputs looked at do not suffice, this share of them is added: many are not tried one by one. */
const LOOKED_SHARE = 8;

type SelectionRequest = {
  kept?: readonly WalletOutput[];
  outputs: readonly WalletOutput[];
  units: bigint;
  /** Outputs that it pays to, besides its change. */
  payments?: number;
  feeOf: FeeOf;
  feeUnitsMax: bigint;
  dustUnits: bigint;
};

/**
 * Chooses among the deepest outputs that suffice: `outputs` are given deepest first, and a younger one is looked at only
 * where all before it cannot pay, within the fee's cap. Errors as those of `selectCoins`.
 */
export function selectDeepest(request: SelectionRequest): Result<CoinSelection, "short" | "fee"> {
  const { outputs, kept = [], units } = request;
  let looked = 0;
  let total = kept.reduce((sum, output) => sum + output.units, 0n);
  while (looked < outputs.length && total < units) total += outputs[looked++]?.units ?? 0n;
  for (; looked < outputs.length; looked += Math.max(1, Math.floor(looked / LOOKED_SHARE))) {
    const chosen = selectCoins({ ...request, outputs: outputs.slice(0, looked) });
    if (chosen.ok) return chosen;
  }
  return selectCoins(request);
}

/**
 * Chooses outputs to spend: all that are `kept` for the payment; then the smallest single one that covers the rest, else
 * the largest ones first. Change below dust goes to the miner, within the cap: above it, one more output makes it change.
 * Errors: `short` when the outputs do not suffice, `fee` when the fee would pass its cap.
 */
export function selectCoins(request: SelectionRequest): Result<CoinSelection, "short" | "fee"> {
  const { kept = [], units, feeOf, payments = 1 } = request;
  const inputs: WalletOutput[] = [...kept];
  let total = kept.reduce((sum, output) => sum + output.units, 0n);
  const isEnough = (sum: bigint, spent: readonly WalletOutput[]): boolean => {
    const left = sum - units - feeOf(shapeOfSpending(spent, payments + 1));
    return left >= request.dustUnits || (left >= 0n && sum - units <= request.feeUnitsMax);
  };
  const ascending = [...request.outputs].sort((a, b) => compare(a.units, b.units));
  const single = ascending.find((output) => isEnough(total + output.units, [...kept, output]));
  const chosen = single === undefined ? ascending.reverse() : [single];
  for (const output of chosen) {
    if (inputs.length >= INPUTS_MAX || (inputs.length > 0 && isEnough(total, inputs))) break;
    inputs.push(output);
    total += output.units;
  }
  const withChange = feeOf(shapeOfSpending(inputs, payments + 1));
  const withoutChange = feeOf(shapeOfSpending(inputs, payments));
  if (total < units + withoutChange) return err("short");
  const change = total - units - withChange;
  const isDust = change < request.dustUnits;
  const feeUnits = isDust ? total - units : withChange;
  if (feeUnits > request.feeUnitsMax) return err("fee");
  return ok({ inputs, changeUnits: isDust ? 0n : change, feeUnits });
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
