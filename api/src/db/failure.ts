/** SQLSTATE classes about the server itself: connections, resources, its operator, its files. */
const OF_THE_SERVER = /^(08|53|57|58)/;

/** Errors whose messages are words of ours, without anything of an order. */
const OWN_WORDS: ReadonlySet<string> = new Set(["AssertionError", "SignerRefusal"]);

/**
 * What may be logged of a failure: names, codes and positions in the code. Of messages those of our own words, and of
 * the database those about the server itself: any other message of it quotes the statement with its values, which are an
 * order's.
 */
export function failureFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { failure: "error", at: [] };
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  const constraint = cause instanceof Error && "constraint_name" in cause ? cause.constraint_name : undefined;
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at .*\/src\//.test(line));
  return {
    failure: error.name,
    ...(OWN_WORDS.has(error.name) ? { message: error.message } : {}),
    ...(code === undefined ? {} : { code, constraint }),
    ...(cause instanceof Error && OF_THE_SERVER.test(String(code)) ? { said: cause.message } : {}),
    at: places.slice(0, 8),
  };
}
