/** Where a command reads its surroundings from and writes to; tests hand in their own. */
export type Terminal = {
  environment: Readonly<Record<string, string | undefined>>;
  /** Whether a person reads standard output, rather than a pipe. */
  isInteractive: boolean;
  /** Whether standard input is typed, rather than piped in. */
  isTyped: boolean;
  /** Whether somebody is there who can answer a question. */
  canAsk: boolean;
  /** The width that tables keep to; undefined when nothing limits them. */
  columns: number | undefined;
  /** One line of data. */
  out(line: string): void;
  /** Prints one line about what is happening, never data. */
  note(line: string): void;
  /** How far long work is; replaces what it said before, and undefined wipes it away. */
  progress(line: string | undefined): void;
  /** Asks a person on the terminal; what is typed to a secret question is not shown. */
  ask(question: string, options?: { secret?: boolean }): Promise<string>;
  /** All of standard input; at most `bytesMax`. Throws RangeError when there is more. */
  readInput(bytesMax: number): Promise<string>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits; a caught Ctrl-C ends the wait. */
  sleep(ms: number): Promise<void>;
  /**
   * Until the returned function is called, Ctrl-C only prints `line` and sets `isInterrupted`, so that work can end
   * between two steps; a second one ends the process at once.
   */
  catchInterrupt(line: string): () => void;
  isInterrupted(): boolean;
};

/** The process's own terminal. */
export function processTerminal(process: NodeJS.Process): Terminal {
  const { env, stdin, stdout, stderr } = process;
  const isErrorSeen = stderr.isTTY === true;
  let hasProgress = false;
  const wipe = () => {
    if (hasProgress) stderr.write("\r\u001b[K");
    hasProgress = false;
  };
  return {
    environment: env,
    isInteractive: stdout.isTTY === true,
    isTyped: stdin.isTTY === true,
    canAsk: stdin.isTTY === true && isErrorSeen,
    columns: stdout.columns ?? wholeNumber(env.COLUMNS),
    out: (line) => {
      wipe();
      stdout.write(`${line}\n`);
    },
    note: (line) => {
      wipe();
      stderr.write(`${line}\n`);
    },
    progress: (line) => {
      if (!isErrorSeen) return;
      wipe();
      if (line === undefined) return;
      stderr.write(line);
      hasProgress = true;
    },
    ask: (question, options) => {
      wipe();
      return askPerson(process, question, options?.secret ?? false);
    },
    readInput: (bytesMax) => readAll(stdin, bytesMax),
    now: () => Date.now(),
    ...interruptible(process, (line) => {
      // The terminal has echoed ^C, behind the progress or on a line of its own.
      const isEchoSeen = isErrorSeen && !hasProgress;
      wipe();
      stderr.write(`${isEchoSeen ? "\n" : ""}${line}\n`);
    }),
  };
}

function interruptible(
  process: NodeJS.Process,
  note: (line: string) => void,
): Pick<Terminal, "sleep" | "catchInterrupt" | "isInterrupted"> {
  let isInterrupted = false;
  let wake = () => {};
  return {
    sleep: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (isInterrupted) wake();
      }),
    catchInterrupt: (line) => {
      const onInterrupt = () => {
        if (isInterrupted) process.exit(130);
        isInterrupted = true;
        note(line);
        wake();
      };
      process.on("SIGINT", onInterrupt);
      return () => void process.off("SIGINT", onInterrupt);
    },
    isInterrupted: () => isInterrupted,
  };
}

async function askPerson(process: NodeJS.Process, question: string, secret: boolean): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const { Writable } = await import("node:stream");
  const { stdin, stderr } = process;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Readline switches the terminal's own echo off and echoes by itself, here into nothing.
  const reader = createInterface({ input: stdin, output: secret ? nowhere : stderr, terminal: true });
  const gone = new AbortController();
  reader.once("SIGINT", () => gone.abort()).once("close", () => gone.abort());
  try {
    if (secret) stderr.write(question);
    return await reader.question(secret ? "" : question, { signal: gone.signal });
  } catch (error) {
    if (!gone.signal.aborted) throw error;
    // As a shell expects of a program that Ctrl-C ended.
    stderr.write("\n");
    return process.exit(130);
  } finally {
    if (secret) stderr.write("\n");
    reader.close();
  }
}

async function readAll(stream: NodeJS.ReadStream, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > bytesMax) throw new RangeError(`standard input has more than ${bytesMax} bytes`);
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
