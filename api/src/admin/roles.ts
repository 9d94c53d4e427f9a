/** What an administrator may do; each role may do everything that the ones before it may. */
export const ADMIN_ROLES = ["viewer", "operator", "approver"] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** Whether somebody of role `held` may do what asks for role `needed`. */
export const mayAct = ({ held, needed }: { held: AdminRole; needed: AdminRole }): boolean =>
  ADMIN_ROLES.indexOf(held) >= ADMIN_ROLES.indexOf(needed);
