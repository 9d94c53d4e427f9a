import type { z } from "@hono/zod-openapi";
import { type Problem, problem } from "../core/errors";
import { err, ok, type Result } from "../core/result";
import { isProblemCode, ownProblem } from "./fault-message";
import type { FieldError } from "./problem";

const ERRORS_MAX = 20;

/**
 * Checks a body's form against its schema. A missing field is `request/invalid` with every field at fault in `errors`;
 * where the schema names a problem of its own as the message of a fault, the first such problem is the answer.
 */
export function validateFields<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Result<z.output<Schema>, Problem & { errors?: readonly FieldError[] }> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const issues = parsed.error.issues.flatMap(issuesOfAlternative);
  const errors = issues.slice(0, ERRORS_MAX).map((issue) => fieldError(issue, value));
  const isMissing = errors.some((error) => error.code === "field/missing");
  const code = errors.map((error) => error.code).find(isProblemCode);
  return err({ ...problem(isMissing || !code ? "request/invalid" : code), errors });
}

/** Where several forms are allowed, the faults of the first that knows every member that was sent. */
function issuesOfAlternative(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  const member = ownProblem(issue)?.member;
  if (member !== undefined) return [{ ...issue, path: [...issue.path, member] }];
  if (issue.code !== "invalid_union") return [issue];
  const meant = issue.errors.find((issues) => issues.every(({ code }) => code !== "unrecognized_keys"));
  return meant?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

function fieldError(issue: z.core.$ZodIssue, value: unknown): FieldError {
  const path = issue.path.map(String);
  const pointer = path
    .map((step) => `/${step.slice(0, 60).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
  return { pointer, code: isMissing(path, value) ? "field/missing" : fieldCode(issue) };
}

function fieldCode(issue: z.core.$ZodIssue): string {
  const own = ownProblem(issue);
  if (own !== undefined) return own.code;
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
