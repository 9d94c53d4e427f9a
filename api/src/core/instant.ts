import type { TimeMs } from "./ports";

/** A time as the contract and the database write it: ISO 8601, UTC, with milliseconds. */
export const isoOf = (at: TimeMs): string => new Date(at).toISOString();

/** The day of a time in UTC, such as 2026-01-31. */
export const dayOf = (at: TimeMs): string => isoOf(at).slice(0, 10);
