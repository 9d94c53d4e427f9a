import { FIELD_CODES, type FieldCode, PROBLEM_STATUS, type Problem, type ProblemCode } from "../core/errors";
import { acceptedLanguage } from "../language/accept-language";
import { FIELD_TEXTS, type JsonKind } from "../language/field-texts";
import type { Language } from "../language/languages";
import { PROBLEM_TEXTS } from "../language/problem-texts";
import type { ProblemText } from "../language/problem-texts/problem-text";
import { v1Status } from "./operation";

/** One field at fault inside a problem; of one of the wrong type, the kind of value that it asks for. */
export type FieldError = { pointer: string; code: ProblemCode | FieldCode; expected?: JsonKind | undefined };
type FaultyRequest = Problem & { errors?: readonly FieldError[] };

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
export function problemResponse(problem: FaultyRequest, options: ResponseOptions = {}): Response {
  const language = acceptedLanguage(options.acceptLanguage);
  const status = PROBLEM_STATUS[problem.code];
  const headers = failureHeaders(problem, { ...options, language, type: "application/problem+json" });
  if (status === 401) headers["www-authenticate"] = "Bearer";
  const body = problemBody(problem, language, `urn:uuid:${crypto.randomUUID()}`);
  return new Response(JSON.stringify(body), { status, headers });
}

/** The same failure in the envelope of /api/v1 with the codes and sentences of all others. */
export function v1FailureResponse(problem: FaultyRequest, options: ResponseOptions = {}): Response {
  const language = acceptedLanguage(options.acceptLanguage);
  const headers = failureHeaders(problem, { ...options, language, type: "application/json" });
  const body = v1Body(problemBody(problem, language, `urn:uuid:${crypto.randomUUID()}`));
  return new Response(JSON.stringify(body), { status: v1Status(problem.code), headers });
}

/** A plain object: an answer with one costs less than with Headers. */
function failureHeaders(
  { code, retryAfterS }: Problem,
  options: ResponseOptions & { language: string; type: string },
): Record<string, string> {
  const status = PROBLEM_STATUS[code];
  const isTemporary = status === 429 || status === 503;
  return {
    "content-type": `${options.type}; charset=utf-8`,
    "content-language": options.language,
    "cache-control": "no-store",
    vary: "accept-language",
    ...options.headers,
    ...(isTemporary ? { "retry-after": String(Math.max(1, Math.ceil(retryAfterS ?? 5))) } : {}),
  };
}

/** The members of a problem that the envelope has in other ways. */
const NOT_IN_ENVELOPE = new Set(["title", "status", "detail"]);

const v1Body = (body: Record<string, unknown>) => ({
  success: false,
  error: Object.fromEntries(Object.entries(body).filter(([name]) => !NOT_IN_ENVELOPE.has(name))),
});

const EXAMPLE_INSTANCE = "urn:uuid:0f5a4c1e-6f6b-4b4b-9a43-3c1f0f8a9f11";

/** An example of a code for the contract, in English. */
export const problemExample = (problem: Problem): Record<string, unknown> =>
  problemBody(problem, "en", EXAMPLE_INSTANCE);

/** The same in the envelope of /api/v1. */
export const v1FailureExample = (problem: Problem): Record<string, unknown> =>
  v1Body(problemExample(problem));

/** The sentence that pages show for a problem code, in the language of an Accept-Language header. */
export const problemMessage = (code: ProblemCode, acceptLanguage: string | undefined): string =>
  PROBLEM_TEXTS[acceptedLanguage(acceptLanguage)][code].message;

/** A code with its statuses, and what it says where it names no figures. */
export function problemKind(code: ProblemCode, language: Language) {
  const { title, message } = PROBLEM_TEXTS[language][code];
  return { code, status: PROBLEM_STATUS[code], v1Status: v1Status(code), title, message };
}

function problemBody(problem: FaultyRequest, language: Language, instance: string): Record<string, unknown> {
  const text = PROBLEM_TEXTS[language][problem.code];
  const { pointer, code, params = {} } = problem;
  const errors = problem.errors ?? (pointer ? [{ pointer, code }] : []);
  const [first] = errors;
  // A value of the wrong type is a mistake of a program: what its author needs is the field and the right type.
  const message = first?.expected
    ? `${first.pointer === "" ? "" : `${first.pointer}: `}${FIELD_TEXTS[language][first.expected]}`
    : sentence(text, params);
  const extra = Object.entries(problem.extra ?? {}).filter(([name]) => !RESERVED.has(name));
  return {
    type: `/problems/${problem.code}`,
    title: text.title,
    status: PROBLEM_STATUS[problem.code],
    detail: message,
    instance,
    code: problem.code,
    message,
    errors: errors.map((error) => fieldErrorWire(error, problem, language)),
    ...(problem.params ? { params: problem.params } : {}),
    ...Object.fromEntries(extra),
  };
}

function fieldErrorWire({ pointer, code, expected }: FieldError, problem: Problem, language: Language) {
  if (expected !== undefined) return { pointer, code, message: FIELD_TEXTS[language][expected] };
  if (isFieldCode(code)) return { pointer, code, message: FIELD_TEXTS[language][code] };
  const params = code === problem.code ? problem.params : undefined;
  return { pointer, code, message: sentence(PROBLEM_TEXTS[language][code], params ?? {}) };
}

const isFieldCode = (code: string): code is FieldCode => FIELD_CODES.some((known) => known === code);

function sentence(text: ProblemText, params: Readonly<Record<string, string>>): string {
  if (!text.figured) return text.message;
  const named = [...text.figured.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  if (!named.every((name) => Object.hasOwn(params, name))) return text.message;
  return text.figured.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
}
