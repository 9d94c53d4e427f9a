import type { Calculation, Currency, Rate, Wallet } from "@sotto/openapi";
import type { AdminOrder, AdminOrderRow, ApiKey, AuditEntry, Loan, LoanSums, Page } from "../wire";
import { example } from "./contract";
import type { FakeRoutes } from "./fake-api";

/** The order of the contract's examples. */
export const ID = "5q0Zt1VZ3mQ2o7h1v0y6Kg";
const page = <Item>(path: string): Item[] => example<Page<Item>>("GET", path).items;
const first = <Item>(items: readonly Item[]): Item => {
  const [item] = items;
  if (item === undefined) throw new Error("the contract's example is empty");
  return item;
};
const currency = first(example<Currency[]>("GET", "/api/currencies"));
const rate = first(example<Rate[]>("GET", "/api/exchange-rates"));
const wallet = first(example<Wallet[]>("GET", "/api/admin/wallets"));
const key = first(example<ApiKey[]>("GET", "/api/admin/api-keys"));
const entry = first(page<AuditEntry>("/api/admin/audit"));
const row = first(page<AdminOrderRow>("/api/admin/exchanges"));
const loan = first(page<Loan>("/api/admin/loan-orders"));
const inspected = example<AdminOrder>("GET", `/api/admin/exchanges/${ID}`);
/** When everything happens. */
export const AT = "2026-01-01T12:00:00.000Z";

/** An API whose answers never change: the contract's examples, with more rows, a name in wide characters and one that is a formula. */
export const ROUTES: FakeRoutes = {
  "GET /api/currencies": {
    body: [
      {
        ...currency,
        id: "BTC",
        name: "Bitcoin",
        networkDisplayName: "Bitcoin",
        minAmount: "0.001",
        maxAmount: "4.1",
      },
      { ...currency, id: "DASH", name: "Dash", networkDisplayName: "Dash", isActive: false, maxAmount: null },
    ],
  },
  "POST /api/calculate": {
    body: { ...example<Calculation>("POST", "/api/calculate"), quoteId: "7f1c2a9d0b3e", expiresAt: AT },
  },
  "GET /api/exchange-rates": { body: [rate, { ...rate, from: "ETH", rate: "3041.123456789012345678" }] },
  "GET /api/admin/wallets": {
    body: [
      wallet,
      {
        ...wallet,
        currency: "USDT-TRC20",
        address: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
        balance: "250000.5",
      },
    ],
  },
  "GET /api/admin/api-keys": {
    body: [
      { ...key, name: "静かな取引所のための、とても長い名前のウォレット・アプリの鍵", createdBy: "管理者" },
      { ...key, id: "x1Zm2xV9bT4c", name: '=HYPERLINK("http://evil","x")', revokedAt: AT },
    ],
  },
  "GET /api/admin/audit": {
    body: {
      items: [
        {
          ...entry,
          seq: 2,
          action: "exchange.release",
          subject: "482915037",
          reason: "Source cleared by the compliance desk after two calls and a letter.",
        },
        { ...entry, outcome: "refused", admin: null, reason: "auth/failed" },
      ],
      nextCursor: null,
    },
  },
  "GET /api/admin/exchanges": ({ path }) => ({
    body: {
      items: [row, { ...row, trackingCode: "111222333", state: "hold", reason: "listed", mixed: true }],
      nextCursor: path.includes("cursor") ? null : "next",
    },
  }),
  [`GET /api/admin/exchanges/${ID}`]: {
    body: {
      ...inspected,
      events: [{ at: AT, type: "deposit_seen", cause: "watcher", state: "confirming" }],
      legs: [
        {
          id: "1",
          kind: "payout",
          currency: "USDT-TRC20",
          amount: "2985.7",
          status: "sent",
          txHash: "ab12",
          attempts: [],
        },
      ],
      ledger: [{ at: AT, account: "customer", asset: "BTC", amount: "-0.05", kind: "credit" }],
    },
  },
  "GET /api/admin/loan-orders/sums": { body: example<LoanSums>("GET", "/api/admin/loan-orders/sums") },
  "GET /api/admin/loan-orders": {
    body: {
      items: [
        loan,
        { ...loan, id: "18", reference: null, status: "paid", approvalRequired: false, receiveAddress: null },
      ],
      nextCursor: null,
    },
  },
};
