import { LIMITS } from "../limits";

/** What operations have in common that every administrator may call. */
export const ofViewers = {
  tag: "admin",
  problems: [],
  security: "bearer",
  role: "viewer",
  limits: [LIMITS.admin],
} as const;
