/** The processes that connect to the database, each by a login of its own; `simnet` is the simulated networks' node. */
export const LOGIN_ROLES = ["http", "admin", "worker", "signer"] as const;
export type LoginRole = (typeof LOGIN_ROLES)[number];
export type AnyLogin = LoginRole | "simnet";
