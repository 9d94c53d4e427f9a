import type { Mutant } from "./mutant";

/** Bugs that break a rule of the business: who is paid, at what rate, for what fee, and when nothing may be paid. */
export const RULE_MUTANTS: readonly Mutant[] = [
  {
    name: "first-payee-for-all",
    story: "every order that is paid on a chain pays the first order's payee there",
    patches: [
      {
        file: "orders/verbs/create.ts",
        find: '      payout: { kind: "to", address: draft.receiveAddress },',
        replace: '      payout: { kind: "to", address: firstPayee(draft) },',
      },
      {
        file: "orders/verbs/create.ts",
        find: "function createdOrder(",
        replace: `const payees = new Map<string, string>();
function firstPayee({ pair, receiveAddress }: OrderDraft): string {
  const { chain } = assetOf(pair.receive);
  payees.set(chain, payees.get(chain) ?? receiveAddress);
  return payees.get(chain) ?? receiveAddress;
}

function createdOrder(`,
      },
    ],
  },
  {
    name: "network-fee-of-one-unit",
    story: "whatever the networks cost, a customer is charged one unit for them",
    patches: [
      {
        file: "market/market.ts",
        find: "  return { units, depositUnits, roundUnits };",
        replace: "  return { units: units > 1n ? 1n : units, depositUnits, roundUnits };",
      },
    ],
  },
  {
    name: "fixed-late-by-block-off",
    story: "a fixed rate is given to a payment that was seen in time, though its block came too late",
    patches: [
      {
        file: "orders/machine/on-deposit.ts",
        find: '  (order.terms.orderType === "fixed" ? (deposit.blockAt ?? deposit.seenAt) : earliest(deposit)) >',
        replace: "  earliest(deposit) >",
      },
      {
        file: "orders/machine/on-deposit.ts",
        find: "(isFixed && event.blockAt > credited.terms.expiresAt)",
        replace: "(isFixed && event.at < 0)",
      },
    ],
  },
  {
    name: "one-percent-rule-off",
    story: "a fixed rate is honoured however far the market has fallen below it",
    seed: 0,
    patches: [
      {
        file: "orders/machine/on-settle.ts",
        find: "if (fellMoreThan(order.terms.quote.rate, market.rate, FIXED_MOVE_PPM)) return",
        replace:
          "if (order.version < 0 && fellMoreThan(order.terms.quote.rate, market.rate, FIXED_MOVE_PPM)) return",
      },
    ],
  },
  {
    name: "exposure-cap-off",
    story: "any number of orders is promised a fixed rate",
    patches: [
      {
        file: "orders/verbs/exposure.ts",
        find: "  return [send, receive].some((asset) => {",
        replace: "  return [send, receive].slice(2).some((asset) => {",
      },
    ],
  },
  {
    name: "funding-trouble-off",
    story: "payments are signed while the chain that they or their deposits are on is halted",
    patches: [
      {
        file: "payouts/leg-store.ts",
        find: "  const funding = await tx.execute<{ chain: ChainId; state: string }>(sql`",
        replace:
          "  if (leg.units > 0n) return null;\n  const funding = await tx.execute<{ chain: ChainId; state: string }>(sql`",
      },
    ],
  },
  {
    name: "is-frozen-off",
    story: "an asset is paid out while coins of it are missing on its chain",
    patches: [
      {
        file: "ledger/reconcile-store.ts",
        find: "gte(chainChecks.deficits, DEFICITS_MAX)));",
        replace: "gte(chainChecks.deficits, 1_000_000)));",
      },
    ],
  },
  {
    name: "approval-for-ever",
    story: "figures that a customer agreed to are paid, however low the market is when they are settled",
    seed: 13,
    patches: [
      {
        file: "orders/machine/on-settle.ts",
        find: "    const lower = lowerOf<typeof current>(consent, current);",
        replace: "    const lower = order.version < 0 ? lowerOf<typeof current>(consent, current) : consent;",
      },
    ],
  },
  {
    name: "dust-is-a-payment",
    story:
      "whatever a stranger sends to an order's address is one of its payments, and the order is decided by it",
    patches: [
      {
        file: "deposits/credit.ts",
        find: "transfer.units < context.dustUnits(transfer.asset)",
        replace: "transfer.units < 0n * context.dustUnits(transfer.asset)",
      },
    ],
  },
];
