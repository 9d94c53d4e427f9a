import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Refusal } from "./refusal";

/** Where an operator types and reads. */
export type Terminal = {
  /** Whether a person can be asked. */
  isInteractive: boolean;
  say(line: string): void;
  /** Shows a question and returns the line that was typed. */
  ask(question: string): Promise<string>;
  /** The same without showing what is typed. */
  askHidden(question: string): Promise<string>;
  /** Removes what was shown, also from what can be scrolled back to. */
  clear(): void;
};

/** Erases the screen and the lines above it, and moves to the top left (ECMA-48, and xterm's 3J). */
const CLEAR = "\u001b[2J\u001b[3J\u001b[H";

/** A terminal on two streams; questions are refused where the input is none. */
export function createTerminal({
  input,
  output,
}: {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}): Terminal {
  const isInteractive = input.isTTY === true;
  const read = async (question: string, shown: NodeJS.WritableStream): Promise<string> => {
    if (!isInteractive) throw new Refusal(`There is no terminal to ask on: ${question.trim()}`);
    // Readline takes over showing what is typed, and does so on `shown`. Only then may the question appear: a terminal
    // that is not yet taken over shows what is typed by itself.
    const lines = createInterface({ input, output: shown, terminal: true, historySize: 0 });
    try {
      return await new Promise<string>((resolve, reject) => {
        lines.once("line", resolve);
        lines.once("close", () => reject(new Refusal("Nothing was changed.")));
        lines.once("SIGINT", () => lines.close());
        lines.setPrompt(question);
        lines.prompt();
        if (shown !== output) output.write(question);
      });
    } finally {
      lines.close();
    }
  };
  return {
    isInteractive,
    say: (line) => void output.write(`${line}\n`),
    ask: (question) => read(question, output),
    askHidden: async (question) => {
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
      const line = await read(question, nowhere);
      output.write("\n");
      return line;
    },
    clear: () => void output.write(CLEAR),
  };
}
