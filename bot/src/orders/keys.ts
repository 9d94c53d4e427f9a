import { createHash } from "node:crypto";

/** The Idempotency-Key of a request about an order: the same request has the same key, after a restart too. */
export const keyOf = (parts: readonly string[]): string =>
  `bot-${createHash("sha256").update(parts.join("\n")).digest("hex")}`;
