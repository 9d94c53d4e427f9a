import type { ProblemCode } from "../../../core/errors";
import type { ProblemText } from "../problem-text";

/** What only administrators read. The other languages have the same problems here. */
export const EN_CONSOLE = {
  "order/not-held": { title: "Not on hold", message: "This order is not on hold." },
  "loan/id": { title: "Malformed loan number", message: "A loan number is a whole number such as 17." },
  "loan/own-approval": {
    title: "Own approval",
    message: "The second person must be somebody else than the one who created the loan.",
  },
  "loan/unknown": { title: "Loan not found", message: "There is no loan order of this number." },
  "api-key/unknown": { title: "Key not found", message: "There is no such API key." },
  "loan/not-pending": { title: "Loan not pending", message: "This loan order is not pending any more." },
  "loan/reference-used": {
    title: "Reference used",
    message: "A loan order with this reference exists already.",
  },
  "loan/approval-required": {
    title: "Approval needed",
    message: "A second person must approve this loan before the reserve pays it.",
  },
  "loan/approval-needless": { title: "No approval needed", message: "This loan needs no second person." },
  "totp/enrolled": { title: "Already enrolled", message: "This account uses one-time codes already." },
  "totp/not-enrolling": {
    title: "Nothing to confirm",
    message: "Begin again: nothing is waiting to be confirmed.",
  },
  "payouts/paused": { title: "Payouts paused", message: "Payouts are paused." },
  "loan/currency": { title: "Not for loans", message: "Loans are paid in BTC, ETH or USDT-TRC20." },
  "loan/mismatch": {
    title: "Figures do not agree",
    message: "The value or the fee differs from the server’s own figure.",
  },
  "totp/code": { title: "Wrong code", message: "This code is not right, or it was used before." },
  "chain/not-halted": { title: "Not halted", message: "This chain is not halted." },
  "books/nothing-missing": {
    title: "Not missing",
    message: "This amount is not missing. Please look at the overview again.",
  },
  "books/asked": {
    title: "Already asked",
    message: "An earlier request for this currency waits for the next comparison.",
  },
  "override/unknown": { title: "No such payout", message: "There is no payout with this name." },
  "override/transaction": {
    title: "Not its first transaction",
    message: "This isn’t the payout’s first transaction. Please look at the list again.",
  },
  "override/paid": { title: "Nothing to sign", message: "This payout has been made or taken back." },
  "override/used": {
    title: "Already decided",
    message: "An approver decided on this payout before. That is possible once.",
  },
  "override/open": {
    title: "It may still end by itself",
    message:
      "One of its transactions is known to the network, may still be proved dead, or hasn’t been looked for lately.",
  },
  "spend/unknown": {
    title: "No such transaction",
    message: "There is no unplanned transaction with this number.",
  },
  "spend/adopted": { title: "Already adopted", message: "This transaction was adopted before." },
  "books/unplanned-spend": {
    title: "Adopt the transaction first",
    message:
      "A transaction that we did not sign spends coins on this network. Adopt it: that books what it took.",
  },
} satisfies Partial<Record<ProblemCode, ProblemText>>;

export type ConsoleTexts = Readonly<Record<keyof typeof EN_CONSOLE, ProblemText>>;
