/** Thrown when the code itself is wrong; the surrounding database transaction is lost with it, on purpose. */
export class AssertionError extends Error {
  override readonly name = "AssertionError";
  constructor(
    message: string,
    readonly context: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** Holds in production as in tests; `context` must not contain an address of a customer or a secret. */
export function assert(
  condition: unknown,
  message: string,
  context: Record<string, unknown> = {},
): asserts condition {
  if (!condition) throw new AssertionError(message, context);
}

/** Closes a switch over a union: a forgotten member does not compile. */
export function unreachable(value: never): never {
  throw new AssertionError("unreachable value", { value: String(value) });
}
