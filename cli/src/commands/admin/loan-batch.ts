import type { Context } from "../../context";
import { CliFailure, EXIT } from "../../failure";
import { capital } from "../../output/text";
import type { Loan } from "../../wire";
import { counted, sumsText } from "./loan-view";

/** What is done to each of several loans. */
export type LoanBatch = {
  /** In the words of the summary: `paid`, `approved`. */
  done: string;
  /** How to do the rest after an interruption. */
  resume: (rest: readonly Loan[]) => string;
  send: (loan: Loan) => Promise<Loan>;
  /** For each that is done, at once: a program reads them one by one. */
  onDone: (loan: Loan) => Promise<void>;
};

/** `rest` begins with `unanswered`, where the server was asked for one and did not answer. */
type Ended = {
  done: Loan[];
  failed: Loan[];
  rest: readonly Loan[];
  unanswered?: Loan;
  stop?: CliFailure;
};

/**
 * Does it to loan after loan and returns those that it was done to. A loan that is refused leaves the others; a server
 * that is away, or that does not accept the administrator, ends it, and so does Ctrl-C between two loans.
 * Throws CliFailure unless it was done to all.
 */
export async function runLoanBatch(
  sotto: Context,
  loans: readonly Loan[],
  batch: LoanBatch,
): Promise<readonly Loan[]> {
  const ended = await sendAll(sotto, loans, batch);
  const { done, failed, rest, stop } = ended;
  const [only] = loans.length === 1 ? loans : [];
  if (only !== undefined && stop !== undefined) throw stop;
  if (failed.length === 0 && rest.length === 0 && stop === undefined) {
    if (loans.length > 1)
      sotto.terminal.note(`${capital(batch.done)}: ${counted(done.length)}, ${sumsText(done)}.`);
    return done;
  }
  throw unfinished(ended, batch);
}

async function sendAll(sotto: Context, loans: readonly Loan[], batch: LoanBatch): Promise<Ended> {
  const { terminal } = sotto;
  const done: Loan[] = [];
  const failed: Loan[] = [];
  const release = terminal.catchInterrupt("Stopping after this loan; Ctrl-C again ends at once.");
  try {
    for (const [at, loan] of loans.entries()) {
      const rest = loans.slice(at);
      if (terminal.isInterrupted()) return { done, failed, rest };
      if (loans.length > 1) terminal.progress(`${at} of ${loans.length} loans ${batch.done}`);
      const sent = await attempt(() => batch.send(loan));
      if (sent instanceof CliFailure) {
        const unanswered = sent.problem === undefined ? { unanswered: loan } : {};
        if (loans.length === 1 || endsAll(sent)) return { done, failed, rest, stop: sent, ...unanswered };
        failed.push(loan);
        terminal.note(`sotto: loan ${loan.id}: ${sent.message}`);
        continue;
      }
      done.push(sent);
      const said = await attempt(() => batch.onDone(sent));
      if (said instanceof CliFailure) return { done, failed, rest: rest.slice(1), stop: said };
    }
    return { done, failed, rest: [] };
  } finally {
    release();
    terminal.progress(undefined);
  }
}

/** What it returned, or the expected failure that it threw. */
const attempt = <Done>(work: () => Promise<Done>): Promise<Done | CliFailure> =>
  work().catch((error: unknown) => {
    if (error instanceof CliFailure) return error;
    throw error;
  });

/** Whether the next loan would fail as this one did. */
const endsAll = ({ passes, problem }: CliFailure): boolean =>
  passes || problem === undefined || /^(auth|authorization|totp|password)\//.test(problem.code);

function unfinished({ done, failed, rest, unanswered, stop }: Ended, batch: LoanBatch): CliFailure {
  const unsent = unanswered === undefined ? rest : rest.slice(1);
  const parts = [
    `${counted(done.length)} ${batch.done}${done.length === 0 ? "" : ` (${sumsText(done)})`}`,
    ...(failed.length === 0 ? [] : [`${counted(failed.length)} refused: ${numbersOf(failed)}`]),
    ...(unanswered === undefined ? [] : [`1 loan without an answer: ${unanswered.id}`]),
    ...(unsent.length === 0 ? [] : [`${counted(unsent.length)} not sent: ${numbersOf(unsent)}`]),
  ];
  const summary = `${parts.join("; ")}.`;
  return new CliFailure(stop === undefined ? summary : `${stop.message} ${summary}`, {
    exitCode: stop?.exitCode ?? (rest.length > 0 ? EXIT.interrupted : EXIT.failure),
    hint: rest.length > 0 ? batch.resume(rest) : "`sotto admin loans show` shows each of them.",
  });
}

const numbersOf = (loans: readonly Loan[]): string => loans.map(({ id }) => id).join(" ");
