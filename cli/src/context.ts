import { createSottoClient, isProblem, type SottoClient } from "@sotto/openapi";
import { CliFailure, EXIT, failureOf, unreachable } from "./failure";

/** Where a command reads its surroundings from and writes to; tests hand in their own. */
export type Terminal = {
  environment: Readonly<Record<string, string | undefined>>;
  /** Whether a person reads standard output, rather than a pipe. */
  isInteractive: boolean;
  /** One line of data. */
  out(line: string): void;
  /** One line about what is going on, never data. */
  note(line: string): void;
  sleep(ms: number): Promise<void>;
};

/** The process's own terminal. */
export function processTerminal(process: NodeJS.Process): Terminal {
  return {
    environment: process.env,
    isInteractive: process.stdout.isTTY === true,
    out: (line) => process.stdout.write(`${line}\n`),
    note: (line) => process.stderr.write(`${line}\n`),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

export type Context = {
  terminal: Terminal;
  apiUrl: string;
  client: SottoClient;
  /** Data as JSON, one document a line, rather than as a table. */
  json: boolean;
};

const DEFAULT_API_URL = "http://127.0.0.1:8080";
const ANSWER_MS_MAX = 30_000;

/** Builds what every command needs. Throws CliFailure when the API's address cannot be used. */
export function createContext(terminal: Terminal, options: { apiUrl?: string; json?: boolean }): Context {
  const apiUrl = originOf(options.apiUrl ?? terminal.environment.SOTTO_API_URL ?? DEFAULT_API_URL);
  const client = createSottoClient({
    baseUrl: apiUrl,
    fetch: (request) => fetch(request, { signal: AbortSignal.timeout(ANSWER_MS_MAX) }),
    headers: { "accept-language": "en" },
  });
  return { terminal, apiUrl, client, json: options.json ?? !terminal.isInteractive };
}

function originOf(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new CliFailure("The API's address is not a URL.", {
      exitCode: EXIT.usage,
      hint: `Write it as ${DEFAULT_API_URL} in SOTTO_API_URL or --api-url.`,
    });
  }
  return text.replace(/\/+$/, "");
}

type Answer<Data> = { data?: Data; error?: unknown; response: Response };

/** The data of a call. Throws CliFailure with the problem's code, or saying that nothing answered. */
export async function ask<Data>(context: Context, call: (client: SottoClient) => Promise<Answer<Data>>) {
  let answer: Answer<Data>;
  try {
    answer = await call(context.client);
  } catch (error) {
    throw unreachable(context.apiUrl, error);
  }
  if (answer.data !== undefined) return answer.data;
  if (isProblem(answer.error)) throw failureOf(answer.error);
  throw new CliFailure(`${context.apiUrl} answered ${answer.response.status}, and not as Sotto does.`, {
    exitCode: EXIT.failure,
    hint: "Check that SOTTO_API_URL is the address of a Sotto server.",
  });
}
