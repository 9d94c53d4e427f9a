import { sql } from "drizzle-orm";
import { ASSETS, NATIVE_ASSET } from "../core/assets";
import type { Database } from "../db/client";
import { longSnapshot } from "../db/transaction";
import { STUCK } from "./stuck-store";

export type Invariant = { id: number; name: string; query: string };

/** Reads a bigint that core/json wrote into a jsonb path. */
const big = (path: string): string => `(body #>> '{${path},$bigint}')::numeric`;

const NATIVES = Object.entries(NATIVE_ASSET)
  .map(([chain, asset]) => `('${chain}', '${asset}')`)
  .join(", ");
const KNOWN = ASSETS.map(({ code, chain }) => `('${code}', '${chain}')`).join(", ");
const ENDED = "('completed', 'refunded', 'expired', 'cancelled', 'failed')";

/** What the reserve holds, from what it holds it for: orders, and loans whose leg is not planned yet. */
const HELD = `SELECT asset, sum(units) AS units FROM (
    SELECT terms ->> 'receiveAsset' AS asset, ${big("heldUnits")} AS units FROM orders WHERE state NOT IN ${ENDED}
    UNION ALL SELECT asset, units FROM loans WHERE status = 'processing' AND leg_id IS NULL
    UNION ALL SELECT n.asset, l.fee_units_max FROM loans l JOIN known k ON k.code = l.asset JOIN natives n ON n.chain = k.chain
      WHERE l.status = 'processing' AND l.leg_id IS NULL) AS parts GROUP BY asset`;

/** What the reserve has set aside, from what it is set aside for: legs, mixes and their deposits, rounds on account chains, top-ups, children. */
const PLANNED = `SELECT asset, sum(units) AS units FROM (
    SELECT asset, units FROM payout_legs WHERE state = 'planned'
    UNION ALL SELECT n.asset, l.fee_units_max FROM payout_legs l JOIN natives n ON n.chain = l.chain WHERE l.state = 'planned'
    UNION ALL SELECT terms ->> 'receiveAsset', ${big("mix,owedUnits")} FROM orders WHERE state NOT IN ${ENDED}
    UNION ALL SELECT n.asset, ${big("mix,feesAsideUnits")} FROM orders o JOIN known k ON k.code = o.terms ->> 'receiveAsset'
      JOIN natives n ON n.chain = k.chain WHERE o.state NOT IN ${ENDED}
    UNION ALL SELECT terms ->> 'sendAsset', ${big("quarantinedUnits")} FROM orders WHERE state NOT IN ${ENDED} AND body ? 'mix'
    UNION ALL SELECT asset, CASE kind WHEN 'top_up' THEN units + fee_units_max ELSE units END FROM payout_attempts
      WHERE (kind = 'top_up' OR kind = 'round' AND sender IS NOT NULL)
      AND state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded')
    UNION ALL SELECT c.asset, c.fee_units_max FROM payout_attempts c JOIN payout_attempts p ON p.id = c.child_of
      WHERE c.state IN ('signed', 'broadcasting', 'sent', 'mined') AND p.state IN ('final', 'doubled')) AS parts GROUP BY asset`;

/** An attempt `a` that ended, and that housekeeping had a day of the worker's clock to look at. */
const LEFT_BEHIND = `a.state IN ('final', 'reverted', 'dead', 'doubled') AND NOT EXISTS (SELECT 1 FROM dropped_attempts x WHERE x.attempt_id = a.id)
          AND a.created_at < (SELECT max(answered_at) FROM chain_cursors) - interval '1 day'`;

/** An order ends without an outcome where all that was paid is set aside: after its screening, or once it is unclaimed. */
const IS_SET_ASIDE =
  "(before = 'screening' AND type = 'deposit_screened' AND state IN ('expired', 'cancelled') OR before = 'action_required' AND type = 'timer' AND state = 'expired')";

/**
 * What must always hold, each a query that returns no row while it does. The numbers are the invariants' names.
 */
export const INVARIANTS: readonly Invariant[] = [
  {
    id: 1,
    name: "a ledger transaction balances per asset",
    query: "SELECT transaction_id FROM ledger_entries GROUP BY transaction_id, asset HAVING sum(units) <> 0",
  },
  {
    id: 2,
    name: "each asset conserves",
    query: "SELECT asset FROM ledger_accounts GROUP BY asset HAVING sum(normal * balance) <> 0",
  },
  {
    id: 3,
    name: "cached balances equal derived ones",
    query: `SELECT 1 FROM ledger_accounts a LEFT JOIN (SELECT account, asset, sum(units) AS units FROM ledger_entries GROUP BY account, asset) e
      USING (account, asset) WHERE a.balance <> a.normal * COALESCE(e.units, 0)
      UNION ALL SELECT 1 FROM reserves r LEFT JOIN ledger_accounts a ON a.account = 'chain' AND a.asset = r.asset
      WHERE r.hot <> COALESCE(a.balance, 0)
      UNION ALL SELECT 1 FROM reserves r LEFT JOIN ledger_accounts a ON a.account = 'unswept' AND a.asset = r.asset
      WHERE r.unswept <> COALESCE(a.balance, 0)
      UNION ALL SELECT 1 FROM reserves r LEFT JOIN (SELECT asset, sum(balance) AS balance FROM ledger_accounts
        WHERE account = 'unallocated' OR account LIKE 'customer:%' GROUP BY asset) a ON a.asset = r.asset
      WHERE r.owed <> COALESCE(a.balance, 0)
      UNION ALL SELECT 1 FROM reserves r LEFT JOIN (SELECT terms ->> 'receiveAsset' AS asset, sum(${big("unpaidUnits")}) AS units
        FROM orders WHERE state NOT IN ${ENDED} GROUP BY 1) u ON u.asset = r.asset
      WHERE r.unpaid <> COALESCE(u.units, 0)
      UNION ALL SELECT 1 FROM reserves r LEFT JOIN (
        WITH natives (chain, asset) AS (VALUES ${NATIVES}), known (code, chain) AS (VALUES ${KNOWN}) ${HELD}) h ON h.asset = r.asset
      WHERE r.held <> COALESCE(h.units, 0)
      UNION ALL SELECT 1 FROM reserves r LEFT JOIN (
        WITH natives (chain, asset) AS (VALUES ${NATIVES}), known (code, chain) AS (VALUES ${KNOWN}) ${PLANNED}) p ON p.asset = r.asset
      WHERE r.planned <> COALESCE(p.units, 0)`,
  },
  {
    id: 4,
    name: "no account is below zero unless allowed",
    query: "SELECT 1 FROM ledger_accounts WHERE balance < 0 AND NOT may_overdraw",
  },
  {
    id: 5,
    name: "each deposit is credited exactly once",
    query: `SELECT 1 FROM (SELECT asset, sum(units) AS units, count(*) AS n FROM deposits
        WHERE kind <> 'float' AND state IN ('credited', 'lost') GROUP BY asset) d
      FULL JOIN (SELECT e.asset, sum(e.units) AS units, count(*) AS n FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
        WHERE t.kind = 'credit' AND e.units > 0 GROUP BY e.asset) l USING (asset)
      WHERE COALESCE(d.units, 0) <> COALESCE(l.units, 0) OR COALESCE(d.n, 0) <> COALESCE(l.n, 0)`,
  },
  {
    id: 6,
    name: "at most one live attempt and one landing per payout leg",
    query: `SELECT p.leg_id FROM attempt_legs p JOIN payout_attempts a ON a.id = p.attempt_id GROUP BY p.leg_id
      HAVING count(*) FILTER (WHERE a.state NOT IN ('superseded', 'reverted', 'dead', 'doubled') AND NOT (a.kind = 'cancel' AND a.state = 'final')) > 1
        OR count(*) FILTER (WHERE a.kind = 'legs' AND a.state = 'final') > 1`,
  },
  {
    id: 7,
    name: "a live attempt has raw bytes and a transaction id, and a payment its legs",
    query: `SELECT 1 FROM payout_attempts WHERE state NOT IN ('reverted', 'dead') AND (raw = '' OR tx_id = '')
      UNION ALL SELECT 1 FROM payout_attempts a WHERE (kind = 'legs') <> EXISTS (SELECT 1 FROM attempt_legs p WHERE p.attempt_id = a.id)
        AND kind <> 'cancel'`,
  },
  {
    id: 8,
    name: "completed means that the final legs sum to what was owed",
    query: `SELECT o.id FROM orders o WHERE o.state = 'completed' AND ${big("settlement,receiveUnits")} <>
      (SELECT COALESCE(sum(units), 0) FROM payout_legs l WHERE l.order_id = o.id AND l.kind = 'payout' AND l.state = 'final')
      UNION ALL SELECT n.id::text FROM loans n LEFT JOIN payout_legs l ON l.loan_id = n.id
      WHERE CASE n.status WHEN 'completed' THEN l.state IS DISTINCT FROM 'final' OR l.units <> n.units
        WHEN 'failed' THEN l.state IS DISTINCT FROM 'reversed' WHEN 'processing' THEN l.state IS DISTINCT FROM 'planned' AND n.leg_id IS NOT NULL
        ELSE l.id IS NOT NULL END`,
  },
  {
    id: 9,
    name: "legs never exceed what is owed",
    query: `SELECT o.id FROM orders o JOIN payout_legs l ON l.order_id = o.id AND l.state <> 'reversed' GROUP BY o.id
      HAVING sum(l.units) FILTER (WHERE l.kind = 'payout') > ${big("settlement,receiveUnits")}
        OR (count(*) FILTER (WHERE l.kind = 'payout') > 0 AND count(*) FILTER (WHERE l.kind = 'refund') > 0)
        OR sum(l.units) FILTER (WHERE l.kind = 'refund') > (SELECT sum(d.units) FROM deposits d
          WHERE d.order_id = COALESCE(o.parent_id, o.id) AND d.state IN ('credited', 'lost'))`,
  },
  {
    id: 10,
    name: "nonces per sender have no gaps, inputs are locked once",
    query: `SELECT chain, sender FROM payout_attempts WHERE sender IS NOT NULL GROUP BY chain, sender
      HAVING count(DISTINCT nonce) <> max(nonce) - min(nonce) + 1
      UNION ALL SELECT a.chain, a.tx_id FROM payout_attempts a JOIN wallet_outputs w ON w.attempt_id = a.id
      WHERE a.state = 'final' AND w.state <> 'spent' OR a.state = 'dead'`,
  },
  {
    id: 11,
    name: "no payout without a credited deposit or a loan that was to be paid",
    query: `SELECT l.id FROM payout_legs l JOIN orders o ON o.id = l.order_id WHERE NOT EXISTS (SELECT 1 FROM deposits d
      WHERE d.order_id = COALESCE(o.parent_id, o.id) AND d.state IN ('credited', 'lost'))
      UNION ALL SELECT l.id FROM payout_legs l JOIN loans n ON n.id = l.loan_id WHERE n.status IN ('pending', 'paid') OR n.paid_by IS NULL
        OR n.leg_id IS DISTINCT FROM l.id OR (n.approval_required AND (n.approved_by IS NULL OR n.approved_by = n.created_by))
      UNION ALL SELECT a.asset FROM (SELECT asset, balance AS units FROM ledger_accounts WHERE account = 'loans') a
        FULL JOIN (SELECT asset, sum(units) AS units FROM payout_legs WHERE loan_id IS NOT NULL AND state <> 'reversed' GROUP BY asset) l USING (asset)
      WHERE COALESCE(a.units, 0) <> COALESCE(l.units, 0)`,
  },
  {
    id: 12,
    name: "the chain's balances equal the ledger's, in flight included",
    query: "SELECT asset FROM chain_checks WHERE mismatches >= 2",
  },
  {
    id: 13,
    name: "a status never regresses",
    query: `SELECT order_id FROM (SELECT order_id, type, state, lag(state) OVER (PARTITION BY order_id ORDER BY version) AS before FROM order_events) e
      WHERE (before IN ('screening', 'exchanging', 'mixing', 'sending', 'action_required', 'hold', 'refunding')
          AND state IN ('waiting', 'confirming', 'expired', 'cancelled') AND NOT ${IS_SET_ASIDE})
        OR (before IN ('completed', 'refunded', 'failed') AND state <> before)
      UNION ALL SELECT tx_id FROM payout_attempts WHERE state IN ('dead', 'superseded') AND proof IS NULL`,
  },
  {
    id: 14,
    name: "a payout is at most floor((credited - ceil(fee)) x rate)",
    query: `SELECT id FROM orders WHERE body #>> '{settlement,rate,numerator,$bigint}' IS NOT NULL AND (
      ${big("settlement,receiveUnits")} + ${big("settlement,networkFeeUnits")} > div(
        (${big("settlement,creditedUnits")} - ${big("settlement,feeUnits")}) * ${big("settlement,rate,numerator")}, ${big("settlement,rate,denominator")})
      OR ${big("settlement,feeUnits")} < ceil(${big("settlement,creditedUnits")} * (terms #>> '{feePpm,$bigint}')::numeric / 1000000))`,
  },
  {
    id: 15,
    name: "what was signed is what the order or the loan says",
    query: `SELECT a.tx_id FROM payout_attempts a JOIN attempt_legs p ON p.attempt_id = a.id JOIN payout_legs l ON l.id = p.leg_id
      WHERE p.destination <> l.destination OR p.units <> l.units OR a.kind = 'legs' AND a.asset <> l.asset OR a.kind = 'legs' AND p.ordinal = 0 AND a.destination <> p.destination
        OR a.kind = 'cancel' AND a.destination NOT IN (SELECT hot_address FROM public_wallets w WHERE w.chain = a.chain)
      UNION ALL SELECT a.tx_id FROM payout_attempts a JOIN attempt_legs p ON p.attempt_id = a.id
      WHERE a.kind = 'legs' GROUP BY a.id HAVING sum(p.units) <> a.units OR max(p.ordinal) <> count(*) - 1
      UNION ALL SELECT l.id FROM attempt_legs p JOIN payout_legs l ON l.id = p.leg_id JOIN orders o ON o.id = l.order_id
      WHERE NOT coalesce(CASE l.kind WHEN 'payout'
            THEN l.destination = o.terms #>> '{payout,address}' OR o.terms #> '{mixer,receiveAddresses}' ? l.destination
          ELSE l.destination = o.refund_address END, false)
      UNION ALL SELECT l.id FROM attempt_legs p JOIN payout_legs l ON l.id = p.leg_id JOIN loans n ON n.id = l.loan_id
      WHERE l.destination <> n.receive_address OR l.units <> n.units OR l.asset <> n.asset OR l.fee_units_max <> n.fee_units_max`,
  },
  {
    id: 16,
    name: "a mix's legs and what it still owes sum to what it is to pay, and none is paid with its own deposit",
    query: `SELECT o.id FROM orders o WHERE o.body #> '{mix}' IS NOT NULL AND ${big("settlement,receiveUnits")} <> ${big("mix,owedUnits")}
        + (SELECT COALESCE(sum(l.units), 0) FROM payout_legs l WHERE l.order_id = o.id AND l.kind = 'payout' AND l.state <> 'reversed')
      UNION ALL SELECT l.order_id FROM payout_legs l JOIN orders o ON o.id = l.order_id JOIN attempt_legs p ON p.leg_id = l.id
        JOIN wallet_outputs w ON w.attempt_id = p.attempt_id JOIN addresses d ON d.chain = w.chain AND d.address = w.address AND NOT d.pool
        WHERE l.kind = 'payout' AND o.terms ->> 'mixer' IS NOT NULL AND d.order_id = o.id
      UNION ALL SELECT l.order_id FROM payout_legs l JOIN orders o ON o.id = l.order_id JOIN attempt_legs p ON p.leg_id = l.id
        JOIN addresses d ON d.order_id = o.id AND NOT d.pool
        JOIN payout_attempts s ON s.chain = d.chain AND s.sender = d.address AND s.kind = 'sweep' AND s.id < p.attempt_id
        WHERE l.kind = 'payout' AND o.terms ->> 'mixer' IS NOT NULL
      UNION ALL SELECT order_id FROM mix_rounds WHERE state = 'final' AND attempt_id IS NULL`,
  },
  {
    id: 17,
    name: "what was forgotten cannot be found again",
    query: `SELECT a.address FROM addresses a JOIN forgotten_addresses f ON f.chain = a.chain AND f.index = a.index
      UNION ALL SELECT account FROM ledger_accounts WHERE account LIKE 'customer:%'
        AND NOT EXISTS (SELECT 1 FROM orders WHERE book = substr(account, 10))
      UNION ALL SELECT account FROM ledger_accounts WHERE account LIKE 'payable:%'
        AND NOT EXISTS (SELECT 1 FROM payout_legs WHERE id = substr(account, 9)) AND NOT EXISTS (SELECT 1 FROM orders WHERE book = substr(account, 9))
      UNION ALL SELECT k.order_id FROM idempotency_keys k WHERE k.order_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = k.order_id)
      UNION ALL SELECT k.order_id FROM api_key_orders k WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = k.order_id)
      UNION ALL SELECT w.tx_id FROM wallet_outputs w JOIN payout_attempts a ON a.id = w.attempt_id AND a.kind = 'forgotten' WHERE w.state = 'spent'
      UNION ALL SELECT tx_id FROM payout_attempts WHERE kind = 'forgotten' AND (raw <> '-' OR tx_id NOT LIKE 'forgotten:%')
      UNION ALL SELECT a.tx_id FROM payout_attempts a JOIN LATERAL (SELECT CASE a.kind WHEN 'top_up' THEN a.destination ELSE a.sender END AS address) p ON true
        WHERE a.kind IN ('sweep', 'top_up', 'adopted') AND ${LEFT_BEHIND} AND NOT EXISTS (SELECT 1 FROM addresses d WHERE d.chain = a.chain AND d.address = p.address)
          AND is_forgotten_address(a.chain, p.address)
      UNION ALL SELECT w.tx_id FROM wallet_outputs w JOIN payout_attempts a ON a.id = w.attempt_id
        WHERE w.state = 'spent' AND w.branch = 'deposit' AND ${LEFT_BEHIND} AND NOT EXISTS (SELECT 1 FROM addresses d WHERE d.chain = w.chain AND d.address = w.address)
          AND is_forgotten_address(w.chain, w.address)`,
  },
  {
    id: 18,
    name: "every order, leg, loan and sweep has moved, or waits for something named, within its time",
    query: STUCK,
  },
];

/** What an invariant found: `violations` counts rows, 0 when it holds. */
export type InvariantFound = { id: number; name: string; violations: number };

/** Runs every invariant, each in a snapshot of its own, and without a deadline: with the books grows what it takes. */
export async function checkInvariants(database: Database): Promise<InvariantFound[]> {
  const results: InvariantFound[] = [];
  for (const { id, name, query } of INVARIANTS) {
    const violations = await longSnapshot(database, async (tx) => {
      const rows = await tx.execute<{ n: string }>(
        sql.raw(`SELECT count(*) AS n FROM (${query}) AS violations`),
      );
      return Number(rows[0]?.n ?? 0);
    });
    results.push({ id, name, violations });
  }
  return results;
}
