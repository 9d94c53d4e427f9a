/** Closes a switch over a union: a forgotten member does not compile. */
export function unreachable(value: never): never {
  throw new Error(`unreachable value: ${String(value)}`);
}
