import type { Problem } from "@sotto/openapi";

/** What a script can tell from the exit code. */
export const EXIT = { ok: 0, failure: 1, usage: 2, notFound: 3, refused: 4, unreachable: 5 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An expected end of a command that is not success; the message says what happened, the hint what to do. */
export class CliFailure extends Error {
  override readonly name = "CliFailure";
  readonly exitCode: ExitCode;
  readonly hint: string | undefined;
  /** Whether the same call may succeed a little later. */
  readonly passes: boolean;

  constructor(
    message: string,
    options: { exitCode: ExitCode; hint?: string | undefined; passes?: boolean; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.exitCode = options.exitCode;
    this.hint = options.hint;
    this.passes = options.passes ?? false;
  }
}

/** A problem of the API as the failure of a command; keeps the problem's stable code. */
export function failureOf(problem: Problem): CliFailure {
  return new CliFailure(`${problem.message} (${problem.code})`, {
    exitCode: exitCodeOf(problem.status),
    hint: hintFor(problem),
    passes: problem.status === 429 || problem.status >= 500,
  });
}

/** No answer at all: the address is wrong, or nothing runs there. */
export const unreachable = (apiUrl: string, cause: unknown): CliFailure =>
  new CliFailure(`No answer from ${apiUrl}.`, {
    exitCode: EXIT.unreachable,
    hint: "Start the server (npm start), or set SOTTO_API_URL to where it runs.",
    passes: true,
    cause,
  });

function exitCodeOf(status: number): ExitCode {
  if (status === 404) return EXIT.notFound;
  if (status === 502 || status === 503 || status === 504) return EXIT.unreachable;
  return status >= 400 && status < 500 ? EXIT.refused : EXIT.failure;
}

function hintFor({ code }: Problem): string | undefined {
  if (code === "currency/unknown") return "`sotto currencies` lists the codes.";
  if (code === "currency/paused") return "`sotto currencies` shows which ones are active.";
  if (code === "track/unknown") return "A tracking code has 9 digits; a deleted order cannot be found.";
  if (code === "quote/moved") return "The rate has moved: run the command again.";
  if (code.startsWith("limit/")) return "Wait a little and try again.";
  if (code.startsWith("address/")) return "Copy the address anew; it must be on the network of the currency.";
  return undefined;
}
