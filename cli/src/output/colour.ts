import { styleText } from "node:util";
import type { Terminal } from "../terminal";

export type Style = "green" | "red" | "yellow" | "bold" | "dim";
export type Paint = (style: Style | undefined, text: string) => string;

/** Whether colours are wanted: at a terminal, but not under NO_COLOR (https://no-color.org) nor on a dumb one. */
export const hasColours = ({ environment, isInteractive }: Terminal): boolean =>
  isInteractive && (environment.NO_COLOR ?? "") === "" && environment.TERM !== "dumb";

/** Colours where they are wanted; else the text as it is. */
export function paintFor(terminal: Terminal): Paint {
  const isWanted = hasColours(terminal);
  // Whether to colour is decided above, and not once more by Node.
  return (style, text) =>
    isWanted && style !== undefined ? styleText(style, text, { validateStream: false }) : text;
}

const STYLES: Readonly<Record<string, Style>> = {
  completed: "green",
  paid: "green",
  active: "green",
  ok: "green",
  valid: "green",
  done: "green",
  created: "green",
  failed: "red",
  refused: "red",
  conflict: "red",
  halted: "red",
  unavailable: "red",
  hold: "yellow",
  action_required: "yellow",
  paused: "yellow",
  pending: "yellow",
  expired: "dim",
  cancelled: "dim",
  revoked: "dim",
  exists: "dim",
};

/** The colour of a state, a status or an outcome; most have none. */
export const styleOf = (state: string): Style | undefined => STYLES[state];
