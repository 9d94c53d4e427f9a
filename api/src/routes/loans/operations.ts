import { conflict } from "../../http/conflict";
import { defineOperation } from "../../http/operation";
import { LIMITS } from "../limits";
import {
  createLoanBodySchema,
  loanPageSchema,
  loanParams,
  loanSchema,
  loanSumsSchema,
  loansQuery,
  payLoanBodySchema,
} from "./schema";

const LOAN_EXAMPLE = {
  id: "17",
  reference: "2026-01-payroll-0007",
  currency: "BTC",
  amount: "0.5",
  exchangeRate: "60000",
  usdtValue: "30000.00000000",
  feeAmount: "135.00000000",
  status: "pending" as const,
  receiveAddress: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  approvalRequired: true,
  createdBy: "ana",
  approvedBy: null,
  paidBy: null,
  txHash: null,
  createdAt: "2026-01-01T12:00:00.000Z",
  completedAt: null,
};

const LOAN_REFERENCE_USED = conflict(
  {
    name: "LoanReferenceUsed",
    code: "loan/reference-used",
    description: "The loan that has the reference.",
  },
  { loan: loanSchema },
  { loan: LOAN_EXAMPLE },
);

const ofLoans = { tag: "loans", security: "bearer", limits: [LIMITS.admin] } as const;

export const listLoans = defineOperation({
  ...ofLoans,
  method: "get",
  path: "/api/admin/loan-orders",
  operationId: "listLoans",
  summary: "Payout (loan) orders, newest first",
  query: loansQuery,
  answer: loanPageSchema,
  answerDescription: "A page of loans.",
  answerExample: { items: [LOAN_EXAMPLE], nextCursor: null },
  problems: [],
  role: "viewer",
});

const SUM_EXAMPLE = { created: "19998.00000000", paid: "9999.00000000" };

export const readLoanSums = defineOperation({
  ...ofLoans,
  method: "get",
  path: "/api/admin/loan-orders/sums",
  operationId: "readLoanSums",
  summary: "What the loans of 24 hours come to, and the limits above which a loan needs approval",
  description:
    "Loans to an address count, with the higher of their own value and the market's: those that may be paid, are being paid or were paid by the reserve. Loans that wait for approval, failed or were marked as paid do not.",
  answer: loanSumsSchema,
  answerDescription: "The sums in USDT, and the limits.",
  answerExample: {
    from: "2026-01-01T12:00:00.000Z",
    limits: { loan: "10000", creator: "30000", address: "20000", total: "100000" },
    total: SUM_EXAMPLE,
    creators: [{ createdBy: "ana", ...SUM_EXAMPLE }],
    addresses: [{ receiveAddress: LOAN_EXAMPLE.receiveAddress, ...SUM_EXAMPLE }],
    complete: true,
  },
  problems: [],
  role: "viewer",
});

export const readLoan = defineOperation({
  ...ofLoans,
  method: "get",
  path: "/api/admin/loan-orders/{id}",
  operationId: "readLoan",
  summary: "One payout (loan) order",
  params: loanParams,
  paramsCode: "loan/id",
  answer: loanSchema,
  answerDescription: "The loan.",
  answerExample: LOAN_EXAMPLE,
  problems: ["loan/unknown"],
  role: "viewer",
});

export const createLoan = defineOperation({
  ...ofLoans,
  method: "post",
  path: "/api/admin/loan-orders",
  operationId: "createLoan",
  summary: "Create a payout (loan) order",
  description:
    "A loan is stated by its exchangeRate or by its usdtValue. The server computes the other figures itself; those that are sent as well must agree.",
  body: createLoanBodySchema,
  bodyExample: { currency: "BTC", amount: "0.5", exchangeRate: "60000", reference: "2026-01-payroll-0007" },
  answer: loanSchema,
  answerStatus: 201,
  answerDescription: "The loan.",
  answerExample: LOAN_EXAMPLE,
  problems: [
    "currency/unknown",
    "loan/currency",
    "amount/format",
    "amount/zero",
    "amount/precision",
    "amount/min",
    "amount/max",
    "address/format",
    "address/checksum",
    "address/network",
    "address/zero",
    "address/ours",
    "address/contract",
    "address/uri",
    "address/characters",
    "address/memo",
    "address/listed",
    "loan/mismatch",
    "loan/reference-used",
  ],
  role: "operator",
  idempotent: true,
  conflicts: [LOAN_REFERENCE_USED],
});

export const payLoan = defineOperation({
  ...ofLoans,
  method: "post",
  path: "/api/admin/loan-orders/{id}/pay",
  operationId: "payLoan",
  summary: "Pay a pending loan from the reserve, or mark it as paid",
  description:
    "With a receive address and no txHash the reserve pays it (processing, then completed or failed); otherwise it is marked as paid.",
  params: loanParams,
  paramsCode: "loan/id",
  body: payLoanBodySchema,
  bodyOptional: true,
  bodyExample: {},
  answer: loanSchema,
  answerDescription: "The loan afterwards.",
  answerExample: { ...LOAN_EXAMPLE, status: "processing" },
  problems: [
    "loan/unknown",
    "loan/not-pending",
    "loan/approval-required",
    "reserve/insufficient",
    "payouts/paused",
    "currency/paused",
  ],
  role: "operator",
  money: ["id"],
  idempotent: true,
});

export const approveLoan = defineOperation({
  ...ofLoans,
  method: "post",
  path: "/api/admin/loan-orders/{id}/approve",
  operationId: "approveLoan",
  summary: "Approve, as a second person, that the reserve pays a loan",
  params: loanParams,
  paramsCode: "loan/id",
  answer: loanSchema,
  answerDescription: "The loan afterwards.",
  answerExample: { ...LOAN_EXAMPLE, approvedBy: "ben" },
  problems: ["loan/unknown", "loan/not-pending", "loan/own-approval", "loan/approval-needless"],
  role: "approver",
  money: ["id"],
});
