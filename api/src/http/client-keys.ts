import { createHmac } from "node:crypto";
import type { Salts } from "./salts";

/**
 * Turns the name of a network or a chat into the key of its limits: an HMAC with the salt of the hour, so that nothing kept
 * here reveals an address.
 */
export const createClientKeys =
  (salts: Salts) =>
  (name: string): string =>
    createHmac("sha256", salts.current()).update(name).digest("base64url");
