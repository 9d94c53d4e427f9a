import { PROBLEM_STATUS, type Problem, type ProblemCode } from "../core/errors";
import { acceptedLanguage } from "../language/accept-language";
import { PROBLEM_TEXTS } from "../language/problem-texts";
import { EN } from "../language/problem-texts/en";
import type { ProblemText } from "../language/problem-texts/problem-text";
import { v1Status } from "./operation";

/** One field at fault inside a problem. */
export type FieldError = { pointer: string; code: string };

/** Members that a fresh-figures conflict must never overwrite. */
const RESERVED = new Set([
  "type",
  "title",
  "status",
  "detail",
  "instance",
  "code",
  "message",
  "errors",
  "params",
]);

type ResponseOptions = {
  acceptLanguage?: string | undefined;
  headers?: Readonly<Record<string, string>>;
};

/** The one error mapper: an expected failure as an RFC 9457 answer in the caller's language. */
export function problemResponse(
  problem: Problem & { errors?: readonly FieldError[] },
  options: ResponseOptions = {},
): Response {
  const language = acceptedLanguage(options.acceptLanguage);
  const status = PROBLEM_STATUS[problem.code];
  const headers = failureHeaders(problem, { ...options, language, type: "application/problem+json" });
  if (status === 401) headers.set("www-authenticate", "Bearer");
  const body = problemBody(problem, PROBLEM_TEXTS[language][problem.code], `urn:uuid:${crypto.randomUUID()}`);
  return new Response(JSON.stringify(body), { status, headers });
}

/** The same failure in the envelope of /api/v1 with the codes and sentences of all others. */
export function v1FailureResponse(problem: Problem, options: ResponseOptions = {}): Response {
  const language = acceptedLanguage(options.acceptLanguage);
  const headers = failureHeaders(problem, { ...options, language, type: "application/json" });
  const message = sentence(PROBLEM_TEXTS[language][problem.code], problem.params ?? {});
  const body = { success: false, error: { code: problem.code, message } };
  return new Response(JSON.stringify(body), { status: v1Status(problem.code), headers });
}

function failureHeaders(
  { code, retryAfterS }: Problem,
  options: ResponseOptions & { language: string; type: string },
): Headers {
  const headers = new Headers({
    "content-type": `${options.type}; charset=utf-8`,
    "content-language": options.language,
    "cache-control": "no-store",
    vary: "accept-language",
    ...options.headers,
  });
  const status = PROBLEM_STATUS[code];
  if (status === 429 || status === 503)
    headers.set("retry-after", String(Math.max(1, Math.ceil(retryAfterS ?? 5))));
  return headers;
}

/** An example of a code for the contract, in English. */
export const problemExample = (code: ProblemCode): Record<string, unknown> =>
  problemBody({ code }, EN[code], "urn:uuid:0f5a4c1e-6f6b-4b4b-9a43-3c1f0f8a9f11");

/** The sentence that pages show for a problem code, in the language of an Accept-Language header. */
export const problemMessage = (code: ProblemCode, acceptLanguage: string | undefined): string =>
  PROBLEM_TEXTS[acceptedLanguage(acceptLanguage)][code].message;

function problemBody(
  problem: Problem & { errors?: readonly FieldError[] },
  text: ProblemText,
  instance: string,
): Record<string, unknown> {
  const message = sentence(text, problem.params ?? {});
  const errors =
    problem.errors ?? (problem.pointer ? [{ pointer: problem.pointer, code: problem.code }] : []);
  const extra = Object.entries(problem.extra ?? {}).filter(([name]) => !RESERVED.has(name));
  return {
    type: `/problems/${problem.code}`,
    title: text.title,
    status: PROBLEM_STATUS[problem.code],
    detail: message,
    instance,
    code: problem.code,
    message,
    errors,
    ...(problem.params ? { params: problem.params } : {}),
    ...Object.fromEntries(extra),
  };
}

function sentence(text: ProblemText, params: Readonly<Record<string, string>>): string {
  if (!text.figured) return text.message;
  const named = [...text.figured.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  if (!named.every((name) => Object.hasOwn(params, name))) return text.message;
  return text.figured.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
}
