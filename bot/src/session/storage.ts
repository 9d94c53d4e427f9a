import type { StorageAdapter } from "grammy";
import type { Session } from "./session";

/** grammY's storage adapter, and what the bot needs for all chats. Keys are chat ids. */
export type SessionStorage = StorageAdapter<Session> & {
  /** Every chat that has a session; read once, at the start. */
  readAllKeys(): AsyncIterable<string>;
  /** Removes expired sessions, and the oldest ones beyond the limit. */
  sweep(): Promise<void>;
  close(): Promise<void>;
};

/** Parses a stored session; undefined when the text is not a session, as if none had been stored. */
export function parseSession(text: string): Session | undefined {
  try {
    const value: Partial<Session> | null = JSON.parse(text);
    return Array.isArray(value?.orders) && Array.isArray(value.updates) ? (value as Session) : undefined;
  } catch {
    return undefined;
  }
}

export const CHAT_KEY = /^-?\d{1,19}$/;
