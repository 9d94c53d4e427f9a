import { styleOf } from "../../output/colour";
import { sumOf, sumsByCurrency, usdt } from "../../output/money";
import type { Column, Pair } from "../../output/table";
import type { Loan } from "../../wire";

const needsApproval = ({ approvalRequired, approvedBy, status }: Loan): boolean =>
  approvalRequired && approvedBy === null && status === "pending";

/** All that an import reads, and the server's figures. */
export const LOAN_COLUMNS: readonly Column<Loan>[] = [
  { title: "ID", field: "id", figures: true, of: ({ id }) => id },
  { title: "REFERENCE", field: "reference", shrinks: true, of: ({ reference }) => reference },
  { title: "CURRENCY", field: "currency", of: ({ currency }) => currency },
  { title: "AMOUNT", field: "amount", figures: true, of: ({ amount }) => amount },
  { title: "RATE", field: "exchangeRate", csvOnly: true, of: ({ exchangeRate }) => exchangeRate },
  { title: "ADDRESS", field: "receiveAddress", csvOnly: true, of: ({ receiveAddress }) => receiveAddress },
  { title: "USDT", field: "usdtValue", figures: true, of: ({ usdtValue }) => usdtValue },
  { title: "FEE", field: "feeAmount", figures: true, of: ({ feeAmount }) => feeAmount },
  {
    title: "STATUS",
    field: "status",
    of: ({ status }) => status,
    show: (loan) => (needsApproval(loan) ? "to approve" : loan.status),
    style: ({ status }) => styleOf(status),
  },
  {
    title: "TO APPROVE",
    field: "approvalRequired",
    csvOnly: true,
    of: ({ approvalRequired }) => approvalRequired,
  },
  { title: "CREATED BY", field: "createdBy", csvOnly: true, of: ({ createdBy }) => createdBy },
  { title: "APPROVED BY", field: "approvedBy", csvOnly: true, of: ({ approvedBy }) => approvedBy },
  { title: "PAID BY", field: "paidBy", csvOnly: true, of: ({ paidBy }) => paidBy },
  { title: "TX", field: "txHash", csvOnly: true, of: ({ txHash }) => txHash },
  { title: "CREATED", field: "createdAt", csvOnly: true, of: ({ createdAt }) => createdAt },
  { title: "ENDED", field: "completedAt", csvOnly: true, of: ({ completedAt }) => completedAt },
];

/** A loan's money: what a person has to see before agreeing to it. */
export type LoanMoney = Pick<
  Loan,
  "reference" | "currency" | "amount" | "exchangeRate" | "usdtValue" | "feeAmount" | "receiveAddress"
>;

export const moneyPairs = (loan: LoanMoney): readonly Pair[] => [
  ["reference", loan.reference],
  ["amount", `${loan.amount} ${loan.currency}, at ${loan.exchangeRate} USDT each`],
  ["value", usdt(loan.usdtValue)],
  ["fee", usdt(loan.feeAmount)],
  ["to", loan.receiveAddress ?? "no address: it is paid elsewhere and marked here"],
];

export const loanPairs = (loan: Loan): readonly Pair[] => [
  ["loan", loan.id],
  ...moneyPairs(loan),
  ["status", loan.status, styleOf(loan.status)],
  ["approval", loan.approvalRequired ? (loan.approvedBy ?? "needed from a second person") : null],
  ["created", `${loan.createdAt} by ${loan.createdBy}`],
  ["paid by", loan.paidBy],
  ["transaction", loan.txHash],
  ["ended", loan.completedAt],
];

/** Loans with their figures, a line each, and below it the whole address; then their sums. */
export async function loanLines(
  loans: readonly (LoanMoney & { id: string })[],
  title: "LOAN" | "LINE" = "LOAN",
): Promise<string[]> {
  const { tableLines } = await import("../../output/table");
  const [titles = "", ...rows] = tableLines(
    [
      { title, field: "id", figures: true, of: ({ id }) => id },
      { title: "REFERENCE", field: "reference", of: ({ reference }) => reference },
      {
        title: "AMOUNT",
        field: "amount",
        figures: true,
        of: ({ amount, currency }) => `${amount} ${currency}`,
      },
      { title: "VALUE", field: "usdtValue", figures: true, of: ({ usdtValue }) => usdt(usdtValue) },
      { title: "FEE", field: "feeAmount", figures: true, of: ({ feeAmount }) => usdt(feeAmount) },
    ],
    loans,
  );
  return [
    titles,
    ...rows.flatMap((row, at) => {
      const to = loans[at]?.receiveAddress ?? null;
      return [row, to === null ? "      no address" : `      to ${to}`];
    }),
  ];
}

/** What loans come to: a sum for each currency, and the value and the fees in USDT. */
export function sumsText(loans: readonly LoanMoney[]): string {
  const fees = usdt(sumOf(loans.map(({ feeAmount }) => feeAmount)));
  return `${sumsByCurrency(loans)}, worth ${worthOf(loans)}, fees ${fees}`;
}

/** What loans are worth in USDT, in all. */
export const worthOf = (loans: readonly LoanMoney[]): string =>
  usdt(sumOf(loans.map(({ usdtValue }) => usdtValue)));

/** `1 loan`, `2 loans`. */
export const counted = (count: number): string => `${count} ${count === 1 ? "loan" : "loans"}`;
