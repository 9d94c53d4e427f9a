/** Rows as the JSON of which a statement makes a recordset; bigints become text, which holds them whole. */
export const rowsJson = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
