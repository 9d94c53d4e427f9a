import { styleText } from "node:util";
import type { Terminal } from "../terminal";

export type Style = "green" | "red" | "yellow" | "bold" | "dim";
export type Paint = (style: Style | undefined, text: string) => string;

/** Colours for a person at a terminal; none into a pipe, under NO_COLOR (https://no-color.org) or on a dumb terminal. */
export function paintFor({ environment, isInteractive }: Terminal): Paint {
  const isWanted = isInteractive && (environment.NO_COLOR ?? "") === "" && environment.TERM !== "dumb";
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
