import { createSottoClient, isProblem, type SottoClient } from "@sotto/openapi";
import { CliFailure, EXIT, failureOf, serverUnreachable, usage } from "./failure";
import { readSettings, type Settings } from "./settings";
import type { Terminal } from "./terminal";

/** How data is written: for people, as JSON (one document a line), or as CSV (RFC 4180). */
export type Format = "table" | "json" | "csv";

export type Context = {
  terminal: Terminal;
  apiUrl: string;
  client: SottoClient;
  format: Format;
  /** What `--jq` selects of each document. */
  jq?: string;
};

/** The options of every command. */
export type GlobalOptions = { apiUrl?: string; json?: true; table?: true; csv?: true; jq?: string };

/** How commands come by what they need; nothing is read or asked before they call it. */
export type Contexts = {
  /** For calls of anybody. */
  public(): Context;
  /** For calls of an administrator. Throws CliFailure when no administrator is logged in. */
  admin(): Context;
};

const DEFAULT_API_URL = "http://127.0.0.1:8080";
const ANSWER_MS_MAX = 30_000;
/** What goes through all books or the whole audit log takes as long as they are; the server waits two minutes for it. */
const CHECKS = /\/api\/admin\/(?:invariants|audit\/verify)$/;
const CHECK_MS_MAX = 130_000;
/** What a header may hold. */
const TOKEN = /^[\x21-\x7e]+$/;

/** Builds what commands need from the command line, the environment and the settings, in this order of weight. */
export function createContexts(terminal: Terminal, options: () => GlobalOptions): Contexts {
  const build = (settings: Settings, token?: string): Context => {
    const { apiUrl, jq, ...formats } = options();
    const context = contextOf(
      terminal,
      addressOf(terminal, apiUrl, settings),
      formatOf(terminal, { ...formats, jq }),
      token,
    );
    return jq === undefined ? context : { ...context, jq };
  };
  return {
    public: () => build(readSettings(terminal.environment)),
    admin: () => {
      const settings = readSettings(terminal.environment);
      const apiUrl = addressOf(terminal, options().apiUrl, settings);
      const own = terminal.environment.SOTTO_TOKEN;
      const kept = settings.apiUrl === apiUrl ? settings.token : undefined;
      const token = own === undefined || own === "" ? kept : own;
      if (token === undefined) throw notLoggedIn(apiUrl);
      if (!TOKEN.test(token)) throw brokenToken();
      return build(settings, token);
    },
  };
}

function contextOf(terminal: Terminal, apiUrl: string, format: Format, token: string | undefined): Context {
  const client = createSottoClient({
    baseUrl: apiUrl,
    fetch: (request) =>
      fetch(request, {
        signal: AbortSignal.timeout(CHECKS.test(request.url) ? CHECK_MS_MAX : ANSWER_MS_MAX),
      }),
    headers: {
      "accept-language": "en",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  return { terminal, apiUrl, client, format };
}

/** The server's address without a trailing slash. Throws CliFailure when it cannot be one. */
function addressOf(terminal: Terminal, option: string | undefined, settings: Settings): string {
  const configured = terminal.environment.SOTTO_API_URL;
  const text = option ?? (configured === "" ? undefined : configured) ?? settings.apiUrl ?? DEFAULT_API_URL;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw usage(
      "The API's address is not a URL.",
      `Write it as ${DEFAULT_API_URL} in SOTTO_API_URL or --api-url.`,
    );
  }
  return text.replace(/\/+$/, "");
}

type Formats = Pick<GlobalOptions, "json" | "table" | "csv"> & { jq: string | undefined };

function formatOf(terminal: Terminal, { json, table, csv, jq }: Formats): Format {
  if (jq !== undefined && (table || csv)) throw usage("--jq selects from JSON: leave --table and --csv out.");
  if ([json, table, csv].filter(Boolean).length > 1) throw usage("Choose one of --json, --csv and --table.");
  if (csv) return "csv";
  if (json || jq !== undefined) return "json";
  return table || terminal.isInteractive ? "table" : "json";
}

const notLoggedIn = (apiUrl: string): CliFailure =>
  new CliFailure(`You are not logged in at ${apiUrl}. (auth/required)`, {
    exitCode: EXIT.refused,
    hint: "Log in with `sotto admin login`, or set SOTTO_TOKEN.",
  });

const brokenToken = (): CliFailure =>
  usage(
    "The token holds characters that no token has.",
    "Set SOTTO_TOKEN to what `sotto admin login --print-token` wrote, or log in again.",
  );

export type Answer<Data> = { data?: Data; error?: unknown; response: Response };
type Call<Data> = (client: SottoClient) => Promise<Answer<Data>>;

/** The data of a call. Throws CliFailure with the problem's code, or saying that nothing answered. */
export async function ask<Data>(context: Context, call: Call<Data>): Promise<Data> {
  let answer: Answer<Data>;
  try {
    answer = await call(context.client);
  } catch (error) {
    // A page instead of JSON.
    if (error instanceof SyntaxError) throw foreignAnswer(context, "");
    throw serverUnreachable(context.apiUrl, error);
  }
  if (answer.data !== undefined) return answer.data;
  if (isProblem(answer.error)) throw failureOf(answer.error, retryAfterMs(answer.response));
  throw foreignAnswer(context, ` ${answer.response.status}`);
}

const foreignAnswer = ({ apiUrl }: Context, status: string): CliFailure =>
  new CliFailure(`${apiUrl} answered${status}, and not as Sotto does.`, {
    exitCode: EXIT.unreachable,
    hint: "Check that SOTTO_API_URL is the address of a Sotto server.",
  });

/** Of a server that is away: it has about half a minute to come back. */
const ATTEMPTS_MAX = 7;
const BACKOFF_MS = 500;
/** Of a server that asks to wait: every wait but one that others shorten leads on. */
const WAITS_MAX = 20;
/** A log of a script says why it stands still, and not each short pause. */
const NOTED_WAIT_MS = 10_000;
/** A server that asks for more than that is not waited for. */
const WAIT_MS_MAX = 15 * 60_000;

/**
 * As `ask`, and waits as the server says when it is asked too often, or a little when it is away; `call` must be one
 * that changes nothing when it is made twice.
 */
export function askPatiently<Data>(context: Context, call: Call<Data>): Promise<Data> {
  return askAgain(context, call, ({ passes }) => passes);
}

/** As `ask`, and waits when it is asked too often: such a call was not made at all. */
export function askWhenAllowed<Data>(context: Context, call: Call<Data>): Promise<Data> {
  return askAgain(context, call, ({ passes, problem }) => passes && problem?.status === 429);
}

async function askAgain<Data>(
  context: Context,
  call: Call<Data>,
  mayRepeat: (failure: CliFailure) => boolean,
): Promise<Data> {
  const { terminal } = context;
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(context, call);
    } catch (error) {
      if (!(error instanceof CliFailure) || !mayRepeat(error)) throw error;
      const asksToWait = error.retryAfterMs !== undefined;
      const waitMs = error.retryAfterMs ?? BACKOFF_MS * 2 ** (attempt - 1);
      if (attempt >= (asksToWait ? WAITS_MAX : ATTEMPTS_MAX) || waitMs > WAIT_MS_MAX) throw error;
      const what = `${error.message} Waiting ${Math.ceil(waitMs / 1000)} s …`;
      if (terminal.canAsk) terminal.progress(what);
      else if (waitMs >= NOTED_WAIT_MS) terminal.note(what);
      await terminal.sleep(waitMs);
      if (terminal.isInterrupted()) throw error;
    }
  }
}

/** The Retry-After header of RFC 9110 in milliseconds; the API writes seconds and never a date. */
function retryAfterMs(response: Response): number | undefined {
  const text = response.headers.get("retry-after");
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) * 1000 : undefined;
}
