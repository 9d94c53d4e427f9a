import type { AddressValidation, Currency, Screening } from "@sotto/openapi";
import { loanFigures } from "@sotto/openapi/loan-figures";
import type { CreateLoanBody, Loan, Page } from "../wire";
import { example } from "./contract";
import { type FakeAnswer, type FakeRequest, type FakeRoutes, problem } from "./fake-api";

/** Addresses that the fake server takes for mistyped, and for listed. */
export const MISTYPED = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyx";
export const LISTED = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

const currency = example<Currency[]>("GET", "/api/currencies")[0] as Currency;
const screening = example<Screening>("POST", "/api/screening/check");
const validation = example<AddressValidation>("POST", "/api/address/validate");
/** The contract's example. */
export const loan = example<Page<Loan>>("GET", "/api/admin/loan-orders").items[0] as Loan;

/** A server that keeps what it creates by its reference, as the contract says. */
export function ledger() {
  const loans = new Map<string, Loan>();
  const answers = new Map<unknown, FakeAnswer>();
  const find = ({ path }: FakeRequest): FakeAnswer => {
    const reference = new URL(path, "http://fake").searchParams.get("reference");
    const items = [...loans.values()].filter((one) => reference === null || one.reference === reference);
    return { body: { items, nextCursor: null } };
  };
  const create = ({ body, headers }: FakeRequest): FakeAnswer => {
    const key = headers["idempotency-key"];
    const known = answers.get(key);
    if (known !== undefined) return known;
    const { reference = "", currency, amount, exchangeRate = "", receiveAddress } = body as CreateLoanBody;
    const existing = loans.get(reference);
    if (existing !== undefined) {
      const used = problem(409, "loan/reference-used", "This reference has been used.", { loan: existing });
      return { status: 409, body: used };
    }
    const created: Loan = {
      ...loan,
      ...loanFigures({ amount, exchangeRate, feePercent: "0.45" }),
      id: String(loans.size + 1),
      reference,
      currency,
      amount,
      exchangeRate,
      receiveAddress: receiveAddress ?? null,
    };
    loans.set(reference, created);
    const answer = { status: 201, body: created };
    answers.set(key, answer);
    return answer;
  };
  return { loans, find, create };
}

/** A page of loans without any. */
const none = (): FakeAnswer => ({ body: { items: [], nextCursor: null } });

/** A server that knows four currencies, and checks addresses; it has no loans until it creates them. */
export const loanRoutes = (
  create: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
): FakeRoutes => ({
  "GET /api/currencies": {
    body: [
      { ...currency, id: "BTC", decimals: 8 },
      { ...currency, id: "ETH", decimals: 18 },
      { ...currency, id: "USDT-TRC20", decimals: 6 },
      { ...currency, id: "LTC", decimals: 8 },
    ],
  },
  "POST /api/address/validate": ({ body }) =>
    (body as { address: string }).address === MISTYPED
      ? {
          body: {
            ...validation,
            valid: false,
            normalized: null,
            reason: "address/checksum",
            message: "It is mistyped.",
            matches: [],
          },
        }
      : { body: { ...validation, normalized: (body as { address: string }).address.toLowerCase() } },
  "POST /api/screening/check": ({ body }) => ({
    body: {
      ...screening,
      result: (body as { address: string }).address === LISTED ? "listed" : "clear",
    },
  }),
  "GET /api/admin/loan-orders": none,
  "POST /api/admin/loan-orders": create,
});
