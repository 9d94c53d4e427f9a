/**
 * Closes a switch over a union: a forgotten member does not compile.
 * Throws for a value that a newer server sends; the message names it only when it is a word, never an object's fields.
 */
export function unreachable(value: never): never {
  throw new Error(`unreachable value: ${String(value)}`);
}
