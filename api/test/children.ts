import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process that the supervisor started. */
export type Process = { pid: number; role: string; environment: string };

/** The processes that another one started, by the role in their environment. */
export function childrenOf(parent: number): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid): Process[] => {
      try {
        const [, ppid] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
        if (Number(ppid) !== parent) return [];
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
        const role = /(?:^|\0)SOTTO_ROLE=(\w+)/.exec(environment)?.[1];
        return role === undefined ? [] : [{ pid: Number(pid), role, environment }];
      } catch {
        return []; // ended meanwhile
      }
    });
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

/** Its user's number. */
export const uidOf = (pid: number): number =>
  Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

/** Whether a user of the system can read a file, by trying. */
export const reads = (uid: number, file: string): boolean =>
  spawnSync("cat", [file], { uid, gid: uid, cwd: "/", stdio: "ignore" }).status === 0;
