import type { WalletOutput } from "../chains/chain";
import { err, ok, type Result } from "../core/result";

/** What a transaction with this many inputs and outputs would cost, in native units. */
export type FeeOf = (shape: { inputs: number; outputs: number }) => bigint;

export type CoinSelection = {
  inputs: WalletOutput[];
  /** What comes back to the hot wallet; 0 when there is no change output. */
  changeUnits: bigint;
  feeUnits: bigint;
};

/** A transaction with more inputs than this is too large to relay cheaply. */
const INPUTS_MAX = 200;

/**
 * Chooses outputs to spend: the smallest single one that covers the payment, else the largest ones first. Change below
 * dust goes to the miner. Errors: `short` when the outputs do not suffice, `fee` when the fee would pass its cap.
 */
export function selectCoins(request: {
  outputs: readonly WalletOutput[];
  units: bigint;
  feeOf: FeeOf;
  feeUnitsMax: bigint;
  dustUnits: bigint;
}): Result<CoinSelection, "short" | "fee"> {
  const { units, feeOf } = request;
  const ascending = [...request.outputs].sort((a, b) => compare(a.units, b.units));
  const single = ascending.find((output) => output.units >= units + feeOf({ inputs: 1, outputs: 2 }));
  const inputs: WalletOutput[] = single === undefined ? [] : [single];
  let total = single?.units ?? 0n;
  for (let i = ascending.length - 1; single === undefined && i >= 0 && inputs.length < INPUTS_MAX; i--) {
    const output = ascending[i];
    if (output === undefined || total >= units + feeOf({ inputs: inputs.length, outputs: 2 })) break;
    inputs.push(output);
    total += output.units;
  }
  const withChange = feeOf({ inputs: inputs.length, outputs: 2 });
  const withoutChange = feeOf({ inputs: inputs.length, outputs: 1 });
  if (total < units + withoutChange) return err("short");
  const change = total - units - withChange;
  const isDust = change < request.dustUnits;
  const feeUnits = isDust ? total - units : withChange;
  if (feeUnits > request.feeUnitsMax) return err("fee");
  return ok({ inputs, changeUnits: isDust ? 0n : change, feeUnits });
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
