import type { Context } from "../context";
import { jsonLine } from "./json";

/** Writes data for whoever reads: a JSON line for a program, the given lines for a person. */
export function print<Data>(context: Context, data: Data, lines: (data: Data) => readonly string[]): void {
  if (context.json) context.terminal.out(jsonLine(data));
  else for (const line of lines(data)) context.terminal.out(line);
}
