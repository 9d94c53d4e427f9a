import { GOOD_ORDER, LISTED, RECEIVE } from "../contract/world";
import type { Facts, Members, Row } from "./row";

const NO_BREAK_SPACE = "1\u00a0000";
const OTHER_DIGITS = ["١", "１", "१"];
const BAD_AMOUNTS = {
  "amount/format": [
    ...[
      0.1,
      null,
      "",
      "NaN",
      "Infinity",
      "-1",
      "+1",
      "1e5",
      "0x10",
      "1_000",
      ".5",
      "1.",
      "1,5",
      "1.2.3",
      "01",
    ],
    ...[" 1", "1 ", "1\n", NO_BREAK_SPACE, ...OTHER_DIGITS, "9".repeat(41), `0.${"0".repeat(39)}`],
  ],
  "amount/zero": ["0", "0.00000000"],
  "amount/precision": ["0.123456789", "0.100000000000000001"],
  "amount/min": ["0.00099999"],
  "amount/max": ["100000000"],
} as const;

/** Bad amounts of BTC in this member. */
export const badAmounts = (member: string): Row[] =>
  Object.entries(BAD_AMOUNTS).flatMap(([code, amounts]) =>
    amounts.map(
      (amount): Row => [
        `the amount ${JSON.stringify(amount)}`,
        `422 ${code} /${member}`,
        { [member]: amount },
      ],
    ),
  );

const BAD_SETTINGS = {
  "mixer/rounds /mixingRounds": [0, 11, 2.5, "3", null].map((mixingRounds) => ({ mixingRounds })),
  "mixer/delay /delayMinutes": [125, -5, 7].map((delayMinutes) => ({ delayMinutes })),
  "mixer/level /privacyLevel": [{ privacyLevel: "ultra" }],
  "mixer/level /preset": ["ultra", 1, "constructor"].map((preset) => ({ preset })),
  "request/invalid /useRandomDelay": [{ useRandomDelay: 1 }],
  "field/unknown /mixingRounds": [{ preset: "basic", mixingRounds: 3 }],
  "field/unknown /rounds": [{ rounds: 3 }],
  "request/invalid ": ["basic", [], null],
} as const;

export const BAD_MIXER_SETTINGS = Object.entries(BAD_SETTINGS).flatMap(([expected, all]) =>
  all.map(
    (privacySettings): Row => [
      `the mixer's settings ${JSON.stringify(privacySettings)}`,
      `422 ${expected.replace(" ", " /privacySettings")}`,
      { privacySettings },
    ],
  ),
);

const XMR_WITH_A_TYPO =
  "85PDxrFQb9xJivURbmKCDmSsyYxxFGbH8V2oFc47sUCVZge8GJMoZgXTGJMNcf5Ha7dvp5hXZXezUjkZHCjSnM9gJa98hgp";
const eth = (receiveAddress: string): Members => ({ receiveAddress });
const btc = (receiveAddress: string): Members => ({
  sendCurrency: "ETH",
  receiveCurrency: "BTC",
  sendAmount: "1",
  receiveAddress,
});
const other = (receiveCurrency: string, receiveAddress: string): Members => ({
  receiveCurrency,
  receiveAddress,
});
const ours = (address: (facts: Facts) => string) => (facts: Facts) => eth(address(facts));

/** Bad addresses of a new order that receives ETH, unless the row says otherwise. */
export const BAD_ADDRESSES: readonly Row[] = [
  ["another chain's", "422 address/*", eth(RECEIVE.BTC)],
  ["another chain's of the same kind", "422 address/*", btc("ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh")],
  ["wrong checksum, EVM", "422 address/checksum", eth("0x9858efFD232B4033E47d90003D41EC34EcaEda94")],
  ["wrong checksum, TRON", "422 address/checksum", other("USDT-TRC20", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdJ")],
  [
    "wrong checksum, cash address",
    "422 address/*",
    other("BCH", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6b"),
  ],
  ["wrong checksum, Monero", "422 address/*", other("XMR", XMR_WITH_A_TYPO)],
  [
    "bech32 where bech32m belongs",
    "422 address/*",
    btc("bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd"),
  ],
  ["a test network's", "422 address/network", btc("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx")],
  ["too short", "422 address/*", eth("0x9858EfFD232B4033E47d90003D41EC34EcaEda9")],
  ["empty", "422 address/*", eth("")],
  ["longer than any", "422 address/format", eth("1".repeat(301))],
  ["the zero address", "422 address/zero", eth(`0x${"0".repeat(40)}`)],
  ["a token's contract, EVM", "422 address/contract", eth("0xdAC17F958D2ee523a2206206994597C13D831ec7")],
  [
    "a token's contract, TRON",
    "422 address/contract",
    other("USDT-TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
  ],
  ["a payment URI", "422 address/uri", eth(`ethereum:${RECEIVE.ETH}`)],
  ["a payment URI with an amount", "422 address/uri", btc(`bitcoin:${RECEIVE.BTC}?amount=1`)],
  ["a zero-width space", "422 address/characters", eth(`${RECEIVE.ETH}\u200b`)],
  ["a right-to-left override", "422 address/characters", eth(`\u202e${RECEIVE.ETH}`)],
  ["a Cyrillic letter", "422 address/characters|format", eth(RECEIVE.ETH.replace("c", "с"))],
  ["a NUL", "422 address/characters", eth(`${RECEIVE.ETH}\u0000`)],
  ["listed", "422 address/listed", eth(LISTED.ETH)],
  ["listed, in lower case", "422 address/listed", eth(LISTED.ETH.toLowerCase())],
  ["listed, for refunds", "422 address/listed", { refundAddress: LISTED.BTC }],
  ["another chain's, for refunds", "422 address/*", { refundAddress: RECEIVE.ETH }],
  ["our own deposit address", "422 address/ours", ours(({ depositAddress }) => depositAddress)],
  ["our own hot wallet", "422 address/ours", ours(({ hotAddress }) => hotAddress)],
  ["our own, in lower case", "422 address/ours", ours(({ hotAddress }) => hotAddress.toLowerCase())],
  ["a memo where the network knows none", "422 address/memo", { receiveMemo: "7" }],
];

export const BAD_QUOTES: readonly Row[] = [
  ["a fixed rate without its quote", "422 quote/unknown", { orderType: "fixed" }],
  ["a fixed rate with another's quote", "422 quote/unknown", { orderType: "fixed", quoteId: "nope" }],
  ["a fixed rate with no quote's id", "422 */*", { orderType: "fixed", quoteId: "\u0000" }],
  ["figures that the client made up", "409 quote/moved", { receiveAmount: "999" }],
];

/** No tracking codes. */
export const BAD_CODES = [
  "12345678",
  "1234567890",
  "12345678a",
  "１２３４５６７８９",
  "-12345678",
  "123%20456",
];

/** No last four characters of an address. */
export const BAD_TAILS = ["", "YdH", "WYdH4", "WY-H", "WYd ", "\u0000YdH", "ＷＹｄＨ"];

const good = JSON.stringify(GOOD_ORDER);
/** Requests for a new order that are refused before a field is read. */
export const BAD_TRANSPORTS: readonly Row[] = [
  ["no body at all", "400 request/malformed", {}, { raw: null }],
  ["an empty body", "400 request/malformed", {}, { raw: "" }],
  ["half of one", "400 request/malformed", {}, { raw: good.slice(0, -4) }],
  ["bytes that are no UTF-8", "400 request/malformed", {}, { raw: new Uint8Array([0x7b, 0xff, 0x7d]) }],
  ["nine levels", "400 request/malformed", {}, { raw: `${'{"a":'.repeat(9)}1${"}".repeat(9)}` }],
  ["a list", "422 request/invalid", {}, { raw: "[]" }],
  ["null", "422 request/invalid", {}, { raw: "null" }],
  ["text/plain", "415 request/media-type", {}, { headers: { "content-type": "text/plain" } }],
  [
    "a form",
    "415 request/media-type",
    {},
    { headers: { "content-type": "application/x-www-form-urlencoded" }, raw: "a=1" },
  ],
  ["17 KiB", "413 request/too-large", { receiveMemo: "x".repeat(17_408) }],
  ["another site's fetch", "403 request/origin", {}, { headers: { "sec-fetch-site": "cross-site" } }],
  ["a short Idempotency-Key", "400 request/key", {}, { headers: { "idempotency-key": "k".repeat(15) } }],
  ["a long Idempotency-Key", "400 request/key", {}, { headers: { "idempotency-key": "k".repeat(256) } }],
];
