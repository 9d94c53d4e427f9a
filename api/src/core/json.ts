/** JSON with bigints and bytes, written as `{"$bigint":"123"}` and `{"$bytes":"AQID"}` so that no text of a visitor can be mistaken for one. */
export function encodeJson(value: unknown): unknown {
  if (typeof value === "bigint") return { $bigint: value.toString() };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
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
    if ("$bytes" in value && typeof value.$bytes === "string")
      return new Uint8Array(Buffer.from(value.$bytes, "base64"));
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, decodeJson(inner)]));
  }
  return value;
}
