import type { Row } from "./row";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The rows that BENCH_ONLY names; otherwise all, or those of the short form. Throws on a name that no row has. */
export function chosenOf<Named extends Pick<Row, "key" | "inShort">>(
  rows: readonly Named[],
  environment: Environment,
): Named[] {
  const named = (environment.BENCH_ONLY ?? "").split(",").filter((name) => name !== "");
  const unknown = named.filter((name) => !rows.some(({ key }) => key === name));
  if (unknown.length > 0) {
    const known = rows.map(({ key }) => key).join(", ");
    throw new Error(`BENCH_ONLY: there is no row ${unknown.join(", ")}. The rows are ${known}.`);
  }
  if (named.length > 0) return rows.filter(({ key }) => named.includes(key));
  return environment.BENCH_SHORT === "1" ? rows.filter(({ inShort }) => inShort === true) : [...rows];
}
