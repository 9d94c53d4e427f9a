import type { AdminRole } from "./roles";

/** Who is logged in to the console. */
export type Administrator = {
  id: string;
  username: string;
  role: AdminRole;
  /** Whether logins need a one-time code. */
  totp: boolean;
  /** Whether the password was generated: nothing but changing it is allowed then. */
  mustChangePassword: boolean;
};
