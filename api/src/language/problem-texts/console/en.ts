import type { ProblemCode } from "../../../core/errors";
import type { ProblemText } from "../problem-text";

/** What only administrators read. The other languages have the same problems here. */
export const EN_CONSOLE = {
  "order/not-held": { title: "Not on hold", message: "This order is not on hold." },
  "order/sources-unseen": {
    title: "Unseen source",
    message:
      "Money from a source that you haven’t seen has come to this order. Look at the order again, then decide.",
  },
  "loan/id": { title: "Malformed loan number", message: "A loan number is a whole number such as 17." },
  "loan/own-approval": {
    title: "Own approval",
    message: "Someone other than the person who created the loan must approve it.",
  },
  "loan/unknown": { title: "Loan not found", message: "There is no loan order with this number." },
  "api-key/unknown": { title: "Key not found", message: "There is no such API key." },
  "loan/not-pending": { title: "Loan not pending", message: "This loan order is no longer pending." },
  "loan/reference-used": {
    title: "Reference used",
    message: "A loan order with this reference already exists.",
  },
  "loan/approval-required": {
    title: "Approval needed",
    message: "A second person must approve this loan before the reserve pays it.",
  },
  "loan/approval-needless": {
    title: "No approval needed",
    message: "This loan doesn’t need a second person’s approval.",
  },
  "totp/enrolled": { title: "Already enrolled", message: "This account already uses one-time codes." },
  "authorization/required": {
    title: "One-time code needed",
    message: "This moves or commits money, so it needs a one-time code.",
  },
  "authorization/unknown": {
    title: "Authorization not found",
    message: "You have no authorization with this name. Approve the operation with a new one-time code.",
  },
  "authorization/not-listed": {
    title: "Not approved",
    message: "The authorization doesn’t list this operation. Approve it with a new one-time code.",
  },
  "authorization/used": {
    title: "Already used",
    message:
      "The authorization has already been used for this operation. Approve it again with a new one-time code.",
  },
  "authorization/expired": {
    title: "Authorization expired",
    message:
      "The authorization is older than ten minutes. Approve the operation again with a new one-time code.",
  },
  "totp/not-enrolled": {
    title: "No one-time codes",
    message: "Your account doesn’t use one-time codes yet. Set them up first.",
  },
  "totp/not-enrolling": {
    title: "Nothing to confirm",
    message: "Nothing is waiting to be confirmed. Please start again.",
  },
  "payouts/paused": { title: "Payouts paused", message: "Payouts are paused." },
  "loan/currency": { title: "Not for loans", message: "Loans are paid in BTC, ETH or USDT-TRC20." },
  "loan/mismatch": {
    title: "Figures do not agree",
    message: "The value or the fee differs from the server’s own figure.",
  },
  "totp/code": { title: "Wrong code", message: "This code is wrong or has already been used." },
  "totp/wait": {
    title: "Too many wrong codes",
    message: "Five codes were wrong. No code is accepted from you for a few minutes.",
    figured: "Five codes were wrong. No code is accepted from you for another {seconds} s.",
  },
  "login/busy": {
    title: "Too many login attempts",
    message: "Too many login attempts with this name are waiting. Please try again in a moment.",
    figured: "Too many login attempts with this name are waiting. Please try again in {seconds} s.",
  },
  "password/change-required": {
    title: "Change your password first",
    message: "This password was generated for you. Choose your own before you do anything else.",
  },
  "password/short": { title: "Password too short", message: "A password needs at least 12 characters." },
  "password/common": {
    title: "Common password",
    message: "This password is among the first that attackers try. Choose a less common one.",
  },
  "password/same": { title: "Same password", message: "This is your current password. Choose another." },
  "session/unknown": { title: "Session not found", message: "This session has already ended." },
  "chain/not-halted": { title: "Not halted", message: "This chain is not halted." },
  "books/nothing-missing": {
    title: "Not missing",
    message: "This amount is not missing. Please look at the overview again.",
  },
  "books/asked": {
    title: "Already asked",
    message: "An earlier request for this currency is waiting for the next comparison.",
  },
  "override/unknown": { title: "No such payout", message: "There is no payout with this name." },
  "override/transaction": {
    title: "Not its first transaction",
    message: "This isn’t the payout’s first transaction. Please look at the list again.",
  },
  "override/paid": { title: "Nothing to sign", message: "This payout has already been made or reversed." },
  "override/used": {
    title: "Already decided",
    message: "An approver has already decided on this payout. This is possible only once.",
  },
  "override/open": {
    title: "It may still end by itself",
    message:
      "The network knows one of its transactions, one may still be proved dead, or one hasn’t been looked for recently.",
  },
  "spend/unknown": {
    title: "No such transaction",
    message: "There is no unplanned transaction with this number.",
  },
  "spend/adopted": { title: "Already adopted", message: "This transaction has already been adopted." },
  "recovery/unknown": {
    title: "No such coins",
    message: "There are no coins on another network under this name.",
  },
  "recovery/not-final": {
    title: "Not final yet",
    message: "These coins aren’t deep enough on their network yet. Try again once they are final.",
  },
  "recovery/opened": {
    title: "Already being sent back",
    message: "An order already sends these coins back.",
  },
  "recovery/too-little": {
    title: "Not worth its network fee",
    message:
      "After the network fee, nothing that can be sent would be left of these coins. Try again when the fee is lower.",
  },
  "books/unplanned-spend": {
    title: "Adopt the transaction first",
    message:
      "A transaction that we did not sign spends coins on this network. Adopt it to book what it took.",
  },
} satisfies Partial<Record<ProblemCode, ProblemText>>;

export type ConsoleTexts = Readonly<Record<keyof typeof EN_CONSOLE, ProblemText>>;
