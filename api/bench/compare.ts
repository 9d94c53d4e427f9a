import type { LineKey } from "./lines";
import type { Measured } from "./measured";

/** The figures of a line that were measured last and committed, and where. */
export type Committed = {
  ours: number;
  bare?: number;
  ratio?: number;
  cpuMs?: number;
  form: "full" | "short";
  commit: string;
  date: string;
  node: string;
  machine: string;
  /** The load average of the machine before, one minute: what else it had to do. */
  load: number;
};

export type CommittedLines = Partial<Record<LineKey, Committed>>;

/** A ratio below this part of the committed one has fallen. */
const FALLEN_BELOW = 0.5;

/** The lines whose ratio has fallen by more than half. A ratio that is no number has fallen as well. */
export const fallenOf = (measured: readonly Measured[], committed: CommittedLines): LineKey[] =>
  measured.filter((line) => hasFallen(line, committed[line.key])).map(({ key }) => key);

function hasFallen({ ratio }: Measured, committed: Committed | undefined): boolean {
  if (committed?.ratio === undefined) return false;
  return !((ratio ?? Number.NaN) >= FALLEN_BELOW * committed.ratio);
}

/** Of two measurings of a row, each line's better one: other work on the machine makes figures only worse. */
export const betterOf = (first: readonly Measured[], second: readonly Measured[]): Measured[] =>
  second.map((again) => {
    const before = first.find(({ key }) => key === again.key);
    return (before?.ratio ?? 0) > (again.ratio ?? 0) && before !== undefined ? before : again;
  });

/** How a line's figures differ from the committed ones, in percent: of the ratio where it has one. */
export function changeOf(measured: Measured, committed: Committed | undefined): string {
  if (committed === undefined) return "new";
  const main =
    measured.ratio === undefined
      ? percent(measured.ours, committed.ours)
      : percent(measured.ratio, committed.ratio);
  const cpu = percent(measured.cpuMs, committed.cpuMs);
  return [main, ...(cpu === undefined ? [] : [`CPU ${cpu}`])].filter((part) => part !== undefined).join(", ");
}

function percent(now: number | undefined, before: number | undefined): string | undefined {
  if (now === undefined || before === undefined || before === 0) return undefined;
  const change = Math.round(100 * (now / before - 1));
  return `${change > 0 ? "+" : ""}${change} %`;
}
