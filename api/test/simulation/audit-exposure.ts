/** The auditor's part for promises: how far fixed rates that are not paid for may shift what the house has of an asset. */
import type { CustomerFacts, Facts } from "./auditor";

/** In whole USDT, and the scale of prices. */
const UNPAID_USDT_MAX = 500_000n;
const PRICE_SCALE = 10n ** 12n;

type Quote = NonNullable<CustomerFacts["shown"]["quote"]>;
type Promised = { customer: CustomerFacts; quote: Quote };

/** Every order at a fixed rate that was one too many, as far as that is sure. */
export function auditExposure(facts: Facts): string[] {
  const promised = facts.orders.flatMap(({ customer, isChild }): Promised[] => {
    const { quote } = customer.shown;
    return isChild || quote === null ? [] : [{ customer, quote }];
  });
  return promised.flatMap(({ customer, quote }) =>
    [customer.send, customer.receive].flatMap((asset) => {
      const shift = leastShift(promised, asset, quote.moment.at);
      const prices = quote.moment.prices.map(({ prices: known }) => known.get(asset) ?? 0n);
      const scale = PRICE_SCALE * 10n ** BigInt(facts.assets.get(asset)?.decimals ?? 0);
      return prices.length > 0 && prices.every((price) => shift * price > UNPAID_USDT_MAX * scale)
        ? [`${shift} ${asset} are promised at fixed rates to orders that are not paid`]
        : [];
    }),
  );
}

/** By how much unpaid promises shift an asset at least: what may lean against it counts whether it is paid or not. */
function leastShift(promised: readonly Promised[], asset: string, at: number): bigint {
  const open = promised.filter(({ customer, quote }) => {
    const { cancelledAt, payments, expiresAt } = customer;
    const isPaid = payments.some(({ paidAt }) => paidAt <= at);
    return quote.moment.at <= at && expiresAt >= at && !isPaid && (cancelledAt ?? at + 1) > at;
  });
  const received = (list: readonly Promised[]): bigint =>
    list.reduce(
      (sum, { customer, quote }) => (customer.receive === asset ? sum + quote.receiveUnits : sum),
      0n,
    );
  const sent = (list: readonly Promised[]): bigint =>
    list.reduce((sum, { customer }) => (customer.send === asset ? sum + customer.units : sum), 0n);
  const [out, back] = [received(open) - sent(promised), sent(open) - received(promised)];
  return [out, back].reduce((most, one) => (one > most ? one : most), 0n);
}
