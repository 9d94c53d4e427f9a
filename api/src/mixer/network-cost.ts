import type { ChainModel } from "../core/assets";
import { ROUND_PIECES_MAX } from "./denominations";
import { LEGS_MAX } from "./plan";
import type { MixerSettings } from "./settings";

/** The most that a mix does on the received asset's chain: what it is charged for, and what no plan of it exceeds. */
export type MixMoves = { rounds: number; legs: number };

/** What moving an asset costs now, in native units: a payout, and the sweep or the later spending of one receipt. */
export type MoveCosts = { payoutUnits: bigint; sweepUnits: bigint };

/** What the parts of a mix cost, in native units, with headroom. */
export type MixCosts = {
  legUnits: bigint;
  /** The round's transaction, and the sweep or the later spending of every output it makes. */
  roundUnits: bigint;
  /** The part of it that the round's own transaction may spend. */
  roundFeeUnitsMax: bigint;
};

/** What a payout from a UTXO wallet is charged for; one with more inputs may take more, within its cap. */
export const PAYOUT_SHAPE = { inputs: 2, outputs: 2 } as const;
/** Outputs of a round on a UTXO chain: its pieces and the change. Each is spent later, so there are as many inputs. */
const ROUND_OUTPUTS = ROUND_PIECES_MAX + 1;

/**
 * Returns what a mix is priced for. Random amounts make two to five legs, and the seed that decides is drawn after the
 * price: they are priced as five, so that no plan costs more than its customer was charged.
 */
export const mixMoves = (
  { rounds, randomAmounts }: Pick<MixerSettings, "rounds" | "randomAmounts">,
  addresses: number,
): MixMoves => ({ rounds, legs: randomAmounts ? LEGS_MAX : addresses });

/**
 * Returns what a leg and a round cost. On account chains a round is a transfer that is swept back. On UTXO chains every
 * output that a round makes is paid for together with its spending; an output takes no more bytes than an input there.
 */
export function mixCosts(model: ChainModel, { payoutUnits, sweepUnits }: MoveCosts): MixCosts {
  const legUnits = withHeadroom(payoutUnits);
  if (model === "account")
    return { legUnits, roundUnits: withHeadroom(payoutUnits + sweepUnits), roundFeeUnitsMax: legUnits };
  const beyondPayout = BigInt(2 * ROUND_OUTPUTS - PAYOUT_SHAPE.inputs - PAYOUT_SHAPE.outputs);
  const roundUnits = withHeadroom(payoutUnits + beyondPayout * sweepUnits);
  return { legUnits, roundUnits, roundFeeUnitsMax: roundUnits };
}

/**
 * Half as much again, rounded up: a mix's last transaction may come two hours after its price was set, and network fees
 * may rise until then. The same for every delay, because the customer may extend it, and because a price must not reveal it.
 */
const withHeadroom = (units: bigint): bigint => (units * 3n + 1n) / 2n;
