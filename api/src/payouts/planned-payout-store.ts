import { sql } from "drizzle-orm";
import { type AssetCode, type ChainId, NATIVE_ASSET } from "../core/assets";
import type { LegId } from "../core/ids";
import type { Tx } from "../db/client";

/**
 * What a payout pays, to whom, and whose it is: an order's tracking code or a loan's number. `feeUnitsMax` is what the
 * network may take, in units of `feeAsset`, the chain's own.
 */
export type PlannedPayout = {
  legId: LegId;
  kind: "payout" | "refund" | "loan";
  name: string;
  state: "planned" | "final" | "reversed";
  asset: AssetCode;
  units: bigint;
  destination: string;
  feeAsset: AssetCode;
  feeUnitsMax: bigint;
};

type Row = Pick<PlannedPayout, "kind" | "name" | "state" | "asset" | "destination"> & {
  chain: ChainId;
  units: string;
  fee_units_max: string;
};

/** Loads a payout by the name of its leg; undefined where there is none. */
export async function loadPayout(tx: Tx, legId: LegId): Promise<PlannedPayout | undefined> {
  const [row] = await tx.execute<Row>(sql`
    SELECT l.kind, COALESCE(o.tracking_code, l.loan_id::text) AS name, l.state, l.chain, l.asset, l.destination,
      l.units::text, l.fee_units_max::text
    FROM payout_legs l LEFT JOIN orders o ON o.id = l.order_id WHERE l.id = ${legId}`);
  if (row === undefined) return undefined;
  const { chain, units, fee_units_max, ...payout } = row;
  return {
    ...payout,
    legId,
    units: BigInt(units),
    feeAsset: NATIVE_ASSET[chain],
    feeUnitsMax: BigInt(fee_units_max),
  };
}
