import { z } from "@hono/zod-openapi";
import {
  addressInput,
  amountInput,
  currencyCode,
  currencyInput,
  cursorQuery,
  decimal,
  instant,
  pageOf,
} from "../../http/wire";
import { LOAN_ID_PATTERN, LOAN_STATUSES } from "../../loans/loan";

export const LOAN_REFERENCE_PATTERN = /^[\x21-\x7e]{1,100}$/;

export const loanParams = z.object({
  id: z
    .string()
    .regex(LOAN_ID_PATTERN)
    .openapi({ param: { name: "id", in: "path" }, example: "17" }),
});

export const createLoanBodySchema = z
  .strictObject({
    currency: currencyInput("BTC"),
    amount: amountInput("What is paid out.", "0.5"),
    exchangeRate: amountInput(
      "USDT for one whole coin; at most 8 decimals. Required where no usdtValue is sent.",
      "60000",
    ).optional(),
    usdtValue: amountInput(
      "What the loan is worth. Beside an exchangeRate: amount × exchangeRate, floored to 8 decimals, and refused where it is not. Without one it is taken as it is, and the rate is this value / amount, rounded up to 8 decimals.",
      "30000.00000000",
    ).optional(),
    feeAmount: amountInput(
      "What the client computed: 0.45 % of usdtValue, rounded up to 8 decimals.",
      "135.00000000",
    ).optional(),
    status: z.literal("pending").optional(),
    reference: z.string().regex(LOAN_REFERENCE_PATTERN).optional().openapi({
      description: "The client's own name for it, never used twice; printable ASCII without spaces.",
      example: "2026-01-payroll-0007",
    }),
    receiveAddress: addressInput(
      "Where the reserve pays it; without one it is paid elsewhere and marked.",
      "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    ).optional(),
  })
  .refine((body) => body.exchangeRate !== undefined || body.usdtValue !== undefined, {
    path: ["exchangeRate"],
  })
  .openapi("CreateLoanBody");
export type CreateLoanBody = z.infer<typeof createLoanBodySchema>;

export const loanSchema = z
  .object({
    id: z.string().openapi({ description: "Its number.", example: "17" }),
    reference: z.string().nullable().openapi({ example: "2026-01-payroll-0007" }),
    currency: currencyCode("BTC"),
    amount: decimal("What is paid out.", "0.5"),
    exchangeRate: decimal("USDT for one whole coin.", "60000"),
    usdtValue: decimal(
      "amount × exchangeRate, or the value that it was stated by; always 8 decimals.",
      "30000.00000000",
    ),
    feeAmount: decimal("0.45 % of usdtValue; always 8 decimals.", "135.00000000"),
    status: z
      .enum(LOAN_STATUSES)
      .openapi({ description: "`paid` was marked by hand, `completed` was paid by the reserve." }),
    receiveAddress: z.string().nullable().openapi({ example: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" }),
    approvalRequired: z.boolean().openapi({
      description:
        "The reserve pays it only after a second person's approval: it is worth more than the operator's limit, by its own rate or by the market's, or took the sum of 24 hours of its creator, of its address or of all loans above its limit. A payment that is refused may have made it so.",
    }),
    createdBy: z.string().openapi({ description: "The administrator's name.", example: "ana" }),
    approvedBy: z.string().nullable().openapi({ example: null }),
    paidBy: z.string().nullable().openapi({ example: null }),
    txHash: z
      .string()
      .nullable()
      .openapi({ description: "Of the payout, or as it was noted with the mark.", example: null }),
    createdAt: instant("When it was created."),
    completedAt: instant("When it was paid, completed or failed; null until then.").nullable(),
  })
  .openapi("Loan");
export type LoanWire = z.infer<typeof loanSchema>;
export const loanPageSchema = pageOf(loanSchema).openapi("LoanPage");

const usdtLimit = (description: string, example: string) =>
  decimal(`${description}, in whole USDT.`, example);
const sumMembers = {
  created: decimal("Of the loans created in this time; always 8 decimals.", "19998.00000000"),
  paid: decimal(
    "Of those that the reserve was asked to pay in this time; always 8 decimals.",
    "9999.00000000",
  ),
};

export const loanSumsSchema = z
  .object({
    from: instant("The sums are of the time since then: 24 hours."),
    limits: z
      .object({
        loan: usdtLimit("Of one loan", "10000"),
        creator: usdtLimit("Of the loans of one creator", "30000"),
        address: usdtLimit("Of the loans to one address", "20000"),
        total: usdtLimit("Of all loans", "100000"),
      })
      .openapi({ description: "A loan that goes above one of these needs a second person's approval." }),
    total: z.object(sumMembers),
    creators: z
      .array(z.object({ createdBy: z.string().openapi({ example: "ana" }), ...sumMembers }))
      .openapi({ description: "Highest first; at most 20." }),
    addresses: z
      .array(
        z.object({
          receiveAddress: z.string().openapi({ example: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" }),
          ...sumMembers,
        }),
      )
      .openapi({ description: "Highest first; at most 20." }),
    complete: z.boolean().openapi({
      description:
        "Whether every loan that counts was valued at the market's price. False while a price is missing: every new loan to an address then needs approval.",
    }),
  })
  .openapi("LoanSums");
export type LoanSumsWire = z.infer<typeof loanSumsSchema>;

export const loansQuery = z.strictObject({
  status: z
    .enum(LOAN_STATUSES)
    .optional()
    .openapi({ param: { name: "status", in: "query" } }),
  reference: z
    .string()
    .max(100)
    .optional()
    .openapi({ param: { name: "reference", in: "query" }, description: "Exactly this reference." }),
  cursor: cursorQuery,
});

export const payLoanBodySchema = z
  .strictObject({
    txHash: z.string().min(1).max(128).optional().openapi({
      description: "It was paid elsewhere, by this transaction.",
      example: "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb",
    }),
  })
  .openapi("PayLoanBody");
export type PayLoanBody = z.infer<typeof payLoanBodySchema>;
