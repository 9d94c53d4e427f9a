import type { components } from "@sotto/openapi";

type Schemas = components["schemas"];
export type Account = Omit<Schemas["AdminAccount"], "valid">;
export type Role = Account["role"];
export type Overview = Schemas["Overview"];
export type StuckPayout = Schemas["StuckPayout"];
export type Switch = Schemas["Switch"];
export type AdminOrder = Schemas["AdminOrder"];
export type AdminOrderRow = Schemas["AdminOrderRow"];
export type Loan = Schemas["Loan"];
export type LoanSums = Schemas["LoanSums"];
export type LoanStatus = Loan["status"];
export type CreateLoanBody = Schemas["CreateLoanBody"];
export type ApiKey = Schemas["ApiKey"];
export type NewApiKey = Schemas["NewApiKey"];
export type AuditEntry = Schemas["AuditEntry"];
export type AuditCheck = Schemas["AuditCheck"];
export type Enrolment = Schemas["TotpEnrolment"];
