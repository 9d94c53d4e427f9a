import { spawn } from "node:child_process";
import { once } from "node:events";

/** What a person does at the terminal: types `text` once `shown` is on the screen. */
type Typed = readonly [shown: string, text: string];

export type Session = {
  /** Resolves once a text is on the screen. */
  shown: (text: string) => Promise<void>;
  /** The screen when the command has ended, and its exit code. */
  ended: Promise<{ screen: string; code: number | null }>;
};

/** The program that opens a terminal for another one. */
const TERMINAL = "script";

/** Runs a command line in a terminal of its own, 100 columns wide, as a person would who types to it. */
export function startSession(
  command: string,
  options: { cwd: string; environment: Record<string, string>; typed?: readonly Typed[] },
): Session {
  const child = spawn(TERMINAL, ["-qec", `stty cols 100 rows 40; exec ${command}`, "/dev/null"], {
    cwd: options.cwd,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: "/nonexistent",
      LANG: "C.UTF-8",
      TERM: "xterm",
      ...options.environment,
    },
  });
  let out = "";
  const typed = [...(options.typed ?? [])];
  const waiting: { text: string; resolve: () => void }[] = [];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
    for (const each of waiting.filter((each) => out.includes(each.text))) each.resolve();
    const [next] = typed;
    if (next === undefined || !out.includes(next[0])) return;
    typed.shift();
    child.stdin.write(next[1]);
  });
  return {
    shown: (text) =>
      out.includes(text) ? Promise.resolve() : new Promise((resolve) => waiting.push({ text, resolve })),
    ended: once(child, "close").then(([code]) => ({ screen: screenOf(out), code })),
  };
}

/** One step of what a program writes: a control sequence, or one character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins what is looked for
const STEP = /\u001b\[(?<count>[\d;?]*)(?<control>[A-Za-z])|(?<character>[^\u001b])/gu;

/** What is on the screen in the end, without what was overwritten or wiped away. */
export function screenOf(written: string): string {
  const lines: string[][] = [[]];
  let column = 0;
  for (const { groups } of written.matchAll(STEP)) {
    const line = lines.at(-1) ?? [];
    const count = Number(groups?.count || 1);
    if (groups?.character === "\n") lines.push([]);
    else if (groups?.character === "\r") column = 0;
    else if (groups?.character !== undefined) {
      while (line.length < column) line.push(" ");
      line[column] = groups.character;
      column++;
    } else if (groups?.control === "G") column = count - 1;
    else if (groups?.control === "K" || groups?.control === "J") line.length = Math.min(line.length, column);
    else if (groups?.control === "C") column += count;
    else if (groups?.control === "D") column = Math.max(0, column - count);
    if (groups?.character === "\n") column = 0;
  }
  return lines
    .map((line) => line.join("").trimEnd())
    .join("\n")
    .trimEnd();
}
