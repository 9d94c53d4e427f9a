import type { z } from "@hono/zod-openapi";
import { type Problem, problem } from "../core/errors";
import { err, ok, type Result } from "../core/result";
import type { JsonKind } from "../language/field-texts";
import { isProblemCode, ownProblem } from "./fault-message";
import type { FieldError } from "./problem";
import { type UnknownField, unknownFields } from "./unknown-fields";

/** How many fields at fault a problem lists. */
export const ERRORS_MAX = 20;

/**
 * Checks a body's form against its schema. A field that the schema does not know is `field/unknown`, whatever else is
 * at fault. A missing field is `request/invalid` with every field at fault in `errors`; where the schema names a problem
 * of its own as the message of a fault, the first such problem is the answer.
 */
export function validateFields<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Result<z.output<Schema>, Problem & { errors?: readonly FieldError[] }> {
  const unknown = firstOf(unknownFields(schema, value), ERRORS_MAX);
  if (unknown.length > 0) return err(unknownProblem(unknown));
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const issues = parsed.error.issues.flatMap(issuesOfAlternative);
  const errors = issues.slice(0, ERRORS_MAX).map((issue) => fieldError(issue, value));
  const isMissing = errors.some((error) => error.code === "field/missing");
  const code = errors.map((error) => error.code).find(isProblemCode);
  return err({ ...problem(isMissing || !code ? "request/invalid" : code), errors });
}

/** A problem for unknown fields: which they are, and in its sentence the known name that one of them comes near. */
export function unknownProblem(
  unknown: readonly UnknownField[],
): Problem & { errors: readonly FieldError[] } {
  const nearest = unknown.find((field) => field.nearest !== undefined)?.nearest;
  const errors = unknown.map(({ path }) => ({
    pointer: unknownPointer(path),
    code: "field/unknown" as const,
  }));
  return { ...problem("field/unknown", nearest === undefined ? {} : { params: { nearest } }), errors };
}

/** Points to the field where its name is a plain one; else to what it is in, because the name is the caller's input. */
const unknownPointer = (path: readonly string[]): string =>
  pointerTo(/^[A-Za-z0-9_.-]{1,60}$/.test(path.at(-1) ?? "") ? path : path.slice(0, -1));

function firstOf<Item>(items: Iterable<Item>, limit: number): Item[] {
  const first: Item[] = [];
  for (const item of items) {
    first.push(item);
    if (first.length === limit) break;
  }
  return first;
}

/** Where several forms are allowed, the faults of the form that comes nearest to what was sent. */
function issuesOfAlternative(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  const member = ownProblem(issue)?.member;
  if (member !== undefined) return [{ ...issue, path: [...issue.path, member] }];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ ...issue, path: [...issue.path, key] }));
  if (issue.code !== "invalid_union") return [issue];
  const knowing = issue.errors.filter((issues) => issues.every(({ code }) => code !== "unrecognized_keys"));
  const meant = knowing[0] ?? issue.errors.toSorted((one, other) => one.length - other.length)[0];
  if (meant === undefined || meant.length === 0) return [issue];
  return meant.flatMap((inner) => issuesOfAlternative({ ...inner, path: [...issue.path, ...inner.path] }));
}

function fieldError(issue: z.core.$ZodIssue, value: unknown): FieldError {
  const pointer = pointerTo(issue.path.map(String));
  if (isMissing(issue.path.map(String), value)) return { pointer, code: "field/missing" };
  const expected = issue.code === "invalid_type" ? KINDS[issue.expected] : undefined;
  return { pointer, code: fieldCode(issue), ...(expected && { expected }) };
}

/** What a schema asks for, as JSON has it. */
const KINDS: Readonly<Record<string, JsonKind>> = {
  string: "string",
  int: "integer",
  number: "integer",
  boolean: "boolean",
  array: "array",
  object: "object",
};

/** A JSON pointer (RFC 6901). */
const pointerTo = (path: readonly string[]): string =>
  path.map((step) => `/${step.slice(0, 60).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

function fieldCode(issue: z.core.$ZodIssue): FieldError["code"] {
  const own = ownProblem(issue);
  if (own !== undefined) return own.code;
  if (issue.code === "unrecognized_keys") return "field/unknown";
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
