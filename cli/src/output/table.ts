/** A column of a table; figures stand to the right. */
export type Column<Row> = { title: string; figures?: boolean; of: (row: Row) => string };

/** The lines of a table: titles, then one line a row, columns two spaces apart. */
export function tableLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  const cells = [columns.map((column) => column.title), ...rows.map((row) => columns.map((c) => c.of(row)))];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  return cells.map((line) =>
    line
      .map((cell, at) =>
        columns[at]?.figures === true ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}

/** Names and what they stand for, one pair a line; pairs without a value are left out. */
export function pairLines(pairs: readonly (readonly [name: string, value: string | null])[]): string[] {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(width)}  ${value}`]));
}
