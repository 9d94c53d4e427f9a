import type { Problem } from "@sotto/openapi";

/** What a script can tell from the exit code. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  unreachable: 5,
  /** As a shell reports a program that Ctrl-C ended. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

type FailureOptions = {
  exitCode: ExitCode;
  hint?: string | undefined;
  passes?: boolean;
  retryAfterMs?: number | undefined;
  problem?: Problem;
  cause?: unknown;
};

/** An expected end of a command that is not success; the message says what happened, the hint what to do. */
export class CliFailure extends Error {
  override readonly name = "CliFailure";
  readonly exitCode: ExitCode;
  readonly hint: string | undefined;
  /** Whether the same call may succeed a little later. */
  readonly passes: boolean;
  /** How long the server asks to wait first. */
  readonly retryAfterMs: number | undefined;
  /** The API's own words, when it answered at all. */
  readonly problem: Problem | undefined;

  constructor(message: string, options: FailureOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.exitCode = options.exitCode;
    this.hint = options.hint;
    this.passes = options.passes ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.problem = options.problem;
  }
}

/** A wrong command line, as commander would refuse it; or a file or a setting that cannot be used. */
export const usage = (message: string, hint?: string): CliFailure =>
  new CliFailure(message, { exitCode: EXIT.usage, hint });

/** Codes of 429 that waiting does not help with. */
const ASKS_FOR_MORE = ["limit/unpaid", "track/tail-required"];

/** A problem of the API as the failure of a command; keeps the problem's stable code. */
export function failureOf(problem: Problem, retryAfterMs?: number): CliFailure {
  return new CliFailure(`${problem.message} (${problem.code})`, {
    exitCode: exitCodeOf(problem.status),
    hint: hintFor(problem, retryAfterMs),
    passes:
      (problem.status === 429 && !ASKS_FOR_MORE.includes(problem.code)) ||
      problem.status >= 500 ||
      problem.code === "idempotency/in-flight",
    retryAfterMs,
    problem,
  });
}

/** No answer at all: the address is wrong, or nothing runs there. */
export const serverUnreachable = (apiUrl: string, cause: unknown): CliFailure =>
  new CliFailure(`No answer from ${apiUrl}.`, {
    exitCode: EXIT.unreachable,
    hint: "Start the server (npm start), or set SOTTO_API_URL to where it runs.",
    passes: true,
    cause,
  });

function exitCodeOf(status: number): ExitCode {
  if (status === 404) return EXIT.notFound;
  return status >= 500 ? EXIT.unreachable : EXIT.refused;
}

const HINTS: Readonly<Record<string, string>> = {
  "currency/unknown": "`sotto currencies` lists the codes.",
  "currency/paused": "`sotto currencies` shows which ones are active.",
  "track/unknown": "A tracking code has 9 digits; a deleted order cannot be found.",
  "track/tail-required": "Add --tail with the last four characters of the address you receive at.",
  "order/unknown": "An order that was deleted or forgotten is unknown to administrators too.",
  "quote/moved": "The rate has moved: run the command again.",
  "amount/min": "`sotto currencies` shows the least and the most of each.",
  "amount/max": "`sotto currencies` shows the least and the most of each.",
  "pair/same": "Choose two different currencies.",
  "rate/unavailable": "No fresh rate is known just now: try again in a minute.",
  "decision/stale": "The figures have changed: look at the order again, then decide.",
  "order/sources-unseen": "Look at it again with `sotto admin orders show`, then decide.",
  "decision/unavailable": "`sotto swap show` shows what can be chosen now, if anything.",
  "order/not-cancellable":
    "Only an order that nothing was paid to can be cancelled; `sotto swap show` shows its state.",
  "order/refund-address-set": "It is set once and never changed; `sotto swap show` shows it.",
  "order/refund-address-missing":
    "Give one with `sotto swap refund-address`, or with --refund-address when deciding.",
  "auth/required": "Log in with `sotto admin login`, or set SOTTO_TOKEN.",
  "password/change-required":
    "Log in at /admin in a browser and choose one there, then run `sotto admin login` again.",
  "auth/failed":
    "Name, password and one-time code must all be right; after failures the server waits longer.",
  "auth/forbidden": "It takes a higher role; `sotto admin whoami` shows yours.",
  "authorization/required": "Add --code with the one-time code that your app shows now.",
  "totp/not-enrolled": "Set up one-time codes in the console, or on the server: `sotto-api admin totp NAME`.",
  "totp/code": "Wait for the next code of your app: each is good once.",
  "loan/unknown": "`sotto admin loans list` shows the numbers.",
  "loan/reference-used":
    "A reference can be used only once: `sotto admin loans list --reference` finds its loan.",
  "loan/approval-required": "Somebody else approves it first: `sotto admin loans approve`.",
  "loan/own-approval": "Whoever created a loan cannot approve it: a second person has to.",
  "loan/not-pending":
    "Only a pending loan can be paid or approved; `sotto admin loans list` shows where it is.",
  "loan/currency": "Name one of these three.",
  "api-key/unknown": "`sotto admin keys list` shows the keys.",
  "payouts/paused": "`sotto admin overview` shows the switches.",
  "reserve/insufficient": "`sotto admin reserves` shows what there is.",
  "service/unavailable": "The server runs but cannot work just now: try again in a minute.",
  "idempotency/in-flight": "The same request is still under way: try again in a moment.",
  internal: "The fault is the server's: try again later, and tell its operator if it stays.",
};

/** For the codes of a group that have no hint of their own. */
const GROUP_HINTS: Readonly<Record<string, string>> = {
  address: "Copy the address anew; it must be on the network of the currency.",
  amount: "Write amounts as plain decimals, such as 0.05.",
  pair: "This pair is not exchanged just now: try another one (`sotto currencies`), or later.",
  quote: "Run the command again: it asks for a fresh quote.",
  request: "Check what was given to the command; --help shows what it takes.",
  idempotency: "Run the command again: it then sends a request of its own.",
};

function hintFor({ code }: Problem, retryAfterMs: number | undefined): string | undefined {
  const known = HINTS[code];
  if (known !== undefined) return known;
  if (code.startsWith("limit/")) {
    const when = retryAfterMs === undefined ? "a little" : `${Math.ceil(retryAfterMs / 1000)} s`;
    return `Wait ${when} and try again.`;
  }
  return GROUP_HINTS[code.split("/", 1)[0] ?? ""];
}
