import type { Context } from "../context";
import { paintFor } from "./colour";
import { printJson } from "./json";
import type { Column, Pair } from "./table";

/** Lists without titles are the later parts of one that is watched. */
type ListOptions = { titles?: boolean };

/** Writes a list: a table, one JSON array on one line, or CSV with a header. */
export async function printList<Row>(
  context: Context,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { titles = true }: ListOptions = {},
): Promise<void> {
  const { terminal, format } = context;
  if (format === "json") return printJson(context, rows);
  if (format === "table") {
    // Tables measure text by Unicode's tables, which take longer to load than all the rest.
    const { tableLines } = await import("./table");
    const lines = tableLines(columns, rows, { columns: terminal.columns, paint: paintFor(terminal) });
    for (const line of titles ? lines : lines.slice(1)) terminal.out(line);
    return;
  }
  const csvLine = await loadCsvLine();
  if (titles) terminal.out(csvLine(columns.map(({ field }) => field)));
  for (const row of rows) terminal.out(csvLine(columns.map(({ of }) => of(row))));
}

/** Writes CSV records; each ends in a carriage return, because the terminal adds the line feed. */
async function loadCsvLine(): Promise<(values: readonly unknown[]) => string> {
  const { csvRecord } = await import("@sotto/openapi/csv");
  return (values) => `${csvRecord(values)}\r`;
}

/** Writes one thing: a line for each of its pairs, one JSON document on one line, or CSV of a header and one record. */
export async function printRecord<Data extends object>(
  context: Context,
  data: Data,
  pairsOf: (data: Data) => readonly Pair[],
  { titles = true }: ListOptions = {},
): Promise<void> {
  const { terminal, format } = context;
  if (format === "json") return printJson(context, data);
  if (format === "table") {
    const { pairLines } = await import("./table");
    for (const line of pairLines(pairsOf(data), paintFor(terminal))) terminal.out(line);
    return;
  }
  const csvLine = await loadCsvLine();
  if (titles) terminal.out(csvLine(Object.keys(data)));
  terminal.out(csvLine(Object.values(data)));
}
