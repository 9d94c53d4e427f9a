/** Texts that one connection of a pool keeps as prepared statements; the server holds a plan of each in memory. */
const TEXTS_MAX = 1_000;
/** Of those, how many may differ only in how many values are listed. */
const LENGTHS_MAX = 8;
const LISTED = /\$\d+(?:\s*,\s*\$\d+)+/g;
const ROWS = /(\(\$\))(?:\s*,\s*\(\$\))+/g;

/** What a statement is when lists of values are written as one value. */
const shapeOf = (text: string): string => text.replace(LISTED, "$").replace(ROWS, "$1");

/**
 * Says which texts of statements a pool prepares: each connection keeps them until it closes, so their number has a limit.
 * A text that is refused once is refused always: it is sent whole each time, and means the same.
 */
export function preparedTexts(
  limits: { textsMax: number; lengthsMax: number } = { textsMax: TEXTS_MAX, lengthsMax: LENGTHS_MAX },
): (text: string) => boolean {
  const texts = new Set<string>();
  const lengths = new Map<string, number>();
  return (text) => {
    if (texts.has(text)) return true;
    if (texts.size >= limits.textsMax) return false;
    const shape = shapeOf(text);
    const known = lengths.get(shape) ?? 0;
    if (known >= limits.lengthsMax) return false;
    lengths.set(shape, known + 1);
    texts.add(text);
    return true;
  };
}
