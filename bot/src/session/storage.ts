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

export const CHAT_KEY = /^-?\d{1,19}$/;
