import type { Paint, Style } from "./colour";
import { printable } from "./printable";
import { cutTo, padTo, widthOf } from "./text";

/** A column of a table; `field` is its name in CSV. */
export type Column<Row> = {
  title: string;
  field: string;
  of: (row: Row) => string | number | boolean | null;
  /** In a table instead of the value itself. */
  show?: (row: Row) => string;
  /** Figures stand to the right. */
  figures?: true;
  /** May be cut where the terminal is too narrow. */
  shrinks?: true;
  /** Left out of tables. */
  csvOnly?: true;
  style?: (row: Row) => Style | undefined;
};

type Layout = { columns: number | undefined; paint: Paint };

const SHRUNK_COLUMNS_MIN = 5;
const GAP = "  ";
const PLAIN: Layout = { columns: undefined, paint: (_style, text) => text };

/** The lines of a table: titles, then one line a row, columns two spaces apart. */
export function tableLines<Row>(
  all: readonly Column<Row>[],
  rows: readonly Row[],
  { columns: width, paint }: Layout = PLAIN,
): string[] {
  const columns = all.filter((column) => column.csvOnly !== true);
  const titles = columns.map((column) => column.title);
  const cells = rows.map((row) => columns.map((column) => cellOf(column, row)));
  const widths = fitted(columns, [titles, ...cells], width);
  const line = (texts: readonly string[], styleOf: (at: number) => Style | undefined): string => {
    const padded = texts.map((text, at) => {
      const room = widths[at] ?? 0;
      const side = columns[at]?.figures === true ? "right" : "left";
      const cell = padTo(cutTo(text, room), room, side);
      // Nothing follows the last one, so that no line ends in spaces.
      return paint(styleOf(at), at === texts.length - 1 ? cell.trimEnd() : cell);
    });
    return padded
      .map((cell, at) => gapBefore(columns[at], at) + cell)
      .join("")
      .trimEnd();
  };
  return [
    line(titles, () => "bold"),
    ...cells.map((texts, index) => {
      const row = rows[index];
      return line(texts, (at) => (row === undefined ? undefined : columns[at]?.style?.(row)));
    }),
  ];
}

function cellOf<Row>(column: Column<Row>, row: Row): string {
  const value = column.of(row);
  return printable(column.show?.(row) ?? (value === null ? "-" : String(value)));
}

/** A column without a title goes with the one before it: a currency with its amount. */
function gapBefore<Row>(column: Column<Row> | undefined, at: number): string {
  if (at === 0) return "";
  return column?.title === "" ? " " : GAP;
}

/** Every column as wide as its widest cell; where that is too much, the widest that may shrink does, bit by bit. */
function fitted<Row>(
  columns: readonly Column<Row>[],
  lines: readonly (readonly string[])[],
  width: number | undefined,
): number[] {
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => widthOf(line[at] ?? ""))));
  const gaps = columns.reduce((sum, column, at) => sum + gapBefore(column, at).length, 0);
  let excess = width === undefined ? 0 : widths.reduce((sum, each) => sum + each, gaps) - width;
  while (excess > 0) {
    const shrinking = columns.flatMap(({ shrinks }, at) =>
      shrinks && (widths[at] ?? 0) > SHRUNK_COLUMNS_MIN ? [at] : [],
    );
    const widest = shrinking.reduce<number | undefined>(
      (most, at) => (most === undefined || (widths[at] ?? 0) > (widths[most] ?? 0) ? at : most),
      undefined,
    );
    if (widest === undefined) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess--;
  }
  return widths;
}

/** A name and what it stands for. */
export type Pair = readonly [name: string, value: string | null, style?: Style | undefined];

/** Names and what they stand for, one pair a line; pairs without a value are left out. */
export function pairLines(pairs: readonly Pair[], paint: Paint = PLAIN.paint): string[] {
  const there = pairs.flatMap(([name, value, style]) => (value === null ? [] : [{ name, value, style }]));
  const width = Math.max(0, ...there.map(({ name }) => widthOf(name)));
  return there.map(
    ({ name, value, style }) =>
      `${paint("dim", padTo(name, width, "left"))}${GAP}${paint(style, printable(value))}`,
  );
}
