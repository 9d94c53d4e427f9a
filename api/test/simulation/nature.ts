import { loadCursors, resumeChain } from "../../src/chains/cursor-store";
import { NATIVE_ASSET } from "../../src/core/assets";
import { orderIdOf } from "../../src/core/ids";
import { sourcesForReview } from "../../src/orders/machine/review";
import { loadOrder } from "../../src/orders/store/store";
import { answer, consent } from "./customers";
import { meet } from "./faulty-chain";
import { lookAtMixes, noteLostKey } from "./mixes";
import { noteMoment } from "./moments";
import type { World } from "./world";

/** Looks at every order: what states there are, who was asked, and what the next steps can act on. */
export async function look(world: World): Promise<void> {
  const moment = noteMoment(world);
  const rows = await world.plot.observer<
    {
      id: string;
      parent: string | null;
      state: string;
      reason: string | null;
      refund: string | null;
      overdue: string | null;
    }[]
  >`SELECT id, parent_id AS parent, state, body #>> '{phase,reason}' AS reason, refund_address AS refund,
      body #>> '{phase,overdue}' AS overdue FROM orders ORDER BY created_at, id`;
  for (const row of rows) {
    const before = world.seen.get(row.id);
    if (before?.state !== row.state || before.reason !== row.reason) {
      const reason = row.reason === null ? "" : `:${row.reason}`;
      world.reached.add(row.state).add(`${row.state}${reason}`);
      world.note(`order ${row.id.slice(0, 6)} is ${row.state}${reason}`);
      const change = { from: before?.state ?? null, to: row.state, moment };
      world.changes.set(row.id, [...(world.changes.get(row.id) ?? []), change]);
    }
    if (row.state === "action_required")
      world.asked.set(row.id, new Set([...(world.asked.get(row.id) ?? []), row.reason ?? ""]));
    if (row.reason === "mix_key_lost") noteLostKey(world, row.id);
    world.seen.set(row.id, {
      id: row.id,
      parentId: row.parent,
      state: row.state,
      reason: row.reason,
      refundAddress: row.refund,
      overdue: row.overdue === "true",
    });
  }
  // Only these can be mixes that have a plan.
  if (rows.some(({ state }) => state === "mixing" || state === "sending")) await lookAtMixes(world);
}

/** Mines on a chain of the world. */
export async function mine(world: World, blocks = 1): Promise<void> {
  await world.simnet.mine({ asset: NATIVE_ASSET[world.dice.pick(world.chains)], blocks });
}

/** The last block gives way to two: within the policy, so nothing that is credited or final may change. */
export async function reorg(world: World): Promise<void> {
  const chain = world.dice.pick(world.chains);
  meet(world.mishaps, "reorg");
  world.tell("Chain", chain, `${chain} replaces its last block`);
  await world.simnet.reorg({ asset: NATIVE_ASSET[chain], depth: 1 });
}

/** History is rewritten below the policy depth: the chain must halt where credited money was concerned. */
export async function deepReorg(world: World): Promise<void> {
  const chain = world.dice.pick(world.chains);
  const depth = 3 + world.dice.below(3);
  meet(world.mishaps, "deepReorg");
  world.tell("Chain", chain, `${chain} replaces its last ${depth} blocks`);
  world.rewritten.add(chain);
  await world.simnet.reorg({ asset: NATIVE_ASSET[chain], depth });
}

/** A node of the world does not answer for a while. */
export function loseNode(world: World): void {
  const chain = world.dice.pick(world.chains);
  const forMs = 5_000 + world.dice.below(60_000);
  meet(world.mishaps, "away");
  world.tell("Chain", chain, `the node of ${chain} is away for ${Math.ceil(forMs / 1_000)} seconds`);
  world.mishaps.awayUntil.set(chain, world.clock.ms + forMs);
}

/** The pool address of a round that is on its way to it takes no tokens: the round reverts. */
export async function revertRound(world: World): Promise<void> {
  const rows = await world.plot.observer<{ address: string }[]>`
    SELECT a.destination AS address FROM mix_rounds r JOIN payout_attempts a ON a.id = r.attempt_id
    WHERE r.state = 'signed' AND a.sender IS NOT NULL AND a.state IN ('signed', 'broadcasting', 'sent') ORDER BY a.id`;
  if (rows.length === 0) return;
  const { address } = world.dice.pick(rows);
  meet(world.mishaps, "revertRound");
  world.tell("Chain", null, `the round to ${address} will revert`);
  world.mixes.reverting.add(address);
  await world.simnet.setReverting({ address, on: true });
}

/** Nodes forget a transaction of ours that nobody has mined yet. */
export async function dropOwn(world: World): Promise<void> {
  const rows = await world.plot.observer<{ chain: string; id: string }[]>`
    SELECT chain, tx_id AS id FROM payout_attempts WHERE state IN ('broadcasting', 'sent') ORDER BY id`;
  const droppable = rows.filter(
    ({ chain }) => ![...world.rewritten].some((rewritten) => rewritten === chain),
  );
  if (droppable.length === 0) return;
  const { id } = world.dice.pick(droppable);
  const dropped = await world.simnet.drop({ txHash: id });
  if (!dropped.ok) return;
  meet(world.mishaps, "dropOwn");
  world.tell("Chain", null, `nodes forget our transaction ${id.slice(0, 8)}`);
}

/** A request that was given up long ago arrives after all. */
export async function deliverLate(world: World): Promise<void> {
  const send = world.mishaps.late.shift();
  if (send === undefined) return;
  world.tell("Chain", null, "a request that was given up arrives late");
  await send();
}

/** Time passes at once: past the leases, or past the payment windows. */
export function leap(world: World): void {
  const { dice, clock } = world;
  const kind = dice.below(10);
  clock.ms += kind === 0 ? 1_900_000 : kind < 4 ? 65_000 : 16_000 + dice.below(20_000);
}

/** The administrator looks: resumes halted chains, decides about what is held. */
export async function administer(world: World): Promise<void> {
  for (const [chain, { status }] of await loadCursors(world.plot.admin)) {
    if (status !== "halted") continue;
    if (![...world.rewritten].some((rewritten) => rewritten === chain))
      throw new Error(`${chain} was halted by a reorg within the policy`);
    world.reached.add("chain_halted");
    world.tell("Sotto", chain, `the administrator resumes ${chain}`);
    await resumeChain(world.plot.admin, chain);
  }
  const held = [...world.seen.values()].filter(({ state }) => state === "hold");
  if (held.length === 0) return;
  const order = world.dice.pick(held);
  const looked = await loadOrder(world.plot.admin, orderIdOf(order.id));
  const seenSources = looked === undefined ? [] : sourcesForReview(looked).map(({ no }) => no);
  const context = { adminId: "admin", admin: "admin", reason: "simulation", seenSources };
  if (order.reason === "payout_failed" && world.dice.permille(500)) await allowPayouts(world);
  const choice = world.dice.pick(["exchange", "refund"] as const);
  const outcome = await (choice === "exchange"
    ? world.orders.release(order.id, context)
    : world.orders.refundHeld(order.id, context));
  const done = outcome.ok ? "done" : outcome.error.code;
  world.tell("Sotto", order.id, `the administrator chooses ${choice} for the held order: ${done}`);
  if (outcome.ok) consent(world, order.id, `admin_${choice}`);
}

/** Transfers to customers' addresses no longer fail. */
export async function allowPayouts(world: World): Promise<void> {
  const addresses = world.customers.flatMap(({ receiveAddresses }) => receiveAddresses);
  for (const address of [...addresses, ...world.mixes.reverting])
    await world.simnet.setReverting({ address, on: false });
}

/** Somebody who was asked answers. */
export async function answerOne(world: World): Promise<void> {
  const open = [...world.seen.values()].filter(({ state }) => state === "action_required");
  if (open.length > 0) await answer(world, world.dice.pick(open), { insist: false });
}

/** Mines one block on every chain of the world. */
export async function mineAll(world: World): Promise<void> {
  for (const chain of world.chains) await world.simnet.mine({ asset: NATIVE_ASSET[chain], blocks: 1 });
}

/** Transactions that no block holds, over the chains of the world. */
export async function unconfirmed(world: World): Promise<number> {
  const [row] = await world.plot.simnet<{ count: number }[]>`
    SELECT count(*)::int AS count FROM transaction WHERE height IS NULL AND chain = ANY(${[...world.chains]}::text[])`;
  return row?.count ?? 0;
}
