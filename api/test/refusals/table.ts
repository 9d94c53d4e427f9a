import { GOOD_ORDER, LISTED, RECEIVE } from "../contract/world";
import { WRONG_INSTRUCTIONS } from "./instructions";
import { BAD_MIXES, TOR } from "./mixes";
import { inPath, type Refusals, type Row } from "./row";
import { SIMNET_REFUSALS } from "./simnet";
import { V1_REFUSALS } from "./third-party";
import {
  BAD_ADDRESSES,
  BAD_CODES,
  BAD_MIXER_SETTINGS,
  BAD_QUOTES,
  BAD_TAILS,
  BAD_TRANSPORTS,
  badAmounts,
} from "./values";

const PAIR = { fromCurrency: "BTC", toCurrency: "ETH", amount: "0.1" };
const UNKNOWN_ID = "AAAAAAAAAAAAAAAAAAAAAA";
const toItself = (receiveCurrency: string) => ({ receiveCurrency, receiveAddress: RECEIVE.BTC });

const BAD_PAIRS: readonly Row[] = [
  ["an unknown currency to send", "404 currency/unknown", { sendCurrency: "NOPE" }],
  ["an unknown currency to receive", "404 currency/unknown", { receiveCurrency: "DOGE" }],
  ["a currency that objects have", "404 currency/unknown", { receiveCurrency: "constructor" }],
  ["a paused currency to send", "409 currency/paused", { sendCurrency: "ADA" }],
  ["a paused currency to receive", "409 currency/paused", { receiveCurrency: "ZEC" }],
  ["the same asset", "422 pair/same", toItself("BTC")],
  ["the same asset by an alias", "422 pair/same", toItself("xbt")],
];

const WRONG = { sendCurrency: "NOPE", sendAmount: "0", receiveAddress: "x" };
const wrongAmount = { ...WRONG, sendCurrency: "BTC" };
/** Body, currency, pair, amount, address, limits: the first of several faults is the one reported. */
const ORDER_OF_CHECKS: readonly Row[] = [
  ["first the body", "422 request/invalid", { ...WRONG, receiveCurrency: undefined }],
  ["then the currencies", "404 currency/unknown", WRONG],
  ["then the pair", "422 pair/same", { ...WRONG, sendCurrency: "ETH" }],
  ["then the amount", "422 amount/zero", wrongAmount],
  ["then the address", "422 address/*", { ...wrongAmount, sendAmount: "0.0001" }],
  ["then the limits", "422 amount/min", { sendAmount: "0.0001" }],
];

const WRONG_MIX = { privacySettings: { mixingRounds: 0 }, toCurrency: "NOPE", amount: "0" };
const ORDER_OF_MIX_CHECKS: readonly Row[] = [
  ["first the settings", "422 mixer/rounds", WRONG_MIX],
  ["then the currencies", "404 currency/unknown", { ...WRONG_MIX, privacySettings: {} }],
  ["then whether they are paused", "409 currency/paused", { toCurrency: "ADA" }],
  ["then the amount", "422 amount/zero", { amount: "0" }],
];

const BAD_RANGES = ["", "1h", "24H", "24h ", "7d'--", "\u0000", "9".repeat(2_000)];

const LOAN = { currency: "XBT", amount: "0.5", exchangeRate: "60000" };
const NO_REASON: Refusals = {
  body: { reason: "Please." },
  rows: [["an empty reason", "422 request/invalid /reason", { reason: "" }]],
};
const unknownInPath = inPath({ currency: "NOPE" }, "404 currency/unknown");
const unknownOrder = inPath({ id: UNKNOWN_ID }, "404 order/unknown");
const onlyAnOrder: Refusals = { rows: [unknownOrder] };
const loanRows = [inPath({ id: "9007199254740991" }, "404 loan/unknown"), inPath({ id: "0" }, "400 loan/id")];
const cursor: Row = [
  "a long cursor",
  "422 request/invalid /cursor",
  {},
  { params: { cursor: "c".repeat(101) } },
];
const asked = { currency: "BTC", address: RECEIVE.BTC };
const UNKNOWN_CURRENCY: Row = ["an unknown currency", "404 currency/unknown", { currency: "NOPE" }];

const all = (operationIds: readonly string[], refusals: Refusals): Readonly<Record<string, Refusals>> =>
  Object.fromEntries(operationIds.map((operationId) => [operationId, refusals]));

/** What each operation refuses. Those that take anything from their caller all have rows of their own here. */
export const REFUSALS: Readonly<Record<string, Refusals>> = {
  createExchange: {
    body: GOOD_ORDER,
    rows: [
      ...badAmounts("sendAmount"),
      ...BAD_MIXER_SETTINGS,
      ...BAD_PAIRS,
      ...BAD_ADDRESSES,
      ...ORDER_OF_CHECKS,
      ...BAD_TRANSPORTS,
      ...BAD_QUOTES,
      ...BAD_MIXES,
      ...WRONG_INSTRUCTIONS,
    ],
  },
  calculateExchange: {
    body: PAIR,
    rows: [
      ...badAmounts("amount"),
      ...BAD_MIXER_SETTINGS,
      ["the same asset", "422 pair/same", { toCurrency: "BTC" }],
      ["addresses to count without a mix", "422 request/invalid", { receiveAddressCount: 2 }],
      ["a mix at a fixed rate", "422 mixer/fixed", { privacySettings: {}, orderType: "fixed" }],
      [
        "1e400, which JSON reads as more than any number",
        "422 amount/format",
        {},
        { raw: `{"fromCurrency":"BTC","toCurrency":"ETH","amount":1e400}` },
      ],
    ],
  },
  calculatePrivacy: {
    body: { ...PAIR, toCurrency: "BTC", privacySettings: {} },
    rows: [
      ...badAmounts("amount"),
      ...BAD_MIXER_SETTINGS,
      ...ORDER_OF_MIX_CHECKS,
      ["Tor, where there is none", "422 mixer/tor-unavailable /privacySettings/enableTorIntegration", TOR],
    ],
  },
  readRate: {
    params: { from: "BTC", to: "ETH" },
    rows: [inPath({ to: "NOPE" }, "404 currency/unknown"), inPath({ to: "ADA" }, "409 currency/paused")],
  },
  readRateHistory: {
    params: { from: "BTC", to: "ETH", range: "24h" },
    rows: [
      inPath({ from: "NOPE", to: "BTC" }, "404 currency/unknown"),
      inPath({ to: "constructor" }, "404 currency/unknown"),
      inPath({ to: "B".repeat(500) }, "404 currency/unknown"),
      ...BAD_RANGES.map((range) => inPath({ range }, "422 request/invalid /range")),
    ],
  },
  listProblems: { rows: [inPath({ code: "nope/nothing" }, "422 request/invalid /code")] },
  trackExchange: {
    params: { code: "482915037" },
    rows: [
      ...BAD_CODES.map((code) => inPath({ code }, "400 request/code")),
      ...BAD_TAILS.map((tail) => inPath({ tail }, "422 request/invalid /tail")),
    ],
  },
  ...all(["readExchange", "deleteExchange", "readPayment", "readPaymentQr", "watchExchange"], onlyAnOrder),
  ...all(["cancelExchange", "inspectExchange"], onlyAnOrder),
  verifyPayment: {
    rows: [unknownOrder, ["a hash that is none", "422 request/invalid /txHash", { txHash: 7 }]],
  },
  decideExchange: {
    body: { choice: "exchange" },
    rows: [
      unknownOrder,
      ["no choice of ours", "422 request/invalid /choice", { choice: "keep" }],
      ["an address for an exchange", "422 request/invalid /refundAddress", { refundAddress: RECEIVE.BTC }],
      ["a least for a refund", "422 request/invalid /minReceive", { choice: "refund", minReceive: "1" }],
    ],
  },
  delayExchange: {
    body: { delayMinutes: 60 },
    rows: [unknownOrder, ["7 minutes", "422 request/invalid /delayMinutes", { delayMinutes: 7 }]],
  },
  setRefundAddress: {
    body: { address: RECEIVE.BTC },
    rows: [
      unknownOrder,
      ["a listed address", "422 address/listed", { address: LISTED.ETH }],
      ["our own address", "422 address/ours", ({ depositAddress }) => ({ address: depositAddress })],
      ["another chain's address", "422 address/*", { address: RECEIVE.BTC }],
    ],
  },
  claimDeposits: {
    body: { payload: "{}", signature: "A".repeat(86), refundAddress: RECEIVE.BTC },
    rows: [["a note that is not ours", "422 claim/note"]],
  },
  validateAddress: { body: asked, rows: [UNKNOWN_CURRENCY] },
  checkScreening: {
    body: asked,
    rows: [UNKNOWN_CURRENCY, ["no address", "422 address/format /address", { address: "x" }]],
  },
  adminLogin: {
    body: { username: "checker", password: "wrong" },
    rows: [["a wrong password", "401 auth/failed"]],
  },
  adminVerify: { rows: [["another token", "401 auth/required", { token: "t".repeat(43) }]] },
  enrolTotp: { body: { password: "wrong" }, rows: [["a wrong password", "401 auth/failed"]] },
  changePassword: {
    body: { currentPassword: "wrong", newPassword: "ten green bottles on a wall" },
    rows: [
      ["a wrong password", "401 auth/failed"],
      ["a short one", "422 password/short", { newPassword: "short" }],
      ["a common one", "422 password/common", { newPassword: "unbelievable1" }],
      ["the same one", "422 password/same", { newPassword: "wrong" }],
    ],
  },
  endSession: {
    params: { id: "5q0Zt1VZ3mQ2o7h1v0y6Kg" },
    rows: [["a session that is none", "404 session/unknown"]],
  },
  confirmTotp: {
    body: { totp: "123456" },
    rows: [["a code before it was begun", "409 totp/not-enrolling"]],
  },
  giveAuthorization: {
    body: { operations: [{ operation: "payLoan", subjects: ["17"] }], code: "123456" },
    rows: [
      ["a code of an account that has none", "409 totp/not-enrolled"],
      ["an empty list", "422 request/invalid /operations", { operations: [] }],
      [
        "an unknown field of an entry",
        "422 field/unknown /operations/0/subject",
        { operations: [{ operation: "payLoan", subjects: ["17"], subject: "18" }] },
      ],
    ],
  },
  listAudit: { rows: [cursor] },
  ...all(["pauseAsset", "resumeAsset"], { ...NO_REASON, rows: [...NO_REASON.rows, unknownInPath] }),
  ...all(["pausePayouts", "resumePayouts", "stopSigner", "resumeSigner"], NO_REASON),
  resumeChain: {
    ...NO_REASON,
    params: { chain: "bitcoin" },
    rows: [
      ...NO_REASON.rows,
      inPath({ chain: "nope" }, "404 route/unknown"),
      ["a chain that goes on", "409 chain/not-halted"],
    ],
  },
  bookMissing: {
    ...NO_REASON,
    body: { ...NO_REASON.body, amount: "1" },
    rows: [...NO_REASON.rows, unknownInPath, ["coins that are all there", "409 books/nothing-missing"]],
  },
  listStuckPayouts: { rows: [] },
  readPayout: { params: { leg: "unknown" }, rows: [inPath({ leg: "unknown" }, "404 override/unknown")] },
  overridePayout: {
    ...NO_REASON,
    params: { leg: "unknown" },
    body: { ...NO_REASON.body, txHash: "00" },
    rows: [...NO_REASON.rows, ["an unknown payout", "404 override/unknown"]],
  },
  releasePayout: {
    ...NO_REASON,
    params: { leg: "unknown" },
    body: { ...NO_REASON.body, code: "123456" },
    rows: [...NO_REASON.rows, ["an unknown payout", "404 override/unknown"]],
  },
  adoptSpend: {
    ...NO_REASON,
    params: { id: "99" },
    rows: [
      ...NO_REASON.rows,
      ["one that is not there", "404 spend/unknown"],
      inPath({ id: "0" }, "404 spend/unknown"),
      inPath({ id: UNKNOWN_ID }, "404 spend/unknown"),
    ],
  },
  refundRecovery: {
    ...NO_REASON,
    body: { ...NO_REASON.body, refundAddress: RECEIVE.ETH },
    params: { id: "bsc:gone:0" },
    rows: [
      ...NO_REASON.rows,
      ["a deposit that is not there", "404 recovery/unknown"],
      inPath({ id: "a b" }, "404 recovery/unknown"),
    ],
  },
  listExchanges: {
    rows: [cursor, unknownInPath],
  },
  ...all(["refundExchange", "releaseExchange"], { ...NO_REASON, rows: [unknownOrder, ...NO_REASON.rows] }),
  createLoan: {
    body: LOAN,
    rows: [
      ["a currency that is not lent", "422 loan/currency", { currency: "LTC" }],
      ["a fee that is not ours", "422 loan/mismatch", { feeAmount: "1" }],
      ["a listed address", "422 address/listed", { receiveAddress: LISTED.BTC }],
      ["another chain's address", "422 address/* /receiveAddress", { receiveAddress: RECEIVE.ETH }],
      ["dust", "422 amount/min", { amount: "0.00000001", receiveAddress: RECEIVE.BTC }],
    ],
  },
  listLoans: { rows: [cursor] },
  ...all(["readLoan", "approveLoan", "payLoan"], { params: { id: "9007199254740991" }, rows: loanRows }),
  createApiKey: {
    body: { name: "a wallet" },
    rows: [
      ["no name", "422 request/invalid /name", { name: " " }],
      ["scopes, which keys do not have", "422 field/unknown /scopes", { scopes: ["payouts"] }],
    ],
  },
  revokeApiKey: {
    rows: [inPath({ id: UNKNOWN_ID }, "404 api-key/unknown")],
  },
  ...V1_REFUSALS,
  ...SIMNET_REFUSALS,
};
