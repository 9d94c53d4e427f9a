import type { WalletOutput } from "../chains/chain";
import { err, ok, type Result } from "../core/result";
import { INPUTS_MAX } from "../market/payment-cost";

/** What a transaction with this many inputs and outputs would cost, in native units. */
export type FeeOf = (shape: { inputs: number; outputs: number }) => bigint;

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
  const isEnough = (sum: bigint, count: number): boolean => {
    const left = sum - units - feeOf({ inputs: count, outputs: payments + 1 });
    return left >= request.dustUnits || (left >= 0n && sum - units <= request.feeUnitsMax);
  };
  const ascending = [...request.outputs].sort((a, b) => compare(a.units, b.units));
  const single = ascending.find((output) => isEnough(total + output.units, inputs.length + 1));
  const chosen = single === undefined ? ascending.reverse() : [single];
  for (const output of chosen) {
    if (inputs.length >= INPUTS_MAX || (inputs.length > 0 && isEnough(total, inputs.length))) break;
    inputs.push(output);
    total += output.units;
  }
  const withChange = feeOf({ inputs: inputs.length, outputs: payments + 1 });
  const withoutChange = feeOf({ inputs: inputs.length, outputs: payments });
  if (total < units + withoutChange) return err("short");
  const change = total - units - withChange;
  const isDust = change < request.dustUnits;
  const feeUnits = isDust ? total - units : withChange;
  if (feeUnits > request.feeUnitsMax) return err("fee");
  return ok({ inputs, changeUnits: isDust ? 0n : change, feeUnits });
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
