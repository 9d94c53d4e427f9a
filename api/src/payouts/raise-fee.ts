import type { Chain } from "../chains/chain";
import { maxUnits } from "../core/amount";
import { assert } from "../core/assert";
import type { Tx } from "../db/client";
import type { Attempt } from "./attempt-store";
import { type Built, fromAccount, payFromOutputs } from "./build-payment";
import type { Shape } from "./coin-selection";
import { type Leg, paidLegOf } from "./leg-store";
import { type FollowParts, hotAddress } from "./parts";
import { inputsOf, type Placed, type ShapeFees, type Successor, within } from "./successor";

/** The same payment at a higher fee; null where its cap or the wallet's coins allow none. */
export async function raiseFee(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  { attempt, legs, fees }: Placed,
): Promise<Successor | null> {
  const built =
    fees === null
      ? await raiseAccount(parts, chain, attempt, legs)
      : await raiseOutputs(parts, tx, chain, { attempt, legs, fees });
  if (built === null) return null;
  const { asset, destination, units } = attempt;
  return {
    built,
    purpose: { kind: "legs", legIds: legs.map(({ id }) => id) },
    facts: { purpose: { kind: "legs", legs: legs.map(paidLegOf) }, asset, destination, units },
    why: "fee bump",
  };
}

async function raiseAccount(
  parts: FollowParts,
  chain: Chain,
  { raw, nonce, feeUnitsMax }: Attempt,
  legs: readonly Leg[],
): Promise<Built | null> {
  const [leg] = legs;
  assert(leg !== undefined && nonce !== null, "an account payment without its leg", { chain: chain.id });
  const from = hotAddress(parts, chain.id);
  const { asset, destination: to, units } = leg;
  const fees = await chain.replacementFee(
    { raw, feeUnits: feeUnitsMax },
    { model: "account", asset, from, to },
  );
  const fee = within(fees, leg.feeUnitsMax);
  return fee && fromAccount({ from, to, asset, units, nonce, fee });
}

async function raiseOutputs(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  { attempt, legs, fees }: { attempt: Attempt; legs: readonly Leg[]; fees: ShapeFees },
): Promise<Built | null> {
  const kept = await inputsOf(tx, chain, attempt);
  if (kept === null) return null;
  const { current, least } = fees;
  for (const feeOf of [(shape: Shape) => maxUnits(current(shape), least(shape)), least]) {
    const built = await payFromOutputs(parts, tx, chain, { legs, kept, feeOf });
    if (built.ok) return built.value;
  }
  return null;
}
