/** The names under which operations are recorded; an operation without one is recorded under its own. */
const ACTIONS: Readonly<Record<string, string>> = {
  changePassword: "password.change",
  giveAuthorization: "authorization.give",
  endSession: "session.end",
  endOtherSessions: "session.end-others",
  releaseExchange: "exchange.release",
  refundExchange: "exchange.refund",
  createLoan: "loan.create",
  payLoan: "loan.pay",
  approveLoan: "loan.approve",
  createApiKey: "api-key.create",
  revokeApiKey: "api-key.revoke",
  pauseAsset: "asset.pause",
  resumeAsset: "asset.resume",
  pausePayouts: "payouts.pause",
  resumePayouts: "payouts.resume",
  stopSigner: "signer.stop",
  resumeSigner: "signer.resume",
  resumeChain: "chain.resume",
  bookMissing: "books.book-missing",
  overridePayout: "payout.override",
  releasePayout: "payout.release",
  adoptSpend: "spend.adopt",
  refundRecovery: "recovery.refund",
};

export const actionOf = (operationId: string): string => ACTIONS[operationId] ?? operationId;
