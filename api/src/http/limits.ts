/** Names of the limits of design 4, each with its own buckets. */
export type LimitName = "read" | "calculate" | "create" | "poll" | "act" | "verify" | "track" | "look-up" | "login" | "admin" | "simnet";
