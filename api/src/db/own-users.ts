import { readFileSync } from "node:fs";

/** A user of the operating system that a process runs as. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/** Who runs under a user of its own where Sotto is started as root. */
export const OWN_USERS = ["database", "http", "admin", "worker", "signer", "bot"] as const;
export type OwnUser = (typeof OWN_USERS)[number];

/** Starts of ranges that neither distributions nor systemd assign (systemd's "Users, Groups, UIDs and GIDs"). */
const RANGES = [60_720, 60_820, 60_920, 61_020];

/** The user of a part of Sotto: numbers without an account, of which no other program is likely to be. */
export function ownUser(part: OwnUser): SystemUser {
  const taken = new Set([...accountIds("/etc/passwd"), ...accountIds("/etc/group")]);
  const range = RANGES.find((first) => OWN_USERS.every((_, at) => !taken.has(first + at))) ?? RANGES[0] ?? 0;
  const id = range + OWN_USERS.indexOf(part);
  return { uid: id, gid: id };
}

/** The numbers in the third column of a file such as /etc/passwd. */
function accountIds(file: string): number[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .map((line) => Number(line.split(":")[2]));
  } catch {
    return [];
  }
}

/** What a program of the operating system needs of the environment, and nothing of ours. */
export const BARE_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin",
  LANG: "C",
  TZ: "UTC",
};
