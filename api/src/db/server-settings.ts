import { sql } from "drizzle-orm";
import type { Tx } from "./client";

/** A setting of the server that keeps deleted values on its disk, or for longer. */
export type ServerFault = {
  setting: string;
  is: string;
  needed: string;
  /** `kept`: that they go cannot be promised. `slow`: they go later. `logged`: they may stand in the server's log files. */
  effect: "kept" | "slow" | "logged";
};

type Need = { needed: string; effect: ServerFault["effect"]; isMet: (value: string) => boolean };
const exactly = (effect: Need["effect"], ...values: string[]): Need => ({
  ...{ needed: values.join(" or "), effect },
  isMet: (value) => values.includes(value),
});
const secondsWithin = (from: number, to: number): Need => ({
  ...{ needed: `${from} to ${to} s`, effect: "slow" },
  isMet: (value) => Number(value) >= from && Number(value) <= to,
});

/** As docs/operating.md lists them. Values are those of pg_settings, in its units. */
const NEEDS: Readonly<Record<string, Need>> = {
  wal_recycle: exactly("kept", "off"),
  archive_mode: exactly("kept", "off"),
  wal_keep_size: exactly("kept", "0"),
  max_prepared_transactions: exactly("slow", "0"),
  archive_timeout: secondsWithin(1, 3_600),
  checkpoint_timeout: secondsWithin(30, 3_600),
  log_min_messages: exactly("logged", "fatal", "panic"),
  log_min_error_statement: exactly("logged", "panic"),
};

/** Names each setting of the server that is not as deletion needs it; empty where all are. */
export async function readServerFaults(tx: Tx): Promise<ServerFault[]> {
  const rows = await tx.execute<{ name: string; setting: string }>(sql`
    SELECT name, setting FROM pg_settings WHERE name IN ${Object.keys(NEEDS)} OR name = 'pg_stat_statements.track'`);
  const faults = rows.flatMap(({ name, setting }): ServerFault[] => {
    const need = NEEDS[name] ?? exactly("kept", "none");
    return need.isMet(setting)
      ? []
      : [{ setting: name, is: setting, needed: need.needed, effect: need.effect }];
  });
  const [slots] = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM pg_replication_slots`,
  );
  if (slots !== undefined && slots.count > 0)
    faults.push({ setting: "replication slots", is: String(slots.count), needed: "0", effect: "kept" });
  return faults.sort((a, b) => a.setting.localeCompare(b.setting));
}

const EFFECTS: Readonly<Record<ServerFault["effect"], string>> = {
  kept: "so that what is deleted leaves its log cannot be promised",
  slow: "so what is deleted leaves its log later",
  logged: "so deleted values may stand in its log files",
};

/** A sentence for the operator. */
export const faultText = ({ setting, is, needed, effect }: ServerFault): string =>
  `The database server has ${setting} = ${is} instead of ${needed}, ${EFFECTS[effect]}.`;
