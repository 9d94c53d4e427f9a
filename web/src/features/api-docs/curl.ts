import type { ApiDocs, Operation } from "./contract";

/** A cURL call of one operation with the contract's own examples; a key comes from the environment. */
export function curlOf(operation: Operation, docs: ApiDocs, base: string): string {
  const lines = [`curl ${methodOf(operation)}"${base}${pathOf(operation)}"`];
  for (const { name, place } of docs.keys.filter(({ id }) => operation.keys.includes(id)))
    if (place === "header") lines.push(`  -H "${name}: $SOTTO_API_KEY"`);
  if (operation.body !== null) {
    lines.push(`  -H "Content-Type: ${operation.body.type}"`);
    const body = JSON.stringify(docs.examples[operation.body.example]);
    lines.push(`  -d '${body.replaceAll("'", "'\\''")}'`);
  }
  return lines.join(" \\\n");
}

function methodOf({ method, answer }: Operation): string {
  if (answer.type === "text/event-stream") return "-N ";
  return method === "GET" ? "" : `-X ${method} `;
}

function pathOf({ path, parameters }: Operation): string {
  const filled = parameters
    .filter(({ place }) => place === "path")
    .reduce((url, { name, example }) => url.replace(`{${name}}`, String(example ?? `{${name}}`)), path);
  const query = parameters.filter(({ place, example }) => place === "query" && example !== undefined);
  if (query.length === 0) return filled;
  return `${filled}?${query.map(({ name, example }) => `${name}=${String(example)}`).join("&")}`;
}

/** An example as it goes over the wire, JSON indented. */
export function exampleText(type: string | null, example: unknown): string {
  return type?.includes("json") === true ? JSON.stringify(example, null, 2) : String(example);
}
