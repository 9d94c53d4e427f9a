/** JSON with bigints, written as `{"$bigint":"123"}` so that no text of a visitor can be mistaken for one. */
export function encodeJson(value: unknown): unknown {
  if (typeof value === "bigint") return { $bigint: value.toString() };
  if (Array.isArray(value)) return value.map(encodeJson);
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, encodeJson(inner)]));
  }
  return value;
}

/** The inverse of encodeJson. */
export function decodeJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeJson);
  if (value !== null && typeof value === "object") {
    if ("$bigint" in value && typeof value.$bigint === "string") return BigInt(value.$bigint);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, decodeJson(inner)]));
  }
  return value;
}
