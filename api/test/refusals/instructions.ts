import { RECEIVE } from "../contract/world";
import type { Row } from "./row";

const unknown = (pointer: string): string => `422 field/unknown ${pointer}`;
const TYPE = "422 address/type /depositAddressType";
const fromEth = { sendCurrency: "ETH", receiveCurrency: "BTC", sendAmount: "1", receiveAddress: RECEIVE.BTC };
const fromLtc = { ...fromEth, sendCurrency: "LTC" };

/** Instructions of a new order that cannot be followed: each is refused, because none may be dropped in silence. */
export const WRONG_INSTRUCTIONS: readonly Row[] = [
  ["a misspelled refund address", unknown("/refundAdress"), { refundAdress: RECEIVE.BTC }],
  ["a misspelled mismatch", unknown("/mismach"), { mismach: { less: "refund" } }],
  ["a misspelled instruction", unknown("/mismatch/les"), { mismatch: { les: "refund" } }],
  ["an instruction that objects have", unknown("/mismatch/toString"), { mismatch: { toString: "refund" } }],
  ["a misspelled setting", unknown("/privacySettings/delayMinute"), { privacySettings: { delayMinute: 60 } }],
  ["a field that is not a name", unknown(""), { "<b>refund</b>": "x" }],
  ["a field that all objects have", unknown("/__proto__"), {}, { raw: withProto() }],
  ["an address type that does not exist", TYPE, { depositAddressType: "p2pk" }],
  ["an address type of another chain", TYPE, { ...fromEth, depositAddressType: "taproot" }],
  ["an address type where there is one only", TYPE, { ...fromLtc, depositAddressType: "native-segwit" }],
  ["a quote for an order that floats", "422 quote/mismatch /quoteId", { quoteId: "7VJb0pM1yq3o0yq0x5oP2w" }],
  ["a rate that the client made up", "409 quote/moved /exchangeRate", { exchangeRate: "999999" }],
  ["a rate that is none", "422 amount/format /exchangeRate", { exchangeRate: "a lot" }],
  ["a fee that the client made up", "409 quote/moved /fee", { fee: "0.00000001" }],
  ["a fee that is none", "422 amount/format /fee", { fee: "-1" }],
];

function withProto(): string {
  const order = {
    sendCurrency: "BTC",
    receiveCurrency: "ETH",
    sendAmount: "0.1",
    receiveAddress: RECEIVE.ETH,
  };
  return JSON.stringify(order).replace("}", ',"__proto__":{"refundAddress":"x"}}');
}
