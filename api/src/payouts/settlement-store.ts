import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { EarlierPayment } from "../chains/signing-rules";
import type { Rate } from "../core/amount";
import type { AssetCode, ChainId } from "../core/assets";
import type { LegId, LoanId, OrderId } from "../core/ids";
import { decodeJson } from "../core/json";
import type { Tx } from "../db/client";
import { units } from "../db/columns";
import { MAY_PAY } from "./attempt-legs-store";

/**
 * What an order's leg is paid for: what was credited to the order, less the network fee, and for a payout the rate. Null for
 * a loan, whose row says all of it.
 */
export type Grounds = { creditedUnits: bigint; networkFeeUnits: bigint; rate: Rate | null };

/** What is to be paid, as it is written once. */
export type Settlement = {
  id: LegId;
  kind: "payout" | "refund" | "loan";
  owner: { orderId: OrderId } | { loanId: LoanId };
  asset: AssetCode;
  destination: string;
  units: bigint;
  feeUnitsMax: bigint;
  grounds: Grounds | null;
};

const settlementCaps = pgTable("settlement_caps", {
  legId: text("leg_id").$type<LegId>().notNull(),
  feeUnitsMax: units("fee_units_max").notNull(),
});

/** Writes down a higher fee cap of a leg that an administrator released. */
export async function raiseSettlementCap(tx: Tx, leg: { id: LegId; feeUnitsMax: bigint }): Promise<void> {
  const { id: legId, feeUnitsMax } = leg;
  await tx.insert(settlementCaps).values({ legId, feeUnitsMax }).onConflictDoNothing();
}

/** A leg, its settlement, and all that the two must agree with. */
export type LegEvidence = {
  leg: Omit<Settlement, "id" | "owner" | "grounds"> & { chain: ChainId; owner: string; isOpen: boolean };
  /** With the highest of its fee caps. */
  settlement: (Omit<Settlement, "id" | "owner"> & { owner: string }) | null;
  /** USDT per whole coin of the asset, times 10^12, as the board has it; null where it has none. */
  priceScaled: bigint | null;
  /** The ids of all its transactions. */
  recorded: string[];
  /** Its transactions that may still land, or have, less those that an approver's word is about: it is honoured once. */
  earlier: EarlierPayment[];
  /** The index of the recipient's address, where it is said to have been one of an order that is forgotten. */
  forgottenIndex: number | null;
  order: {
    /** As the column has them. */
    terms: unknown;
    refundAddress: string | null;
    /** What else is paid of it, or was: legs that were not taken back. */
    otherLegs: { kind: Settlement["kind"]; units: bigint }[];
    /** What the ledger booked to it, by asset. */
    bookedUnits: ReadonlyMap<string, bigint>;
    /** What was credited of the deposits to its family: a parent and its children. */
    deposits: {
      asset: AssetCode;
      units: bigint;
      chain: ChainId;
      address: string;
      /** Of the address, as the process that handed it out wrote it; null where no process did. */
      index: number | null;
      /** The sister chain that it was handed out on; null where it was on `chain`. */
      home: ChainId | null;
    }[];
    /** What the other orders of its family are paid or refunded for. */
    paidElsewhere: { asset: AssetCode; units: bigint }[];
  } | null;
  loan: {
    asset: AssetCode;
    units: bigint;
    receiveAddress: string | null;
    feeUnitsMax: bigint | null;
    /** Whether it is being paid by this leg, with a second person's approval where one is needed. */
    isPayable: boolean;
  } | null;
};

type Sums = Record<string, string> | null;

const sumsOf = (sums: Sums): ReadonlyMap<string, bigint> =>
  new Map(Object.entries(sums ?? {}).map(([asset, units]) => [asset, BigInt(units)]));

type Row = {
  kind: Settlement["kind"];
  chain: ChainId;
  asset: AssetCode;
  destination: string;
  units: string;
  fee_units_max: string;
  owner: string;
  is_open: boolean;
  forgotten_index: number | null;
  earlier: EarlierPayment[] | null;
  recorded: string[];
  price: string | null;
  settled: {
    kind: Settlement["kind"];
    owner: string;
    asset: AssetCode;
    destination: string;
    units: string;
    feeUnitsMax: string;
    creditedUnits: string | null;
    networkFeeUnits: string | null;
    rateNumerator: string | null;
    rateDenominator: string | null;
  } | null;
  terms: unknown;
  refund_address: string | null;
  other_legs: { kind: Settlement["kind"]; units: string }[] | null;
  booked: Sums;
  deposits:
    | {
        asset: AssetCode;
        units: string;
        chain: ChainId;
        address: string;
        index: number | null;
        home: ChainId | null;
      }[]
    | null;
  elsewhere: { asset: AssetCode; units: string }[] | null;
  loan: {
    asset: AssetCode;
    units: string;
    receiveAddress: string | null;
    feeUnitsMax: string | null;
    isPayable: boolean;
  } | null;
};

/** Reads what the signer compares before it pays a leg, in one query; undefined where there is no such leg. */
export async function readLegEvidence(tx: Tx, legId: LegId): Promise<LegEvidence | undefined> {
  const [row] = await tx.execute<Row>(sql`
    SELECT l.kind, l.chain, l.asset, l.destination, l.units, l.fee_units_max, l.owner, l.state = 'planned' AS is_open,
      (SELECT f.index FROM forgotten_addresses f WHERE f.hash = forgotten_hash('address:' || l.chain || ':' || l.destination)) AS forgotten_index,
      ARRAY(SELECT a.tx_id FROM attempt_legs p JOIN payout_attempts a ON a.id = p.attempt_id WHERE p.leg_id = l.id) AS recorded,
      (SELECT json_agg(json_build_object('raw', a.raw, 'nonce', a.nonce) ORDER BY a.id)
        FROM attempt_legs p JOIN payout_attempts a ON a.id = p.attempt_id
        WHERE p.leg_id = l.id AND ${MAY_PAY} AND NOT EXISTS (SELECT 1 FROM attempt_legs q JOIN payout_overrides v ON v.leg_id = q.leg_id
          WHERE q.attempt_id = a.id AND v.state = 'honoured' AND a.created_at < v.asked_at AND v.tx_id = (SELECT f.tx_id
            FROM attempt_legs w JOIN payout_attempts f ON f.id = w.attempt_id WHERE w.leg_id = v.leg_id ORDER BY f.id LIMIT 1))) AS earlier,
      (SELECT p.price_scaled FROM current_prices p WHERE p.asset = l.asset) AS price,
      (SELECT json_build_object('kind', s.kind, 'owner', COALESCE(s.order_id, 'loan:' || s.loan_id), 'asset', s.asset,
          'destination', s.destination, 'units', s.units::text, 'creditedUnits', s.credited_units::text,
          'networkFeeUnits', s.network_fee_units::text, 'rateNumerator', s.rate_numerator::text,
          'rateDenominator', s.rate_denominator::text, 'feeUnitsMax', greatest(s.fee_units_max,
            (SELECT max(c.fee_units_max) FROM settlement_caps c WHERE c.leg_id = s.leg_id))::text)
        FROM settlements s WHERE s.leg_id = l.id) AS settled,
      o.terms, o.refund_address,
      (SELECT json_agg(json_build_object('kind', x.kind, 'units', x.units::text)) FROM payout_legs x
        WHERE x.order_id = o.id AND x.id <> l.id AND x.state <> 'reversed') AS other_legs,
      (SELECT json_object_agg(b.asset, b.units) FROM (SELECT e.asset, (-sum(e.units))::text AS units
        FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
        WHERE e.account = 'customer:' || o.book AND t.kind IN ('credit', 'claim', 'aside') GROUP BY e.asset) AS b) AS booked,
      (SELECT json_agg(json_build_object('asset', d.asset, 'units', d.units::text, 'chain', d.chain, 'address', d.address,
          'index', COALESCE(d.home_index, a.index, f.index), 'home', d.home))
        FROM deposits d LEFT JOIN addresses a ON a.chain = d.chain AND a.address = d.address
          LEFT JOIN forgotten_addresses f ON f.hash = forgotten_hash('address:' || d.chain || ':' || d.address)
        WHERE d.order_id = COALESCE(o.parent_id, o.id) AND d.state = 'credited') AS deposits,
      (SELECT json_agg(json_build_object('asset', e.asset, 'units', e.units)) FROM (
        SELECT CASE s.kind WHEN 'refund' THEN s.asset ELSE x.send_asset END AS asset, max(s.credited_units)::text AS units
        FROM orders x JOIN settlements s ON s.order_id = x.id JOIN payout_legs y ON y.id = s.leg_id AND y.state <> 'reversed'
        WHERE (x.id = COALESCE(o.parent_id, o.id) OR x.parent_id = COALESCE(o.parent_id, o.id)) AND x.id <> o.id GROUP BY x.id, 1) AS e) AS elsewhere,
      CASE WHEN n.id IS NOT NULL THEN json_build_object('asset', n.asset, 'units', n.units::text,
        'receiveAddress', n.receive_address, 'feeUnitsMax', n.fee_units_max::text,
        'isPayable', n.status = 'processing' AND n.leg_id = l.id AND (NOT n.approval_required OR COALESCE(n.approved_by <> n.created_by, false)))
        END AS loan
    FROM payout_legs l LEFT JOIN orders o ON o.id = l.order_id LEFT JOIN loans n ON n.id = l.loan_id
    WHERE l.id = ${legId}`);
  return row && readRow(row);
}

const readRow = ({ settled, loan, ...row }: Row): LegEvidence => ({
  leg: {
    ...{ kind: row.kind, chain: row.chain, asset: row.asset, destination: row.destination, owner: row.owner },
    units: BigInt(row.units),
    feeUnitsMax: BigInt(row.fee_units_max),
    isOpen: row.is_open,
  },
  settlement: settled && readSettlement(settled),
  priceScaled: row.price === null ? null : BigInt(row.price),
  recorded: row.recorded,
  earlier: row.earlier ?? [],
  forgottenIndex: row.forgotten_index,
  order:
    row.terms === null
      ? null
      : {
          terms: decodeJson(row.terms),
          refundAddress: row.refund_address,
          otherLegs: (row.other_legs ?? []).map(({ kind, units }) => ({ kind, units: BigInt(units) })),
          bookedUnits: sumsOf(row.booked),
          deposits: (row.deposits ?? []).map((deposit) => ({ ...deposit, units: BigInt(deposit.units) })),
          paidElsewhere: (row.elsewhere ?? []).map(({ asset, units }) => ({ asset, units: BigInt(units) })),
        },
  loan: loan && {
    ...loan,
    units: BigInt(loan.units),
    feeUnitsMax: loan.feeUnitsMax === null ? null : BigInt(loan.feeUnitsMax),
  },
});

function readSettlement(settled: NonNullable<Row["settled"]>): NonNullable<LegEvidence["settlement"]> {
  const { kind, owner, asset, destination, creditedUnits, networkFeeUnits, rateNumerator, rateDenominator } =
    settled;
  const hasGrounds = creditedUnits !== null && networkFeeUnits !== null;
  const isRate = rateNumerator !== null && rateDenominator !== null;
  const rate = isRate ? { numerator: BigInt(rateNumerator), denominator: BigInt(rateDenominator) } : null;
  return {
    ...{ kind, owner, asset, destination },
    units: BigInt(settled.units),
    feeUnitsMax: BigInt(settled.feeUnitsMax),
    grounds: hasGrounds
      ? { creditedUnits: BigInt(creditedUnits), networkFeeUnits: BigInt(networkFeeUnits), rate }
      : null,
  };
}
