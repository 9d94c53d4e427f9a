import type { z } from "@hono/zod-openapi";
import { type Problem, type ProblemCode, problem } from "../core/errors";
import { err, ok, type Result } from "../core/result";
import type { FieldError } from "./problem";

/** Members that carry an amount: whatever is wrong with their form is `amount/format`, a JSON number included. */
const AMOUNT_MEMBERS = new Set([
  "sendAmount",
  "receiveAmount",
  "amount",
  "minReceive",
  "exchangeRate",
  "fee",
]);
const ADDRESS_MEMBERS = new Set(["receiveAddress", "refundAddress", "address", "from"]);
const ERRORS_MAX = 20;

/**
 * Checks a body's form against its schema. A missing field is `request/invalid` with every field at fault in `errors`;
 * where the first fault is the form of an amount or an address, the problem has that code itself.
 */
export function validateFields<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Result<z.output<Schema>, Problem & { errors?: readonly FieldError[] }> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const errors = parsed.error.issues.slice(0, ERRORS_MAX).map((issue) => fieldError(issue, value));
  const isMissing = errors.some((error) => error.code === "field/missing");
  const code = errors.map((error) => error.code).find(isOwnProblem);
  return err({ ...problem(isMissing || !code ? "request/invalid" : code), errors });
}

const isOwnProblem = (code: string): code is "amount/format" | "address/format" =>
  code === "amount/format" || code === "address/format";

function fieldError(issue: z.core.$ZodIssue, value: unknown): FieldError {
  const path = issue.path.map(String);
  const pointer = path
    .map((step) => `/${step.slice(0, 60).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
  return { pointer, code: fieldCode(issue, { last: path.at(-1) ?? "", isMissing: isMissing(path, value) }) };
}

function fieldCode(issue: z.core.$ZodIssue, at: { last: string; isMissing: boolean }): string {
  if (at.isMissing) return "field/missing";
  if (AMOUNT_MEMBERS.has(at.last)) return "amount/format" satisfies ProblemCode;
  if (ADDRESS_MEMBERS.has(at.last) && issue.code === "too_big") return "address/format" satisfies ProblemCode;
  if (issue.code === "invalid_type") return "field/type";
  if (issue.code === "invalid_value") return "field/choice";
  if (issue.code === "too_big" || issue.code === "too_small") return "field/length";
  return "field/format";
}

function isMissing(path: readonly string[], value: unknown): boolean {
  let inner: unknown = value;
  for (const step of path) {
    if (inner === null || typeof inner !== "object") return false;
    inner = Object.hasOwn(inner, step) ? (inner as Readonly<Record<string, unknown>>)[step] : undefined;
  }
  return inner === undefined;
}
