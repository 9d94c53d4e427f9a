/** A PostgreSQL array literal; the values are words of ours, addresses, codes, ids and numbers. */
export const textArray = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
