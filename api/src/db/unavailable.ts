import { tlsFault } from "./tls";
import { sqlState } from "./transaction";

/** Codes of postgres.js and of Node for a connection that could not be made or was lost. */
const CONNECTION_CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Whether an error says that the database cannot be reached, rather than that the code is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (tlsFault(error) !== undefined) return true;
  // Classes 08 and 53: connections and resources; 57P: the server is shutting down or starting; 57014: it took too long.
  if (/^(08|53|57P|57014)/.test(sqlState(error) ?? "")) return true;
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if ("code" in e && typeof e.code === "string" && CONNECTION_CODES.has(e.code)) return true;
  }
  return false;
}
