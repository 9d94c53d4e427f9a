import { sql } from "drizzle-orm";
import { registryUnits } from "../../core/asset-amount";
import { ASSET_CODES, type AssetCode, type ChainId } from "../../core/assets";
import type { DepositId, TrackingCode } from "../../core/ids";
import type { TimeMs } from "../../core/ports";
import type { Tx } from "../../db/client";
import { textArray } from "../../db/text-array";

/** Coins at an address that a sister chain handed out, which wait for an approver: to send them back, or for their order, which cannot. */
export type Recovery = {
  id: DepositId;
  chain: ChainId;
  asset: AssetCode;
  units: bigint;
  txHash: string | null;
  address: string;
  /** The chain that handed the address out. */
  home: ChainId;
  /** Only what is `final` can be sent back; what is `stopped` was, and its order waits for a person. */
  state: "seen" | "final" | "lost" | "stopped";
  since: TimeMs;
  /** The order that is paid at the address on its own chain, and where that has its money sent back; null once it is forgotten. */
  order: { trackingCode: TrackingCode; refundAddress: string | null } | null;
  /** The order that sends them back, where it is stopped: an administrator can have it send them once it is possible. */
  sentBy: TrackingCode | null;
};

type Row = Omit<Recovery, "units" | "since" | "order"> & {
  units: string;
  since: string;
  tracking_code: TrackingCode | null;
  refund_address: string | null;
};

const RECOVERIES_MAX = 100;

/** Of a deposit `d` and its order `s`: whether that waits for a person, as where the network fee has risen above what came. */
const IS_STOPPED = sql`d.kind = 'order' AND s.state IN ('action_required', 'hold')`;

/**
 * Reads what waits, and not more than 100, those first that are the most of an order's least amount: many small payments hide no
 * large one. A payment that a reorg took is not among them.
 */
export async function listRecoveries(tx: Tx): Promise<Recovery[]> {
  const minima = ASSET_CODES.map((asset) => registryUnits(asset, "minAmount").toString());
  const rows = await tx.execute<Row>(sql`
    SELECT d.id, d.chain, d.asset, d.units, d.tx_hash AS "txHash", d.address, d.home, d.first_seen_at AS since,
      CASE WHEN d.state = 'lost' THEN 'lost' WHEN ${IS_STOPPED} THEN 'stopped' WHEN d.state = 'credited' THEN 'final' ELSE 'seen' END AS state,
      o.tracking_code, o.refund_address, s.tracking_code AS "sentBy"
    FROM deposits d JOIN unnest(${textArray(ASSET_CODES)}::text[], ${textArray(minima)}::numeric[]) AS least (asset, units) ON least.asset = d.asset
      LEFT JOIN addresses a ON a.chain = d.home AND a.address = d.address AND NOT a.pool LEFT JOIN orders o ON o.id = a.order_id
      LEFT JOIN orders s ON s.id = d.order_id
    WHERE d.home IS NOT NULL AND d.state IN ('seen', 'confirmed', 'credited', 'lost') AND (${IS_STOPPED} OR d.kind = 'unallocated'
      AND NOT EXISTS (SELECT 1 FROM order_events e WHERE e.source = 'claim' AND e.external_id = d.id))
    ORDER BY d.units / least.units DESC, d.first_seen_at DESC, d.id LIMIT ${RECOVERIES_MAX}`);
  return rows.map(({ units, since, tracking_code, refund_address, ...row }) => ({
    ...row,
    units: BigInt(units),
    since: new Date(since).getTime(),
    order: tracking_code === null ? null : { trackingCode: tracking_code, refundAddress: refund_address },
  }));
}
