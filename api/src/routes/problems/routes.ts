import { PROBLEM_CODES } from "../../core/errors";
import { ok } from "../../core/result";
import type { Edge } from "../../http/edge";
import { mount } from "../../http/mount";
import { problemKind } from "../../http/problem";
import { acceptedLanguage } from "../../language/accept-language";
import { listProblems } from "./operations";

/** Serves the list of problem codes, in the caller's language. */
export function mountProblemRoutes(edge: Edge): void {
  mount(edge, listProblems, ({ query, acceptLanguage }) => {
    const language = acceptedLanguage(acceptLanguage);
    const codes = query.code === undefined ? PROBLEM_CODES : [query.code];
    return ok(codes.map((code) => problemKind(code, language)));
  });
}
