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
        find: "function createdOrder<Answer>(",
        replace: `const payees = new Map<string, string>();
function firstPayee({ pair, receiveAddress }: OrderDraft): string {
  const { chain } = assetOf(pair.receive);
  payees.set(chain, payees.get(chain) ?? receiveAddress);
  return payees.get(chain) ?? receiveAddress;
}

function createdOrder<Answer>(`,
      },
    ],
  },
  {
    name: "network-fee-of-one-unit",
    story: "whatever the networks cost, a customer is charged one unit for them",
    patches: [
      {
        file: "market/market.ts",
        find: "  return { units, furtherUnits, roundUnits };",
        replace: "  return { units: units > 1n ? 1n : units, furtherUnits, roundUnits };",
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
        find: "(isFixed && (cameTooLate || isCompletedLate(credited)))",
        replace: "(isFixed && (cameTooLate || isCompletedLate(credited)) && event.at < 0)",
      },
    ],
  },
  {
    name: "one-percent-rule-off",
    story: "a fixed rate is honoured however far the market has fallen below it",
    seed: 2,
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
        find: "    [send, receive].some((asset) => {",
        replace: "    [send, receive].slice(2).some((asset) => {",
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
    patches: [
      {
        file: "orders/machine/on-settle.ts",
        find: "    const lower = lowerOf<typeof current>(consent, current);",
        replace: "    const lower = order.version < 0 ? lowerOf<typeof current>(consent, current) : consent;",
      },
    ],
  },
  {
    name: "depth-ignores-value",
    story: "whatever is at stake, a deposit is credited at the depth of the smallest one",
    patches: [
      {
        file: "stake.ts",
        find: "  return (units * priced.price) / (PRICE_SCALE",
        replace: "  return (0n * units * priced.price) / (PRICE_SCALE",
      },
    ],
  },
  {
    name: "newest-12-watched",
    story: "native receipts are looked for at the newest twelve addresses only",
    patches: [
      {
        file: "deposits/watch-store.ts",
        find: "    addresses: [...new Set(addresses)],",
        replace: "    addresses: [...new Set(addresses)].slice(-12),",
      },
    ],
  },
  {
    name: "payout-depth-shallow",
    story: "a payment counts as final in its first block, however much it pays",
    patches: [
      {
        file: "compose-worker.ts",
        find: "    payoutPolicy: (chain, coins) => policy(deps, chain.id, stakeOf(prices, clock, [coins])),",
        replace: "    payoutPolicy: () => ({ confirmations: 1, finalized: false }),",
      },
    ],
  },
  {
    name: "restored-at-one-confirmation",
    story: "a deposit that a deep reorg took is credited again in the first block that has it",
    patches: [
      {
        file: "deposits/watcher.ts",
        find: "  await settleDeep(parts, looks, unsettled.filter(isBack), tip);",
        replace:
          "  for (const row of unsettled.filter(isBack)) if (tip.height > 0) await settleFinal(parts, row);",
      },
    ],
  },
  {
    name: "reconcile-limit-5",
    story: "where more than five addresses hold coins, books and chain are not compared",
    patches: [
      {
        file: "ledger/reconcile.ts",
        find: "      if (pass === undefined || isSettled",
        replace: "      if (pass === undefined || pass.books.addresses.length > 5 || isSettled",
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
        find: "transfer.units < context.leastPayment(transfer.asset)",
        replace: "transfer.units < 0n * context.leastPayment(transfer.asset)",
      },
    ],
  },
  {
    name: "raised-beside-first",
    story:
      "a payment at a higher fee spends other coins or the next nonce, so that it lands beside the first",
    patches: [
      {
        file: "payouts/raise-fee.ts",
        find: "payFromOutputs(parts, tx, chain, { legs, kept, feeOf });",
        replace: "payFromOutputs(parts, tx, chain, { legs, kept: kept.slice(0, 0), feeOf });",
      },
      {
        file: "payouts/raise-fee.ts",
        find: "fee && fromAccount({ from, to, asset, units, nonce, fee });",
        replace: "fee && fromAccount({ from, to, asset, units, nonce: nonce + 1, fee });",
      },
    ],
  },
  {
    name: "lost-deposit-pays",
    story:
      "what a deposit pays for is sent though a deep reorg has taken the deposit, once its chain is resumed",
    patches: [
      {
        file: "payouts/leg-store.ts",
        find: '  if (funding.some(({ state }) => state === "lost")) return "deposit_lost";',
        replace: "",
      },
    ],
  },
  {
    name: "lost-plan-pays-itself",
    story: "a mix whose plan cannot be read any more becomes one payout, and no administrator is asked",
    patches: [
      {
        file: "orders/machine/on-mix.ts",
        find: '  return effects({ ...onHold(order, "mix_key_lost", event.at), mixLost: true });',
        replace: "  return effects({ ...order, mixLost: true });",
      },
    ],
  },
  {
    name: "quote-is-an-option",
    story: "who paid in time at a fixed rate gets the market's by a further payment, where that is better",
    patches: [
      {
        file: "orders/machine/offer.ts",
        find: "  return isQuoteTaken(order) ? lowerOf(quotedFigures(order, market), current) : current;",
        replace:
          "  return order.version < 0 && isQuoteTaken(order) ? lowerOf(quotedFigures(order, market), current) : current;",
      },
    ],
  },
  {
    name: "minor-listed-is-clear",
    story: "a minor payment from a listed source is exchanged with the others",
    patches: [
      {
        file: "orders/machine/on-deposit.ts",
        find: "      return leave(next, deposit.id, event);",
        replace:
          '      return next.phase.state === "screening" ? proceed(next, event.market, event.at) : effects(next);',
      },
    ],
  },
];
