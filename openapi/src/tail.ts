/** The shortest text that is taken for a whole address rather than for mistyped last characters. */
const ADDRESS_LENGTH_MIN = 16;

/**
 * The last four characters of an address as people type or paste them: with dots before them, or the whole address;
 * undefined when it is something else.
 */
export function readTail(text: string): string | undefined {
  const typed = text.normalize("NFKC").replace(/\s/g, "").replace(/^\.+/, "");
  const isTail = typed.length === 4 || typed.length >= ADDRESS_LENGTH_MIN;
  return isTail ? /[A-Za-z0-9]{4}$/.exec(typed)?.[0] : undefined;
}
