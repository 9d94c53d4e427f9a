/** A text as PostgreSQL keeps it, inside JSON too: without U+0000, and without halves of characters. */
export const storable = (text: string): string => Buffer.from(text.replaceAll("\u0000", "")).toString();
