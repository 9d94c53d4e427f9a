import type { z } from "@hono/zod-openapi";
import { PROBLEM_STATUS, type ProblemCode } from "../core/errors";

/**
 * Returns the message that a schema has for a fault whose problem is not one of the transport's. Zod reports a member
 * that a strict object does not know at the object: `member` then points to it.
 */
export const faultMessage = (code: ProblemCode, member?: string): string =>
  member === undefined ? code : `${code}#${member}`;

/** What the message of a fault says of it; undefined where it has the transport's own code. */
export function ownProblem(
  issue: z.core.$ZodIssue,
): { code: ProblemCode; member: string | undefined } | undefined {
  const [code = "", member] = issue.message.split("#");
  return isProblemCode(code) ? { code, member } : undefined;
}

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEM_STATUS, code);
