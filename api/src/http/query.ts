import type { z } from "@hono/zod-openapi";
import { type Problem, problem } from "../core/errors";
import { err, ok, type Result } from "../core/result";
import type { FieldError } from "./problem";
import { nearestName } from "./unknown-fields";
import { ERRORS_MAX, unknownProblem } from "./validate";

/** Refuses the query parameters of a URL that an operation does not know, and those that are there twice. */
export function unknownParameters(
  schema: z.ZodObject | undefined,
  url: string,
): (Problem & { errors?: readonly FieldError[] }) | undefined {
  const from = url.indexOf("?");
  if (from < 0) return undefined;
  const names = [...new URLSearchParams(url.slice(from)).keys()];
  const known = Object.keys(schema?.shape ?? {});
  const unknown = names.filter((name) => !known.includes(name)).slice(0, ERRORS_MAX);
  if (unknown.length > 0)
    return unknownProblem(unknown.map((name) => ({ path: [name], nearest: nearestName(name, known) })));
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  return repeated === undefined ? undefined : problem("request/invalid", { pointer: `/${repeated}` });
}

/** The query, or the first of its parameters that is not of its form. */
export function parseQuery<Query extends z.ZodObject>(
  schema: Query,
  given: unknown,
): Result<z.output<Query>, Problem> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return ok(parsed.data);
  return err(problem("request/invalid", { pointer: `/${String(parsed.error.issues[0]?.path[0] ?? "")}` }));
}
