import { createHash } from "node:crypto";
import type { Random } from "../core/ports";

/** 256 random bits, as they are sent. */
export const newToken = (random: Random): string => Buffer.from(random.bytes(32)).toString("base64url");

/** What is kept of a token. */
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");
