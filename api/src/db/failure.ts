/**
 * What may be logged of a failure: names, codes and positions in the code. Of messages only those of our own assertions:
 * a message of the database or its driver quotes the statement with its values, which are an order's.
 */
export function failureFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { failure: "error", at: [] };
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  const constraint = cause instanceof Error && "constraint_name" in cause ? cause.constraint_name : undefined;
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at .*\/src\//.test(line));
  return {
    failure: error.name,
    ...(error.name === "AssertionError" ? { message: error.message } : {}),
    ...(code === undefined ? {} : { code, constraint }),
    at: places.slice(0, 8),
  };
}
