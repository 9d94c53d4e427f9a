type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };

/** What says something about a field rather than about its value: it stays beside the alternatives. */
const ABOUT_THE_FIELD = ["description", "example"];
/** Hold values of the API, not schemas. */
const VALUES = new Set(["example", "examples", "default", "const", "enum"]);

/**
 * Writes each object or choice that may be null as `anyOf` of itself and null, at any depth of an OpenAPI document. The other
 * form, a list of types, means the same, but public generators read a choice or an object in it and drop the null.
 */
export function nullsApart<Document extends object>(document: Document): Document {
  return apart(document as unknown as Json) as unknown as Document;
}

function apart(value: Json): Json {
  if (value === null || typeof value !== "object") return value;
  if (isList(value)) return value.map(apart);
  const entries = Object.entries(value).map(
    ([name, inner]) => [name, VALUES.has(name) ? inner : apart(inner)] as const,
  );
  const schema: JsonObject = Object.fromEntries(entries);
  return isNullable(schema) && ("enum" in schema || "properties" in schema) ? alternatives(schema) : schema;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const isNullable = ({ type }: JsonObject): boolean => listed(type).includes("null");

function alternatives({ type, enum: choices, ...others }: JsonObject): JsonObject {
  const [first = "null", ...more] = listed(type).filter((one) => one !== "null");
  const named = Object.entries(others);
  const isAbout = ([name]: readonly [string, Json]): boolean => ABOUT_THE_FIELD.includes(name);
  return {
    anyOf: [
      {
        type: more.length === 0 ? first : [first, ...more],
        ...(choices === undefined ? {} : { enum: listed(choices).filter((one) => one !== null) }),
        ...Object.fromEntries(named.filter((entry) => !isAbout(entry))),
      },
      { type: "null" },
    ],
    ...Object.fromEntries(named.filter(isAbout)),
  };
}

const listed = (value: Json | undefined): readonly Json[] =>
  value !== undefined && isList(value) ? value : [];
