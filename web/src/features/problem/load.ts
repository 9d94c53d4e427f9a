import { notFound } from "@tanstack/react-router";
import type { ProblemKind } from "../../lib/api";
import type { AppContext } from "../../lib/app-context";

/** Loads what the API says of a problem code. Where there is no such code, there is no page. */
export async function loadProblem(context: AppContext, code = ""): Promise<ProblemKind> {
  const problems = await context.api.problems(code);
  const found = problems.ok ? problems.value[0] : undefined;
  if (found !== undefined) return found;
  if (problems.ok || problems.error.status === 422) throw notFound();
  context.answer.status = 503;
  throw new Error("the list of problem codes could not be read");
}
