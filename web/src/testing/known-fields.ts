import contract from "@sotto/openapi/openapi.json" with { type: "json" };

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  items?: Schema;
}
type Operation = {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
};
const paths = contract.paths as unknown as Record<string, Record<string, Operation>>;
const schemas = contract.components.schemas as unknown as Record<string, Schema>;

/** The fields and query parameters of a request that its operation does not know, and so would refuse. */
export function unknownFields(method: string, url: URL, body: unknown): string[] {
  const path = Object.keys(paths).find((pattern) =>
    new RegExp(`^${pattern.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`).test(url.pathname),
  );
  const operation = paths[path ?? ""]?.[method.toLowerCase()];
  if (operation === undefined) return [];
  const known = operation.parameters?.flatMap((one) => (one.in === "query" ? [one.name] : [])) ?? [];
  const query = [...url.searchParams.keys()].filter((name) => !known.includes(name));
  const schema = operation.requestBody?.content["application/json"].schema ?? { properties: {} };
  return [...query.map((name) => `?${name}`), ...unknownIn(schema, body, "")];
}

function unknownIn(schema: Schema, value: unknown, at: string): string[] {
  const { $ref, anyOf, properties, items } = schema;
  if ($ref !== undefined) return unknownIn(schemas[$ref.split("/").at(-1) ?? ""] ?? {}, value, at);
  if (anyOf !== undefined) {
    const each = anyOf.map((form) => unknownIn(form, value, at));
    return each.find((unknown) => unknown.length === 0) ?? each[0] ?? [];
  }
  if (Array.isArray(value))
    return value.flatMap((item, index) => unknownIn(items ?? {}, item, `${at}/${index}`));
  if (properties === undefined || value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const member = properties[name];
    return member === undefined ? [`${at}/${name}`] : unknownIn(member, inner, `${at}/${name}`);
  });
}
