import type { Chain } from "../chains/chain";
import { OWN_SPENDING_MAX } from "../chains/signer";
import { maxUnits, minUnits } from "../core/amount";
import { assert } from "../core/assert";
import { registryUnits } from "../core/asset-amount";
import { NATIVE_ASSET } from "../core/assets";
import { err, ok, type Result } from "../core/result";
import type { Tx } from "../db/client";
import type { Attempt } from "./attempt-store";
import { type Built, fromAccount, sumOf } from "./build-payment";
import { shapeOfSpending } from "./coin-selection";
import { paidLegOf } from "./leg-store";
import { type FollowParts, hotAddress } from "./parts";
import { inputsOf, type Placed, type ShapeFees, type Successor, within } from "./successor";
import { leastFeeMax } from "./versions-store";

/** A cancellation costs the house at most so many times what the legs may cost their owners. */
const CANCEL_FEE_TIMES = 3n;

/** Nothing but the coins' way back to the hot wallet; null where that would cost too much. */
export async function cancel(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  { attempt, legs, fees }: Placed,
): Promise<Successor | null> {
  const ownUnitsMax =
    legs.length > 0 ? sumOf(legs, (leg) => leg.feeUnitsMax) : await leastFeeMax(tx, attempt);
  // The signer takes no more for what is ours.
  const feeUnitsMax = minUnits(CANCEL_FEE_TIMES * ownUnitsMax, OWN_SPENDING_MAX[chain.id] ?? 0n);
  const cancelled =
    fees === null
      ? await cancelAccount(parts, chain, attempt, feeUnitsMax)
      : await cancelOutputs(parts, tx, chain, { attempt, fees, feeUnitsMax });
  if (!cancelled.ok) return null;
  const { built, units } = cancelled.value;
  const destination = hotAddress(parts, chain.id);
  return {
    built,
    purpose: { kind: "cancel" },
    facts: {
      purpose: { kind: "cancel", legs: legs.map(paidLegOf) },
      asset: NATIVE_ASSET[chain.id],
      destination,
      units,
    },
    why: "cancelled by our own hand",
  };
}

type Cancelled = Result<{ built: Built; units: bigint }, "too_dear">;

async function cancelAccount(
  parts: FollowParts,
  chain: Chain,
  { raw, nonce, feeUnitsMax: paidUnits }: Attempt,
  feeUnitsMax: bigint,
): Promise<Cancelled> {
  assert(nonce !== null, "an account payment without its nonce", { chain: chain.id });
  const hot = hotAddress(parts, chain.id);
  const asset = NATIVE_ASSET[chain.id];
  const fees = await chain.replacementFee(
    { raw, feeUnits: paidUnits },
    { model: "account", asset, from: hot, to: hot },
  );
  const fee = within(fees, feeUnitsMax);
  if (fee === null) return err("too_dear");
  return ok({ built: fromAccount({ from: hot, to: hot, asset, units: 0n, nonce, fee }), units: 0n });
}

async function cancelOutputs(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  { attempt, fees, feeUnitsMax }: { attempt: Attempt; fees: ShapeFees; feeUnitsMax: bigint },
): Promise<Cancelled> {
  const inputs = await inputsOf(tx, chain, attempt);
  if (inputs === null) return err("too_dear");
  const { current, least } = fees;
  const shape = shapeOfSpending(inputs, 1);
  const feeUnits = [maxUnits(current(shape), least(shape)), least(shape)].find((fee) => fee <= feeUnitsMax);
  const total = inputs.reduce((sum, { units }) => sum + units, 0n);
  const units = total - (feeUnits ?? total);
  if (feeUnits === undefined || units < registryUnits(NATIVE_ASSET[chain.id], "dustAmount"))
    return err("too_dear");
  const outputs = [{ address: hotAddress(parts, chain.id), units }];
  return ok({
    built: { request: { model: "utxo", inputs, outputs }, sender: null, nonce: null, feeUnits },
    units,
  });
}
