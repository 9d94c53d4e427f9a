/** C0, C1 and DEL control a terminal; the others reorder or hide the text beside them. */
const UNPRINTABLE = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Text of others as it may stand on a terminal: what would steer it is shown as a mark. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, "\ufffd");

/** An instant of the API as a table has room for it: `2026-01-01 12:00`, in UTC. */
export const minuteOf = (instant: string): string => instant.slice(0, 16).replace("T", " ");
