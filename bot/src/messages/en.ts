import { orderTexts } from "@sotto/openapi/order-texts/en";
import type { OrderTexts } from "@sotto/openapi/order-texts/order-texts";
import { withArticle } from "./article";

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
    cancel: "Cancel the unfinished exchange",
    help: "What this bot can do",
    forget: "Erase what the bot knows about you",
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
    openChat: "Open a private chat",
    previous: "‹",
    next: "›",
    copyAmount: "Copy amount",
    copyAddress: "Copy address",
    copyMemo: "Copy memo",
    page: "Order page",
    latePage: "I paid anyway",
    transaction: "View transaction",
    newExchange: "New exchange",
    swapBack: "Swap back",
    forgetYes: "Yes, erase everything",
    forgetNo: "No, keep it",
    receiveSide: (coin: string) => `Enter the ${coin} to receive`,
    sendSide: (coin: string) => `Enter the ${coin} to send`,
    mix: "Add mixing",
    mixNone: "Without mixing",
    support: "Contact support",
    terms: "Terms of service",
    currencies: "Coins and limits",
  },
  flow: {
    greeting: "<b>Sotto</b> swaps coins without an account.",
    type: "Which rate would you like?",
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
    memo: (coin: string) => `${coin} needs a memo or tag as well as the address. Send it to me.`,
    refund: (coin: string, network: string) =>
      `If we can’t exchange your coins, where should they go back to? Send me ${withArticle(coin)} address (${network}), or skip.`,
    warningsTitle: "Before your first order",
    warnings: [
      "<b>Legal</b>: use this service only where the law allows you to. Payments are screened against sanctions lists.",
      "<b>Responsibility</b>: it’s up to you to check addresses, networks and amounts.",
      "<b>Irreversible</b>: a transaction on a blockchain can’t be undone, by you or by us.",
      "<b>Liability</b>: coins sent to a wrong address or on a wrong network are lost.",
      "<b>Acceptance</b>: by starting an exchange you accept the terms of service.",
    ],
    summaryTitle: "Please check",
    cancelled: "Cancelled. Send /start to begin again.",
    nothingToCancel: "There’s nothing to cancel. Send /start to begin an exchange.",
    down: "The service isn’t responding. Your entries are kept. Try again in a minute.",
    floating: (fee: string) =>
      `<b>Floating</b> (fee ${fee}): set when your payment is credited, so the amount can still change.`,
    fixed: (fee: string) =>
      `<b>Fixed</b> (fee ${fee}): held for a limited time. The exact amount has to be in a block by then.`,
    amountOr: (coin: string) => `You can also type what you want to receive, followed by ${coin}.`,
    amountReceive: (coin: string) =>
      `How much ${coin} do you want to <b>receive</b>? Tap an amount or type one.`,
    mix: "How much mixing?\n\nYour coins pass through several internal transfers, spread over time, before the payout. That makes the payment and the payout harder to link.",
    mixLevel: (name: string, fee: string, time: string, amount: string) =>
      `<b>${name}</b>: fee ${fee}, ${time}, you receive about ${amount}`,
  },
  summary: {
    type: "Rate type",
    floating: "floating",
    fixed: "fixed",
    send: "You send",
    fee: (percent: string) => `Fee ${percent}`,
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
    moved: "The figures have changed. Please check them again.",
    minutes: (count: number) => (count === 1 ? "1 minute" : `${count} minutes`),
    mix: "Mixing",
    basic: "Basic",
    enhanced: "Enhanced",
    maximum: "Maximum",
  },
  wrong: {
    buttons: "Please use one of the buttons.",
    coin: "I don’t know this coin. Choose one below.",
    sameCoin: "That’s the coin you send. Choose another one.",
    amount: "That isn’t an amount. Type one such as 0.05.",
    addressOther: (coins: string) => `It looks like an address for ${coins}.`,
    memo: "A memo has 1 to 100 characters.",
    text: "Please send text.",
    link: "This link can’t be used, so let’s start here.",
    stale: "This button is no longer active.",
    tooManyOrders: "You have too many open orders here. Wait until one of them ends.",
  },
  order: {
    title: (code: string) => `Order ${code}`,
    pay: "Send exactly",
    payTo: "to this address",
    payMemo: "with this memo (required)",
    payOnly: (network: string) =>
      `Only on the <b>${network}</b> network. On another network the coins are lost.`,
    payUntil: (time: string) => `Pay by ${time}.`,
    qrCaption: (amount: string) => `Payment of ${amount}`,
    confirmations: (count: number, required: number) => `${count} of ${required} confirmations`,
    hash: "Transaction",
    txKey: "Transaction key",
    cancelAsk: "Cancel this order? Only do this if you haven’t paid.",
    ordered: "Ordered",
    arrived: "Arrived",
    deadline: (time: string) => `Decide by ${time}.`,
    defaultRefund: "Without a decision, the coins go to your refund address.",
    defaultWait: "Without a decision, the coins wait for you.",
    holdSince: (time: string) => `On hold since ${time}.`,
    holdRefund: (time: string) => `Without a review, the coins go to your refund address on ${time}.`,
    holdAddress:
      "Add a refund address on the order’s page. The coins go there once the order has been on hold for 24 hours.",
    holdNext: "After the review, we continue the order or refund it to your refund address.",
    decisionStale: "The figures have changed. Please decide again.",
    decisionNone: "There’s nothing left to decide.",
    refundAsk: (coin: string, network: string) =>
      `Where should your ${coin} go back to? Send me an address on the <b>${network}</b> network.`,
    gone: "We no longer have this order. Orders are deleted some time after they end.",
    about: (amount: string) => `about ${amount}`,
    decidedExchange: "Your decision has been saved. We’ll exchange what arrived.",
    decidedRefund: (address: string) =>
      `Your decision has been saved. We’ll send your coins back to ${address}.`,
    paid: "Paid out",
    refundAmount: "Refund",
    recalculatedLess: "Recalculated: less arrived than ordered.",
    recalculatedMore: "Recalculated: more arrived than ordered.",
    recalculatedRate: "Recalculated: the rate has changed since the order was made.",
    recalculatedFee: "Recalculated with the current network fee.",
  },
  status: {
    none: "You have no open orders here.",
  },
  track: {
    tailAsk:
      "Someone is guessing tracking codes right now. So that this doesn’t keep you out, please also send me the last four characters of your receiving address.",
    tailFormat: "Please send exactly four letters or digits, or the whole address.",
    tailUnknown:
      "No order matches this code and this end of the address. Check both, and send the characters again, or /track with another code.",
    tailCancelled: "OK. To look up an order, send /track.",
    about: (send: string, receive: string) => `about ${send} → about ${receive}`,
    ask: "Send me the 9-digit code of your order.",
    codeFormat: "That isn’t a 9-digit code. Send me the nine digits, such as 123456789.",
  },
  rates: {
    title: "Rates, before the fee",
    usage: "For another pair: /rates BTC XMR",
    none: "There’s no rate for this pair right now.",
    at: (time: string) => `As of ${time}`,
    unknown: (coin: string) => `I don’t know the coin “${coin}”.`,
  },
  language: {
    ask: "Which language?",
    set: "I speak English now.",
  },
  help: {
    commands:
      "/start – exchange coins\n/status – your open orders\n/track – an order by its 9-digit code\n/rates – rates\n/language – language\n/cancel – cancel the unfinished exchange\n/forget – erase what I know about you",
    fees: (floating: string, fixed: string) =>
      `<b>Fees</b>: ${floating} with a floating rate, ${fixed} with a fixed rate, plus the network fee.`,
    minimums: (amounts: string) =>
      `<b>Minimums</b>: ${amounts}. Each pair’s limits are shown when you enter the amount.`,
    keeps:
      "<b>What I keep</b>: your chat’s number, your language, whether you accepted the warnings, an unfinished exchange or an open question, your open orders with the messages about them, and the numbers of the last messages handled. Nothing else. Telegram itself sees what you write here.",
  },
  forget: {
    ask: "Erase everything I know about this chat? Open orders continue, but I’ll stop writing about them, so keep their links and codes.",
    kept: "Nothing was erased.",
    done: "Erased. Open orders continue, but I’ll no longer write about them.",
  },
  group: "Orders are private. Please write to me directly.",
  down: "The service isn’t responding. Try again in a minute.",
  failed: "Something went wrong. Please try again.",
  unknown: "I don’t understand this. Send /help to see what I can do.",
  states: orderWords.state,
  stateTexts: {
    ...orderWords.stateText,
    waiting: "We haven’t seen your payment yet.",
    action_required: "The payment waits for your choice.",
    expired: "No payment arrived in time. Please don’t pay for this order any more.",
    cancelled: "Nothing was paid. Please don’t pay for this order any more.",
  },
  reasons: orderWords.reason,
};

export type Texts = typeof en;
