import type { Chain, FeeQuote, WalletOutput } from "../chains/chain";
import type { SigningPurpose } from "../chains/signer";
import type { Tx } from "../db/client";
import type { Superseded } from "./attempt-legs-store";
import type { Attempt, NewAttempt } from "./attempt-store";
import { type Built, feeByShape, isSameOutput } from "./build-payment";
import type { FeeOf, Shape } from "./coin-selection";
import type { Leg } from "./leg-store";
import { outputsLeft } from "./outputs-store";

/** What takes the place of a transaction. */
export type Successor = {
  built: Built;
  purpose: SigningPurpose;
  facts: Pick<NewAttempt, "purpose" | "asset" | "destination" | "units">;
  why: "fee bump" | "cancelled by our own hand";
};

/** The transaction whose place is taken, what it pays, and those whose place it took. */
export type Placed = {
  attempt: Attempt;
  legs: readonly Leg[];
  earlier: readonly Superseded[];
  fees: ShapeFees | null;
};

/** The wanted fee, or the least that is taken, whichever is within the cap. */
export const within = (fees: { least: FeeQuote; wanted: FeeQuote }, feeUnitsMax: bigint): FeeQuote | null =>
  [fees.wanted, fees.least].find(({ feeUnits }) => feeUnits <= feeUnitsMax) ?? null;

/** What a transaction of a shape costs now, and what nodes ask for one in the attempt's place. */
export type ShapeFees = { current: FeeOf; least: FeeOf };

export async function feesToReplace(
  chain: Chain,
  { raw, feeUnitsMax: paidUnits }: Attempt,
): Promise<ShapeFees> {
  const current = await feeByShape(chain, async (shape) => (await chain.feeQuote(shape)).feeUnits);
  const more = await feeByShape(
    chain,
    async (shape) => (await chain.replacementFee({ raw, feeUnits: 0n }, shape)).least.feeUnits,
  );
  return { current, least: (shape: Shape): bigint => paidUnits + more(shape) };
}

/** All inputs of an attempt; null where one of them is lost. */
export async function inputsOf(tx: Tx, chain: Chain, { id, raw }: Attempt): Promise<WalletOutput[] | null> {
  const { inputs } = chain.decode(raw);
  const left = await outputsLeft(tx, chain.id, inputs, [id]);
  return inputs.every((input) => left.some((output) => isSameOutput(input, output))) ? left : null;
}
