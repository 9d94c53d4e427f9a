import { orderTexts } from "@sotto/openapi/order-texts/en";
import type { OrderTexts } from "@sotto/openapi/order-texts/order-texts";

/** As every language has them: with any text, not only the English one. */
const orderWords: OrderTexts = orderTexts;

/**
 * The texts of the bot in English: the shape that every other language follows. Messages are Telegram's HTML, and what
 * is put into them comes escaped and formatted; buttons, commands and toasts are plain text.
 */
export const en = {
  labelled: (name: string, value: string) => `${name}: ${value}`,
  commands: {
    start: "Start an exchange",
    status: "Your open orders",
    track: "Track an order by its code",
    rates: "Rates",
    language: "Language",
    cancel: "Drop the unfinished exchange",
    help: "What this bot can do",
    forget: "Erase what the bot knows of you",
  },
  buttons: {
    floating: "Floating rate",
    fixed: "Fixed rate",
    back: "« Back",
    cancel: "Cancel",
    skip: "Skip",
    accept: "I accept all five",
    confirm: "Confirm and order",
    again: "Try again",
    refresh: "Refresh the rate",
    exchange: (amount: string) => `Exchange: get ${amount}`,
    refund: (amount: string) => `Refund: get ${amount}`,
    cancelOrder: "Cancel the order",
    cancelOrderYes: "Yes, cancel it",
    cancelOrderNo: "No, keep it",
    previous: "‹",
    next: "›",
  },
  flow: {
    greeting: "<b>Sotto</b> swaps coins without an account.",
    type: "Which rate?\n\n<b>Floating</b>: set when your payment is credited.\n<b>Fixed</b>: held for a while, for a surcharge; the exact amount has to be in a block in time.",
    send: "Which coin do you <b>send</b>?",
    receive: "Which coin do you <b>receive</b>?",
    network: (coin: string, network: string) =>
      `⚠️ ${coin} on the <b>${network}</b> network only. On another network the coins are lost.`,
    amount: (coin: string) => `How much ${coin} do you send? Tap an amount or type one.`,
    rate: (line: string) => `Rate: ${line}`,
    limits: (min: string, max: string) => `From ${min} to ${max}`,
    quote: (send: string, receive: string) => `You send ${send}\nYou receive about <b>${receive}</b>`,
    quoteFixed: (send: string, receive: string) => `You send ${send}\nYou receive <b>${receive}</b>`,
    address: (coin: string, network: string) =>
      `Send me your ${coin} address on the <b>${network}</b> network.`,
    memo: (coin: string) => `${coin} needs a memo or tag beside the address. Send it to me.`,
    refund: (coin: string, network: string) =>
      `If it cannot be exchanged, where should your coins go back to? Send me a ${coin} address (${network}), or skip.`,
    warningsTitle: "Before your first order",
    warnings: [
      "<b>Legal</b>: use the service only where the law allows it to you. Payments are screened against sanctions lists.",
      "<b>Responsibility</b>: addresses, networks and amounts are yours to check.",
      "<b>Irreversible</b>: a transaction on a blockchain cannot be undone, by you or by us.",
      "<b>Liability</b>: coins sent to a wrong address or on a wrong network are lost.",
      "<b>Acceptance</b>: by starting an exchange you accept the terms of service.",
    ],
    terms: "Terms of service",
    summaryTitle: "Please check",
    cancelled: "Dropped. /start begins anew.",
    nothingToCancel: "There is nothing to cancel. /start begins an exchange.",
    down: "The service does not answer just now. Your entries are kept: try again in a minute.",
  },
  summary: {
    type: "Rate type",
    floating: "floating",
    fixed: "fixed",
    send: "You send",
    fee: (percent: string) => `Fee ${percent} %`,
    rate: "Rate",
    networkFee: "Network fee",
    receive: "You receive",
    receiveAbout: "You receive, about",
    address: "To",
    memo: "Memo",
    refund: "Refund to",
    refundNone: "not given",
    time: "Expected time",
    until: (time: string) => `The rate is held until ${time}.`,
    moved: "The figures have changed: please check again.",
    minutes: (count: number) => (count === 1 ? "1 minute" : `${count} minutes`),
  },
  wrong: {
    buttons: "Please choose with a button.",
    coin: "I do not know this coin. Please choose one below.",
    sameCoin: "That is the coin you send. Please choose another.",
    amount: "This is not an amount. Example: 0.05",
    addressOther: (coins: string) => `It is an address of ${coins}.`,
    memo: "A memo has 1 to 100 characters.",
    text: "Please send text.",
    link: "This link could not be used, so let us start here.",
    stale: "This button is no longer valid.",
    tooManyOrders: "You have too many open orders here. Wait until one ends.",
  },
  order: {
    title: (code: string) => `Order ${code}`,
    pay: "Send exactly",
    payTo: "to this address",
    payMemo: "with this memo (required)",
    payOnly: (network: string) =>
      `Only on the <b>${network}</b> network. On another network the coins are lost.`,
    payUntil: (time: string) => `Pay until ${time}.`,
    page: "Your order on the web (keep this link to yourself):",
    qrCaption: (amount: string) => `Payment of ${amount}`,
    confirmations: (count: number, required: number) => `${count} of ${required} confirmed`,
    hash: "Transaction",
    receiveTo: "to",
    cancelAsk: "Cancel this order? Only if you have not paid.",
    cancelKept: "Kept.",
    decided: "Your decision is taken.",
    ordered: "Ordered",
    arrived: "Arrived",
    deadline: (time: string) => `Decide until ${time}.`,
    defaultRefund: "Without a decision, the coins go to your refund address.",
    defaultWait: "Without a decision, the coins wait for you.",
    holdSince: (time: string) => `On hold since ${time}.`,
    holdRefund: (time: string) =>
      `The payout failed. Without a review, the coins go to your refund address at ${time}.`,
    holdAddress:
      "The payout failed. Give a refund address on the order's page: with one, the coins go back 24 hours after the order was held.",
    holdNext: "A person then releases the order or refunds it to your refund address.",
    decisionStale: "The figures have changed. Please decide again.",
    decisionNone: "There is nothing to decide any more.",
    refundAsk: (coin: string, network: string) =>
      `Where should your ${coin} go back to? Send me an address on the <b>${network}</b> network.`,
    gone: "This order is no longer known: it was deleted after its end.",
    latePage: "Paid after all? Open the order's page.",
  },
  status: {
    none: "You have no open orders here. /start begins an exchange.",
  },
  track: {
    usage: "Send /track and the 9-digit code of your order, such as /track 123456789.",
    about: (send: string, receive: string) => `about ${send} → about ${receive}`,
  },
  rates: {
    title: "Rates, before the fee",
    usage: "For another pair: /rates BTC XMR",
    none: "No rate is known for this pair just now.",
  },
  language: {
    ask: "Which language?",
    set: "I speak English now.",
  },
  help: "/start – exchange coins\n/status – your open orders\n/track 123456789 – an order by its 9-digit code\n/rates – rates\n/language – language\n/cancel – drop the unfinished exchange\n/forget – erase what I know of you\n\nI keep your chat's number, your language, whether you accepted the warnings, an unfinished exchange, the open orders and the numbers of the last messages handled, nothing else. Telegram itself sees what you write here.",
  forgotten:
    "Erased. Orders that are open go on, but I no longer write about them: keep their links and codes.",
  group: (link: string) => `Orders are private: please write to me directly. ${link}`,
  down: "The service does not answer just now. Please try again in a minute.",
  failed: "Something went wrong here. Please try again.",
  unknown: "I do not know this one. /help shows what I can do.",
  states: orderWords.state,
  stateTexts: {
    ...orderWords.stateText,
    waiting: "No payment is to be seen now.",
    action_required: "The payment does not match the order.",
    expired: "No payment came in time. Please do not pay to this order any more.",
    cancelled: "Nothing was paid. Please do not pay to this order any more.",
  },
  reasons: orderWords.reason,
};

export type Texts = typeof en;
