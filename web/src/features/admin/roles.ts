import type { Role } from "./types";

/** Each role may do everything that the ones before it may. */
const ROLES = ["viewer", "operator", "approver"] as const satisfies readonly Role[];

/** Whether somebody of the role `held` may do what needs `needed`; the server asks again, and it is the one that decides. */
export function mayAct({ held, needed }: { held: Role; needed: Role }): boolean {
  return ROLES.indexOf(held) >= ROLES.indexOf(needed);
}
