import { z } from "@hono/zod-openapi";
import type { ProblemCode } from "../core/errors";
import { problemSchema, v1ErrorSchema } from "./wire";

/** A problem that carries fresh figures of its own beside the members of every problem. */
export type Conflict = {
  code: ProblemCode;
  problem: z.ZodType;
  /** The same in the envelope of /api/v1, as members of `error`. */
  failure: z.ZodType;
  example: Readonly<Record<string, unknown>>;
};

/** Declares the members that a problem carries; `name` is that of its schema in the contract. */
export function conflict(
  declared: { name: string; code: ProblemCode; description: string },
  members: z.ZodRawShape,
  example: Readonly<Record<string, unknown>>,
): Conflict {
  const { name, code, description } = declared;
  const own = { code: z.literal(code), ...members };
  return {
    code,
    example,
    problem: z.object({ ...problemSchema.shape, ...own }).openapi(`${name}Problem`, { description }),
    failure: z
      .object({ success: z.literal(false), error: z.object({ ...v1ErrorSchema.shape, ...own }) })
      .openapi(`V1${name}`, { description }),
  };
}

/** A call that moves money and brings no authorization: what to ask one for. */
export const AUTHORIZATION_REQUIRED = conflict(
  {
    name: "AuthorizationRequired",
    code: "authorization/required",
    description: "Names the call that the authorization has to list.",
  },
  {
    operation: z.string().openapi({ description: "The operation's id.", example: "payLoan" }),
    subject: z.string().openapi({ description: "What it acts on.", example: "17" }),
  },
  { operation: "payLoan", subject: "17" },
);
