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
  "usdtValue",
  "feeAmount",
]);
/** Members of the mixer's settings, whose every fault has a code of its own. */
const SETTING_PROBLEMS: Readonly<Record<string, SettingProblem>> = {
  mixingRounds: "mixer/rounds",
  delayMinutes: "mixer/delay",
  privacyLevel: "mixer/level",
  preset: "mixer/level",
};
type SettingProblem = "mixer/rounds" | "mixer/delay" | "mixer/level";
const ADDRESS_MEMBERS = new Set(["receiveAddress", "refundAddress", "address", "from"]);
const ERRORS_MAX = 20;

/**
 * Checks a body's form against its schema. A missing field is `request/invalid` with every field at fault in `errors`;
 * where the first fault is the form of an amount, an address or a setting of the mixer, the problem has that code itself.
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
  const code = errors.map((error) => error.code).find(isOwnProblem);
  return err({ ...problem(isMissing || !code ? "request/invalid" : code), errors });
}

type OwnProblem = "amount/format" | "address/format" | SettingProblem;
const OWN_PROBLEMS: ReadonlySet<string> = new Set<OwnProblem>([
  "amount/format",
  "address/format",
  "mixer/rounds",
  "mixer/delay",
  "mixer/level",
]);
const isOwnProblem = (code: string): code is OwnProblem => OWN_PROBLEMS.has(code);

/** Where several forms are allowed, the faults of the first that knows every member that was sent. */
function issuesOfAlternative(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  // A preset that is none makes zod read its object as the other form, which knows no presets.
  if (issue.code === "unrecognized_keys" && issue.keys.includes("preset"))
    return [{ ...issue, path: [...issue.path, "preset"] }];
  if (issue.code !== "invalid_union") return [issue];
  const meant = issue.errors.find((issues) => issues.every(({ code }) => code !== "unrecognized_keys"));
  return meant?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

function fieldError(issue: z.core.$ZodIssue, value: unknown): FieldError {
  const path = issue.path.map(String);
  const pointer = path
    .map((step) => `/${step.slice(0, 60).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
  return {
    pointer,
    code: fieldCode(issue, {
      last: path.at(-1) ?? "",
      parent: path.at(-2),
      isMissing: isMissing(path, value),
    }),
  };
}

function fieldCode(
  issue: z.core.$ZodIssue,
  at: { last: string; parent: string | undefined; isMissing: boolean },
): string {
  if (at.isMissing) return "field/missing";
  if (AMOUNT_MEMBERS.has(at.last)) return "amount/format" satisfies ProblemCode;
  if (ADDRESS_MEMBERS.has(at.last) && issue.code === "too_big") return "address/format" satisfies ProblemCode;
  const setting = at.parent === "privacySettings" ? SETTING_PROBLEMS[at.last] : undefined;
  if (setting !== undefined) return setting;
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
