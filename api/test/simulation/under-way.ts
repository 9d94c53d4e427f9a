import { registryUnits } from "../../src/core/asset-amount";
import { assetOf } from "../../src/core/assets";
import { unconfirmed } from "./nature";
import { isSetAside } from "./set-aside";
import type { World } from "./world";

/** Nothing is under way but mixes that wait for their time: it is made to come. */
const MIX_WAITS_MS = 180_000;
const ONLY_MIXES_WAIT = /^commands: mix of \S+ \(not due\)(, mix of \S+ \(not due\))*$/;
/** A payment that is too dear for so long is put on hold. */
const FEE_WAITS_MS = 3_700_000;
const IS_TOO_DEAR = /^commands: [^;]*\(the network fee is above its cap\)[^;]*$/;

/** For how long nothing will happen in what is under way, in ms. */
export function waitOf(busy: string): number {
  if (ONLY_MIXES_WAIT.test(busy)) return MIX_WAITS_MS;
  return IS_TOO_DEAR.test(busy) ? FEE_WAITS_MS : 0;
}

const ONLY_HELD_WAIT =
  /^commands: mix of \S+ \(the order is held\)(, mix of \S+ \((the order is held|not due)\))*$/;

/** Whether nothing happens before the administrator decides. */
export const waitsForAdministrator = (busy: string): boolean => ONLY_HELD_WAIT.test(busy);

/** Whether an order, or the one that it came from, was paid by what is gone and never comes back: what it pays for is never sent. */
export const paidByLost = (world: World, id: string): boolean =>
  world.customers.some(
    ({ orderId, payments }) =>
      (orderId === id || orderId === world.seen.get(id)?.parentId) &&
      payments.some(({ txHash }) => world.lost.has(txHash)),
  );

/** What is under way; null when nothing is. */
export async function whatIsUnderWay(world: World): Promise<string | null> {
  const chains = [...world.chains];
  const tokens = world.assets.filter((asset) => assetOf(asset).kind === "token");
  // What is worth the fee of moving must not stay behind on a deposit address.
  const worth = tokens.map((asset) => String(registryUnits(asset, "minAmount") / 10n));
  const unpaid = [...world.seen.keys()].filter((id) => paidByLost(world, id));
  const [row] = await world.plot.observer<
    {
      commands: string | null;
      attempts: string | null;
      deposits: string | null;
      behind: string | null;
      unswept: string | null;
    }[]
  >`SELECT
      (SELECT string_agg(kind || ' of ' || left(order_id, 6) || ' (' || COALESCE(last_error, 'not tried') || ')', ', ')
        FROM outbox WHERE done_at IS NULL AND NOT (order_id = ANY(${unpaid}) AND kind = 'send_leg')) AS commands,
      (SELECT string_agg(kind || ' ' || state || ' ' || left(tx_id, 8) || COALESCE(' (' || said || ')', ''), ', ')
        FROM payout_attempts LEFT JOIN attempt_looks ON attempt_id = id WHERE state IN ('signed', 'broadcasting', 'sent', 'mined')) AS attempts,
      (SELECT string_agg(state || ' ' || left(tx_id, 8), ', ') FROM deposits
        WHERE state IN ('seen', 'confirmed') OR state = 'lost' AND NOT tx_id = ANY(${[...world.lost]}::text[])
          -- What a balance reports has no transaction to be known by.
          AND NOT (tx_id LIKE 'native:%' AND order_id = ANY(${unpaid}))) AS deposits,
      (SELECT string_agg(chain || ' ' || status, ', ') FROM chain_cursors WHERE status <> 'ok' AND chain = ANY(${chains}::text[])) AS behind,
      (SELECT string_agg(u.units || ' ' || u.asset, ', ') FROM unswept u
        JOIN unnest(${tokens}::text[], ${worth}::text[]) AS token (asset, least) ON token.asset = u.asset
        WHERE u.units >= token.least::numeric AND NOT ${isSetAside(world)}
          AND NOT EXISTS (SELECT 1 FROM quarantined q WHERE q.chain = COALESCE(u.home, u.chain) AND q.address = u.address)) AS unswept`;
  const mempool = await unconfirmed(world);
  const parts = Object.entries({ ...row, ...(mempool > 0 ? { mempool } : {}) }).filter(
    ([, value]) => value !== null,
  );
  return parts.length === 0 ? null : parts.map(([name, value]) => `${name}: ${value}`).join("; ");
}
