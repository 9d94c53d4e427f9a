/** One JSON document on one line, so that several of them are JSON lines. */
export const jsonLine = (value: unknown): string => JSON.stringify(value);
