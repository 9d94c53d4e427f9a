import { type CommittedLines, changeOf } from "./compare";
import { type Goal, lineOf } from "./lines";
import type { Measured } from "./measured";

const HEAD = ["What", "Ours", "Bare", "Ratio", "Goal", "CPU", "Since the committed figures"];

/** The table of what was measured, as Markdown. */
export function tableOf(measured: readonly Measured[], committed: CommittedLines): string {
  const rows = measured.map((line) => cellsOf(line, committed));
  return [HEAD, HEAD.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function cellsOf(measured: Measured, committed: CommittedLines): string[] {
  const { name, bare, unit, work, goal } = lineOf(measured.key);
  return [
    bare === undefined ? name : `${name}, against ${bare}`,
    `${figure(measured.ours)} ${unit}`,
    measured.bare === undefined ? "" : `${figure(measured.bare)} ${unit}`,
    measured.ratio === undefined ? "" : ratioText(measured.ratio),
    goal === undefined ? "" : goalText(goal, unit, isMet(goal, measured)),
    measured.cpuMs === undefined || work === undefined ? "" : `${figure(measured.cpuMs)} ms / ${work}`,
    changeOf(measured, committed[measured.key]),
  ];
}

/** Whether a goal is met; a figure that is missing does not meet it. */
export const isMet = (goal: Goal, { ours, ratio }: Measured): boolean =>
  "ratioMin" in goal ? ratio !== undefined && ratio >= goal.ratioMin : ours <= goal.oursMax;

function goalText(goal: Goal, unit: string, met: boolean): string {
  const wanted = "ratioMin" in goal ? `${goal.ratioMin}` : `${figure(goal.oursMax)} ${unit}`;
  return met ? wanted : `${wanted}: not met`;
}

const ratioText = (ratio: number): string => ratio.toFixed(ratio < 0.1 ? 3 : 2);

const figure = (value: number): string =>
  Math.abs(value) >= 1_000
    ? Math.round(value).toLocaleString("en")
    : value.toLocaleString("en", { maximumSignificantDigits: 3 });
