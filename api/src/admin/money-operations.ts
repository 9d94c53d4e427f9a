/** The operations that move or commit money; each declares by its `money` which parts of a call say what of. */
export const MONEY_OPERATIONS = [
  "payLoan",
  "approveLoan",
  "releaseExchange",
  "refundExchange",
  "overridePayout",
  "adoptSpend",
  "refundRecovery",
  "bookMissing",
] as const;
