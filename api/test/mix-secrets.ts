import { readFileSync } from "node:fs";
import { join } from "node:path";
import { orderIdOf } from "../src/core/ids";
import { closeDatabase, openDatabase } from "../src/db/client";
import type { MixPlan } from "../src/mixer/plan";
import { planOf } from "../src/mixing/engine";
import { loadOrder } from "../src/orders/store/store";
import { unseal } from "../src/signing/seal";
import { loginUrl } from "./postgres/logins";
import type { RunningSotto } from "./running-sotto";

/** Every text of every table of the main database, as a dump would hold it; times in UTC. */
export async function dump({ sql: database }: RunningSotto): Promise<string[]> {
  return database.begin(async (sql) => {
    await sql`SET LOCAL TIME ZONE 'UTC'`;
    const tables = await sql<{ name: string }[]>`
      SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`;
    const lines: string[] = [];
    for (const { name } of tables)
      for (const row of await sql.unsafe(`SELECT t::text AS line FROM ${name} t`))
        lines.push(`${name.replace("public.", "")}: ${row.line}`);
    return lines;
  });
}

/** Lines that hold any of these: texts anywhere, amounts as whole numbers. */
export function holding(lines: readonly string[], canaries: readonly (string | bigint)[]): string[] {
  const whole = lines.join("\n").toLowerCase();
  // Nearly all of them are in no line.
  const looksFor = canaries
    .filter((canary) => whole.includes(String(canary).toLowerCase()))
    .map((canary) => {
      if (typeof canary === "string")
        return (line: string) => line.toLowerCase().includes(canary.toLowerCase());
      const pattern = new RegExp(`(?<![0-9])${canary}(?![0-9])`);
      return (line: string) => pattern.test(line);
    });
  return looksFor.length === 0 ? [] : lines.filter((line) => looksFor.some((isIn) => isIn(line)));
}

export type Secrets = { plan: MixPlan; seed: Uint8Array; key: Uint8Array; sealed: Buffer };

/** What the one who has the database and the signer's files can know of a mix. */
export async function secretsOf(sotto: RunningSotto, id: string): Promise<Secrets> {
  const [row] = await sotto.sql<{ day: string; sealed: Buffer }[]>`
    SELECT key_day AS day, sealed_seed AS sealed FROM mixes WHERE order_id = ${id}`;
  const key = row && Buffer.from(readFileSync(join(sotto.signerDir, "mixes", row.day), "utf8"), "base64");
  const worker = openDatabase({
    url: loginUrl(sotto.databaseUrl, "worker"),
    role: "worker",
    connectionsMax: 1,
  });
  const order = await loadOrder(worker, orderIdOf(id)).finally(() => closeDatabase(worker));
  const seed = key && unseal(key, { sealed: row.sealed, owner: id });
  if (!seed || !order?.settlement || !order.terms.mixer) throw new Error("no plan to read");
  return { sealed: row.sealed, key, seed, plan: planOf(order.terms.mixer, order.settlement, seed) };
}
