import type { Order } from "@sotto/openapi";
import { amountText, labelOfCode, percentText, rateText } from "../figures";
import { code, escapeHtml } from "../html";
import type { TextContext } from "./text-context";

type Shown = Pick<TextContext, "locale" | "currencies">;
type Amount = { amount: string; currency: string };

/** An amount with its coin (HTML). */
const figure = ({ amount, currency }: Amount, { locale, currencies }: Shown): string =>
  escapeHtml(amountText(amount, labelOfCode(currency, currencies), locale.language));

/** `0.05 BTC → about 2,985.7 USDT TRC20`; only the coin where nothing is promised. */
export function pairLine(order: Order, shown: Shown): string {
  const { current, ordered } = order.amounts;
  const { sendAmount, sendCurrency, receiveCurrency } = current ?? ordered;
  const sent = figure({ amount: sendAmount, currency: sendCurrency }, shown);
  if (current === null) return `${sent} → ${escapeHtml(labelOfCode(receiveCurrency, shown.currencies))}`;
  const received = figure({ amount: current.receiveAmount, currency: receiveCurrency }, shown);
  return `${sent} → ${order.amounts.firm ? received : shown.locale.texts.order.about(received)}`;
}

/** The amounts that are new with the order's state (HTML). */
export function amountLines(order: Order, shown: Shown): string[] {
  switch (order.state) {
    case "confirming":
    case "hold":
      return arrivedLines(order, shown);
    case "action_required":
      return [...orderedLines(order, shown), ...arrivedLines(order, shown)];
    case "sending":
      return [...exchangedLines(order, shown), ...hashLines(order, shown)];
    case "completed":
      return [...paidLines(order, shown), ...keyLines(order, shown)];
    case "refunding":
      return [...arrivedLines(order, shown), ...refundLines(order, shown)];
    case "refunded":
      return [...refundedLine(order, shown), ...hashLines(order, shown)];
    default:
      return [];
  }
}

function orderedLines({ amounts: { ordered } }: Order, shown: Shown): string[] {
  const { order: words, labelled } = shown.locale.texts;
  const amount = { amount: ordered.sendAmount, currency: ordered.sendCurrency };
  return [labelled(words.ordered, figure(amount, shown))];
}

function arrivedLines({ amounts: { arrived } }: Order, shown: Shown): string[] {
  const { order: words, labelled } = shown.locale.texts;
  return arrived === null ? [] : [labelled(words.arrived, figure(arrived, shown))];
}

/** What arrived, by rate and fees, to what is paid out; and why this is not what was ordered. */
function exchangedLines(order: Order, shown: Shown): string[] {
  const { amounts, receiveAddress } = order;
  const { exchanged, recalculated } = amounts;
  if (exchanged === null) return [];
  const { language, texts } = shown.locale;
  const { summary, order: words, labelled } = texts;
  const [from, to] = [exchanged.sendCurrency, exchanged.receiveCurrency].map((id) =>
    labelOfCode(id, shown.currencies),
  ) as [string, string];
  const received = (amount: string) => figure({ amount, currency: exchanged.receiveCurrency }, shown);
  const rate = escapeHtml(rateText({ from, to, rate: exchanged.exchangeRate }, language));
  const recalculations = {
    less: words.recalculatedLess,
    more: words.recalculatedMore,
    rate: words.recalculatedRate,
    fee: words.recalculatedFee,
  };
  return [
    ...(recalculated === null ? [] : [recalculations[recalculated]]),
    labelled(
      words.arrived,
      figure({ amount: exchanged.sendAmount, currency: exchanged.sendCurrency }, shown),
    ),
    labelled(summary.rate, rate),
    labelled(summary.fee(percentText(exchanged.feeRate, language)), received(exchanged.fee)),
    labelled(summary.networkFee, received(exchanged.networkFee)),
    `<b>${labelled(summary.receive, received(exchanged.receiveAmount))}</b>`,
    labelled(summary.address, code(receiveAddress)),
  ];
}

/** What landed. */
function paidLines({ amounts: { paid } }: Order, shown: Shown): string[] {
  const { order: words, labelled } = shown.locale.texts;
  return paid === null ? [] : [`<b>${labelled(words.paid, figure(paid, shown))}</b>`];
}

/** What goes back, after the network fee, and where to. */
function refundLines(order: Order, shown: Shown): string[] {
  const { amounts, refundAddress } = order;
  const { refunded } = amounts;
  if (refunded === null) return [];
  const { summary, labelled } = shown.locale.texts;
  const fee = { amount: refunded.networkFee, currency: refunded.currency };
  return [
    labelled(summary.networkFee, figure(fee, shown)),
    ...refundedLine(order, shown),
    ...(refundAddress === null ? [] : [labelled(summary.refund, code(refundAddress))]),
  ];
}

function refundedLine({ amounts: { refunded } }: Order, shown: Shown): string[] {
  const { order: words, labelled } = shown.locale.texts;
  return refunded === null ? [] : [`<b>${labelled(words.refundAmount, figure(refunded, shown))}</b>`];
}

/** What proves the payout, where its network does not show it; not of one in parts, whose keys would fill the message. */
function keyLines({ payouts }: Order, { locale: { texts } }: Shown): string[] {
  const [txKey] = payouts.length === 1 ? payouts.map((payout) => payout.txKey) : [];
  return txKey === undefined ? [] : [texts.labelled(texts.order.txKey, code(txKey))];
}

function hashLines({ payouts }: Order, { locale: { texts } }: Shown): string[] {
  return payouts.flatMap(({ txHash }) =>
    txHash === null ? [] : [texts.labelled(texts.order.hash, code(txHash))],
  );
}
