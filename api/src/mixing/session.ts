import { createHash } from "node:crypto";

/** How a session's id is kept: 128 random bits need no salt. */
export const hashSessionId = (sessionId: string): string =>
  createHash("sha256").update(sessionId).digest("hex");
