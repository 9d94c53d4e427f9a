import type { StorageAdapter } from "grammy";
import type { Session } from "./session";

/** grammY's storage adapter, with what the bot needs beyond one chat's turn. Keys are chat ids. */
export type SessionStorage = StorageAdapter<Session> & {
  /** Every chat that has a session; read once, at the start. */
  readAllKeys(): AsyncIterable<string>;
  /** Removes what is older than its lifetime, and the oldest beyond the number that is kept. */
  sweep(): Promise<void>;
  close(): Promise<void>;
};

/** A session as it was written; undefined when the text is none, as if nothing had been kept. */
export function parseSession(text: string): Session | undefined {
  try {
    const value: Partial<Session> | null = JSON.parse(text);
    return Array.isArray(value?.orders) && Array.isArray(value.updates) ? (value as Session) : undefined;
  } catch {
    return undefined;
  }
}

export const CHAT_KEY = /^-?\d{1,19}$/;
