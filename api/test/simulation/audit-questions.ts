/** The auditor's part for what customers were asked, and what they agreed to. */
import type { Facts, Moment, OrderFacts, Payment } from "./auditor";

/** What the customer had agreed to when the order was settled; nothing where it was asked again since, and then paid. */
export function agreementAt(
  { agreements, changes }: OrderFacts,
  own: readonly Payment[],
  settled: Moment,
): OrderFacts["agreements"][number] | undefined {
  const last = agreements.filter(({ moment }) => moment.at <= settled.at).at(-1);
  const isPaidInstead = changes.some(
    ({ to, moment: { at } }) =>
      to === "action_required" &&
      last !== undefined &&
      at > last.moment.at &&
      at <= settled.at &&
      own.some(({ minedAt }) => minedAt > last.moment.at),
  );
  return isPaidInstead ? undefined : last;
}

/**
 * Questions that a late payment at a fixed rate is never asked: it no longer has that rate. Where its customer has agreed
 * to other figures, the rate can move below those.
 */
const OF_THE_RATE = ["rate_moved", "less", "more"];

/** Why the question that an order asked was a wrong one; null when it was right, as far as can be known. */
export function questionTrouble(order: OrderFacts, own: readonly Payment[], facts: Facts): string | null {
  const { orderType, expiresAt, send } = order.customer;
  if (order.isChild || orderType !== "fixed" || own.length === 0 || facts.isRewritten(send)) return null;
  const isLate = own.every(({ minedAt }) => minedAt > expiresAt);
  const asked = OF_THE_RATE.filter(
    (reason) => order.asked.has(reason) && !(reason === "rate_moved" && hasAgreedBefore(order)),
  );
  return isLate && asked.length > 0
    ? `asked about ${asked.join()}, although all of its payments came late`
    : null;
}

/** Whether something else was asked first, and asked again after the customer had agreed to an exchange. */
const hasAgreedBefore = ({ asked, agreements, changes }: OrderFacts): boolean =>
  [...asked][0] !== "rate_moved" &&
  agreements.some((agreement) =>
    changes.some(({ to, moment }) => to === "action_required" && moment.at > agreement.moment.at),
  );
