import { EN_CONSOLE } from "./console/en";
import type { ProblemTexts } from "./problem-text";

export const EN: ProblemTexts = {
  ...EN_CONSOLE,
  "request/malformed": { title: "Malformed request", message: "The request body is not valid JSON." },
  "request/id": { title: "Malformed order id", message: "An order id has 22 characters." },
  "request/code": { title: "Malformed tracking code", message: "The tracking code must be 9 digits." },
  "request/key": {
    title: "Malformed idempotency key",
    message: "An Idempotency-Key has between 16 and 255 printable characters.",
  },
  "auth/required": { title: "Authentication required", message: "Please log in." },
  "auth/failed": { title: "Login failed", message: "Wrong username, password or one-time code." },
  "auth/forbidden": { title: "Not allowed", message: "This account may not do that." },
  "request/origin": { title: "Foreign origin", message: "This request came from another site." },
  "currency/unknown": { title: "Unknown currency", message: "This currency is not known here." },
  "order/unknown": { title: "Order not found", message: "Exchange order not found" },
  "track/unknown": { title: "Order not found", message: "Exchange record not found" },
  "track/tail-required": {
    title: "Last four characters needed",
    message:
      "Too many unknown codes are being tried at the moment. Please add the last four characters of your receiving address.",
  },
  "route/unknown": { title: "Not found", message: "There is nothing at this address." },
  "method/unknown": { title: "Method not allowed", message: "This address does not support that method." },
  "transaction/unknown": {
    title: "Unknown transaction",
    message: "No unconfirmed transaction has this hash.",
  },
  "simnet/unknown": {
    title: "Not on simnet",
    message: "The simulated networks have no such transaction, address or block.",
  },
  "currency/paused": {
    title: "Currency paused",
    message: "This currency is paused at the moment.",
    figured: "{currency} is paused at the moment.",
  },
  "pair/paused": { title: "Pair paused", message: "This pair is paused at the moment." },
  "quote/moved": {
    title: "The rate has moved",
    message: "The rate has moved since you saw it. Please look at the new figures.",
  },
  "quote/used": {
    title: "Quote already used",
    message: "This quote has already been used. Please get a new one.",
  },
  "quote/expired": { title: "Quote expired", message: "This quote has expired. Please get a new one." },
  "reserve/insufficient": {
    title: "Not enough reserve",
    message: "Our reserve of this currency has just been taken. Please try a smaller amount.",
  },
  "decision/stale": {
    title: "The figures have changed",
    message: "The figures have changed since you saw them. Please look at the new ones.",
  },
  "decision/unavailable": {
    title: "Nothing to decide",
    message: "This order does not offer that choice now.",
  },
  "order/not-cancellable": { title: "Not cancellable", message: "This order can no longer be cancelled." },
  "order/refund-address-set": {
    title: "Refund address already set",
    message: "The refund address has already been set and cannot be changed.",
  },
  "order/refund-address-missing": {
    title: "Refund address missing",
    message: "Please enter an address for the refund.",
  },
  "order/closed": { title: "Order ended", message: "This order has already ended." },
  "order/not-ended": {
    title: "Not ended yet",
    message:
      "The order has not ended yet, or money is still under way: its own, or that of a further payment. It can be deleted after that.",
  },
  "claim/nothing": {
    title: "Nothing to claim",
    message: "Nothing has arrived at the addresses of this note since, or less than the network fee.",
  },
  "claim/note": { title: "Not our note", message: "This is not a deletion note that this service signed." },
  "auth/api-key": {
    title: "API key needed",
    message: "The X-API-Key header is missing, unknown or revoked.",
  },
  "chain/full": {
    title: "Network full",
    message: "This network has as many open orders as we can watch. Please try again later.",
  },
  "idempotency/in-flight": {
    title: "Still in progress",
    message: "The first request with this key is still being processed. Please try again in a moment.",
  },
  "request/too-large": { title: "Request too large", message: "The request body may have at most 16 KiB." },
  "request/media-type": { title: "Not JSON", message: "The request body must be application/json." },
  "request/invalid": { title: "Invalid request", message: "Please check the fields." },
  "field/unknown": {
    title: "Unknown field",
    message: "A field of this request is unknown. Check its spelling.",
    figured: "A field of this request is unknown. Did you mean {nearest}?",
  },
  "amount/format": { title: "Not an amount", message: "Please enter a valid amount, such as 0.05." },
  "amount/zero": { title: "Amount is zero", message: "The amount must be greater than 0." },
  "amount/precision": {
    title: "Too many decimals",
    message: "The amount has too many decimals.",
    figured: "{currency} has at most {decimals} decimals.",
  },
  "amount/min": {
    title: "Amount too small",
    message: "The amount is below the minimum.",
    figured: "The minimum is {limit} {currency}.",
  },
  "amount/max": {
    title: "Amount too large",
    message: "The amount is above the maximum.",
    figured: "The maximum is {limit} {currency}.",
  },
  "pair/same": { title: "Same currency", message: "Please choose two different currencies." },
  "address/format": { title: "Not an address", message: "This is not an address of the chosen currency." },
  "address/checksum": {
    title: "Mistyped address",
    message: "The address has a typing error: its checksum is wrong.",
  },
  "address/network": { title: "Other network", message: "The address belongs to another network." },
  "address/zero": { title: "Zero address", message: "No one holds this address: coins sent there are lost." },
  "address/ours": {
    title: "Our own address",
    message: "This address is our own. Please enter one of yours.",
  },
  "address/contract": { title: "Contract address", message: "This is a token contract, not a wallet." },
  "address/uri": { title: "Payment link", message: "This is a payment link. Please enter only the address." },
  "address/characters": {
    title: "Hidden characters",
    message: "The address contains hidden or foreign characters.",
  },
  "address/memo": { title: "Memo", message: "The memo does not fit this address." },
  "address/type": {
    title: "Address type unavailable",
    message: "This type of deposit address isn’t available for this currency. Leave the type out.",
  },
  "address/listed": {
    title: "Listed address",
    message: "This address is on a screening list and cannot be used.",
  },
  "address/twice": {
    title: "The same address twice",
    message: "This address is entered twice. Please enter each address once.",
  },
  "quote/unknown": { title: "Unknown quote", message: "This quote is not known. Please get a new one." },
  "quote/mismatch": { title: "Other quote", message: "This quote is for another pair or amount." },
  "idempotency/mismatch": {
    title: "Idempotency key reused",
    message: "This Idempotency-Key has already been used with another request.",
  },
  "privacy/unavailable": { title: "Mixer not offered", message: "The privacy mixer is not offered here." },
  "mixer/rounds": { title: "Not a number of rounds", message: "Please choose 1 to 10 mixing rounds." },
  "mixer/delay": {
    title: "Not a delay",
    message: "Please choose a delay of 0 to 120 minutes, in steps of 5.",
  },
  "mixer/level": { title: "Unknown privacy level", message: "Please choose basic, enhanced or maximum." },
  "mixer/tor-unavailable": {
    title: "Tor not available",
    message: "This server is not connected to Tor. Please switch Tor off.",
  },
  "mixer/session": {
    title: "Session ended",
    message: "This mixing session has ended. Start a new one and send again.",
  },
  "mixer/fixed": {
    title: "No fixed rate for a mix",
    message: "A mix has no fixed rate: leave the rate floating, or exchange without mixing.",
  },
  "mixer/leg-dust": {
    title: "Amount too small to split",
    message: "The amount is too small: every payout has to be worth more than its network fee.",
  },
  "limit/rate": {
    title: "Too many requests",
    message: "Too many requests. Please wait a little.",
    figured: "Too many requests. Please try again in {seconds} s.",
  },
  "limit/unpaid": {
    title: "Too many unpaid orders",
    message: "Too many unpaid orders. Please pay or cancel one first.",
  },
  "limit/streams": { title: "Too many streams", message: "Too many live connections. Please close one." },
  internal: { title: "Internal error", message: "Something went wrong on our side. Nothing was lost." },
  "service/unavailable": {
    title: "Temporarily unavailable",
    message: "The service is temporarily unavailable. Please try again soon.",
  },
  "rate/unavailable": {
    title: "No rate",
    message: "There is no current rate for this pair. Please try again soon.",
  },
};
