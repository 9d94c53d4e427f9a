import { PROBLEM_STATUS, type Problem, type ProblemCode } from "../core/errors";
import { acceptedLanguage, PROBLEM_TEXTS } from "./languages";
import { en, type ProblemText } from "./messages/en";

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

/** The one error mapper: an expected failure as an RFC 9457 answer in the caller's language. */
export function problemResponse(
  problem: Problem & { errors?: readonly FieldError[] },
  options: { acceptLanguage?: string | undefined; headers?: Readonly<Record<string, string>> } = {},
): Response {
  const language = acceptedLanguage(options.acceptLanguage);
  const headers = new Headers({
    "content-type": "application/problem+json; charset=utf-8",
    "content-language": language,
    "cache-control": "no-store",
    vary: "accept-language",
    ...options.headers,
  });
  const status = PROBLEM_STATUS[problem.code];
  if (status === 429 || status === 503)
    headers.set("retry-after", String(Math.max(1, Math.ceil(problem.retryAfterS ?? 5))));
  if (status === 401) headers.set("www-authenticate", "Bearer");
  const body = problemBody(problem, PROBLEM_TEXTS[language][problem.code], `urn:uuid:${crypto.randomUUID()}`);
  return new Response(JSON.stringify(body), { status, headers });
}

/** An example of a code for the contract, in English. */
export const problemExample = (code: ProblemCode): Record<string, unknown> =>
  problemBody({ code }, en[code], "urn:uuid:0f5a4c1e-6f6b-4b4b-9a43-3c1f0f8a9f11");

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
