import type { Mutant } from "./mutant";
import { RULE_MUTANTS } from "./planted-rules";

const FOLLOWER = "payouts/follower.ts";
const SEND = "payouts/send.ts";
const IMPORT_SIGN = {
  find: 'import type { FollowParts } from "./parts";',
  replace: 'import type { FollowParts } from "./parts";\nimport { signLegs } from "./sign-legs";',
};
/** Declares an attempt dead without proof, and builds another. */
const buildAnew = (why: string, answer = ""): string => `
    if (attempt.purpose.kind === "legs") {
      const buried = { state: "dead" as const, proof: "${why}", nextCheckAt: parts.clock.now() };
      await moveAttempt(parts.database, attempt, buried);
      await signLegs(
        parts,
        attempt.purpose.legs.map(({ legId }) => legId),
      );
      return${answer};
    }`;

export const MUTANTS: readonly Mutant[] = [
  {
    name: "pay-twice-on-retry",
    story: "a lost answer counts as a failed payment, and another transaction is built",
    seed: 5,
    patches: [
      { file: SEND, ...IMPORT_SIGN },
      {
        file: SEND,
        find: "  const { outcome, ...rest } = await chain.broadcast(attempt.raw);",
        replace: `  const answered = await chain.broadcast(attempt.raw).catch(() => null);
  if (answered === null) {${buildAnew("no answer", " true")}
    return true;
  }
  const { outcome, ...rest } = answered;`,
      },
    ],
  },
  {
    name: "rebuild-on-timeout",
    story: "a transaction that the node does not know is given up, and another is built",
    patches: [
      { file: FOLLOWER, ...IMPORT_SIGN },
      {
        file: FOLLOWER,
        find: '  if (status.status === "unknown") return send(parts, chain, attempt, tip);',
        replace: `  if (status.status === "unknown") {${buildAnew("unknown to the node")}
    return send(parts, chain, attempt, tip);
  }`,
      },
    ],
  },
  {
    name: "refusal-is-death",
    story: "a node's refusal counts as proof that the transaction can never be mined",
    patches: [
      { file: SEND, ...IMPORT_SIGN },
      {
        file: SEND,
        find: '  parts.log.warn({ chain: chain.id, attempt: attempt.id, ...rest }, "the node refused a transaction of ours");',
        replace: `  parts.log.warn({ ...rest }, "refused");${buildAnew("refused", " true")}`,
      },
    ],
  },
  {
    name: "credit-twice",
    story: "our own change, sweeps and top-ups count as deposits, on top of being booked as ours",
    patches: [
      {
        file: "deposits/credit.ts",
        find: "if (context.isOurTransaction || transfer.units",
        replace: "if (transfer.units",
      },
    ],
  },
  {
    name: "one-confirmation-too-few",
    story: "a deposit is credited in its first block",
    patches: [
      {
        file: "compose-worker.ts",
        find: "        policyFor: (coins) => policy(deps, chain.id, stakeOf(prices, clock, coins)),",
        replace: "        policyFor: () => ({ confirmations: 1, finalized: false }),",
      },
    ],
  },
  {
    name: "fee-floor",
    story: "the fee is rounded down instead of up",
    patches: [
      {
        file: "core/fees.ts",
        find: "(units: bigint, ppm: Ppm): bigint => mulDivCeil(units, ppm, PPM)",
        replace: "(units: bigint, ppm: Ppm): bigint => (units * ppm) / PPM",
      },
    ],
  },
  {
    name: "no-surcharge",
    story: "a fixed rate is sold at the price of a floating one",
    patches: [
      {
        file: "core/fees.ts",
        find: '(orderType === "fixed" ? schedule.fixedSurchargePpm : 0n)',
        replace: '(orderType === "fixed" ? 0n : 0n)',
      },
    ],
  },
  {
    name: "one-sided-leg",
    story: "the fee leaves the customer's account and arrives nowhere",
    patches: [
      {
        file: "ledger/entry.ts",
        find: '    ...move(f.sendAsset, f.feeUnits, { debit: customer, credit: "fees" }),',
        replace: '    ...move(f.sendAsset, f.feeUnits, { debit: customer, credit: "fees" }).slice(0, 1),',
      },
      {
        file: "ledger/entry.ts",
        find: "entries.length >= 2 && balanced(entries)",
        replace: "entries.length >= 1",
      },
    ],
  },
  {
    name: "missing-fencing",
    story: "a worker that wakes late overwrites what others learned about a transaction meanwhile",
    patches: [
      {
        file: "payouts/attempt-store.ts",
        find: "UPDATE payout_attempts SET fence = fence + 1, next_check_at",
        replace: "UPDATE payout_attempts SET next_check_at",
      },
      {
        file: "payouts/attempt-store.ts",
        find: " AND state NOT IN ('final', 'reverted', 'dead', 'doubled')\n    RETURNING id`",
        replace: "\n    RETURNING id`",
      },
    ],
  },
  {
    name: "refund-beside-payout",
    story: "money that comes after the payout was planned joins the order instead of opening a child",
    patches: [
      {
        file: "orders/machine/on-deposit.ts",
        find: "  if (isDecided(order) || (isWrong && hasOtherMoney(order, deposit.id))) {",
        replace: "  if (isWrong && hasOtherMoney(order, deposit.id)) {",
      },
    ],
  },
  {
    name: "reserve-not-released",
    story: "what the reserve set aside for an order is never given back",
    patches: [
      {
        file: "orders/machine/effects.ts",
        find: "  return hold(order, { heldUnits: 0n, unpaidUnits: 0n });",
        replace: "  return { order: { ...order, heldUnits: 0n, unpaidUnits: 0n }, reserve: [] };",
      },
    ],
  },
  {
    name: "reorg-not-unwound",
    story: "a deposit keeps its block after that block has left the best chain",
    patches: [
      {
        file: "deposits/reorg.ts",
        find: "for (const row of rows) await takeOutOfBlock(parts, tx, row, isUnknown);",
        replace: "for (const row of creditedAmong(rows)) await takeOutOfBlock(parts, tx, row, isUnknown);",
      },
      {
        file: "deposits/sightings.ts",
        find: 'if (isMempool || known.state !== "seen" || known.blockHash === block.blockHash) return null;',
        replace: 'if (isMempool || known.state !== "seen" || known.blockHash !== null) return null;',
      },
    ],
  },
  {
    name: "late-is-welcome",
    story: "a payment after the window is exchanged as if nothing were",
    patches: [
      {
        file: "orders/machine/on-deposit.ts",
        find: "inPhase({ ...next, late: cameLate(order, seen) }",
        replace: "inPhase({ ...next, late: false }",
      },
      {
        file: "orders/machine/on-deposit.ts",
        find: 'late: order.phase.state === "cancelled" || cameLate(order, seen),',
        replace: "late: false,",
      },
    ],
  },
  {
    name: "listed-is-clear",
    story: "money from a listed source goes on as any other",
    patches: [
      {
        file: "orders/machine/on-deposit.ts",
        find: "  if (isForReview(event.source)) {",
        replace: "  if (order.version < 0) {",
      },
    ],
  },
  {
    name: "quarantine-dropped",
    story: "a mix may be paid with its own deposit, and its deposit is swept before it is paid",
    seed: 7,
    patches: [
      {
        file: "payouts/outputs-store.ts",
        find: "q.chain = w.chain AND q.address = w.address)",
        replace: "q.chain = w.chain AND q.address = w.address AND false)",
      },
      {
        file: "payouts/sweep-store.ts",
        find: "q.chain = COALESCE(u.home, u.chain) AND q.address = u.address)",
        replace: "q.chain = u.chain AND q.address = u.address AND false)",
      },
    ],
  },
  {
    name: "second-plan",
    story: "a worker that meets a mix for the first time draws a plan of its own",
    patches: [
      {
        file: "mixing/engine.ts",
        find: "      return step(parts, order, { mix: order.mix, settlement: order.settlement });",
        replace: `      if (!met.has(row.orderId)) {
        met.add(row.orderId);
        await deleteMix(database, row.orderId);
        await (await this.newSeed(row.orderId)).keep(database);
      }
      return step(parts, order, { mix: order.mix, settlement: order.settlement });`,
      },
      {
        file: "mixing/engine.ts",
        find: "  const { database, mixKeys, clock, random } = parts;",
        replace: "  const { database, mixKeys, clock, random } = parts;\n  const met = new Set<string>();",
      },
    ],
  },
  {
    name: "aside-not-released",
    story: "what the reserve set aside for a round's fee is never given back",
    patches: [
      {
        file: "orders/machine/on-mix.ts",
        find: "  return effects({ ...found(order), mix: next }, { reserve: feesReserve(order, -mix.roundFeeUnitsMax) });",
        replace: "  return effects({ ...found(order), mix: next });",
      },
    ],
  },
  ...RULE_MUTANTS,
];
