import type { components } from "@sotto/openapi";

type Schemas = components["schemas"];
export type AdminOrder = Schemas["AdminOrder"];
export type AdminOrderRow = Schemas["AdminOrderRow"];
export type ApiKey = Schemas["ApiKey"];
export type AuditEntry = Schemas["AuditEntry"];
export type CreateLoanBody = Schemas["CreateLoanBody"];
export type Loan = Schemas["Loan"];
export type LoanSums = Schemas["LoanSums"];
export type Overview = Schemas["Overview"];
export type StuckPayout = Schemas["StuckPayout"];

/** A page of a list that goes back in time. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };
