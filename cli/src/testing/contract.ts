import contract from "@sotto/openapi/openapi.json" with { type: "json" };
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

type Json = null | boolean | number | string | Json[] | JsonObject;
type JsonObject = { [name: string]: Json };
type Operation = {
  operationId: string;
  requestBody?: { required?: boolean; content: Record<string, { schema: object }> };
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  responses: Record<string, { content?: Record<string, { schema: object; example?: unknown }> }>;
  security: Record<string, unknown>[];
};
type Found = Operation & { path: string; method: string };

const paths = contract.paths as unknown as Record<string, Record<string, Operation>>;

const ajv = new Ajv2020({ strict: false });
ajv.addFormat("decimal", /^-?(0|[1-9]\d{0,17})(\.\d{1,18})?$/);
ajv.addFormat(
  "date-time",
  (text) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)),
);
ajv.addFormat("date", /^\d{4}-\d\d-\d\d$/);
ajv.addSchema({ ...(closed(contract as unknown as Json) as object), $id: "contract" });
const validators = new Map<string, ValidateFunction>();

/** Members that the contract does not name are faults, but in a problem, which carries fresh figures of its own. */
function closed(value: Json, name = ""): Json {
  if (Array.isArray(value)) return value.map((item) => closed(item));
  if (value === null || typeof value !== "object") return value;
  const whole = "allOf" in value ? merged(value) : value;
  const inner = Object.fromEntries(Object.entries(whole).map(([key, item]) => [key, closed(item, key)]));
  const isClosed =
    name !== "Problem" && name !== "V1Error" && whole.type === "object" && "properties" in whole;
  return isClosed ? { additionalProperties: false, ...inner } : inner;
}

/** A schema that extends others, as one: each of its parts by itself would refuse the members of the rest. */
function merged({ allOf }: JsonObject): JsonObject {
  const schemas = contract.components.schemas as unknown as Record<string, JsonObject>;
  const parts = (allOf as JsonObject[]).map((part) => {
    const referred = schemas[String(part.$ref).split("/").at(-1) ?? ""] ?? part;
    return "allOf" in referred ? merged(referred) : referred;
  });
  return {
    type: "object",
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
    required: parts.flatMap((part) => (Array.isArray(part.required) ? part.required : [])),
  };
}

const parametersIn = (path: string): number => path.split("{").length;
/** A path with fewer parameters is matched first, as OpenAPI has it. */
const MATCHED = Object.entries(paths).toSorted(([one], [other]) => parametersIn(one) - parametersIn(other));

/** The operation that a request is for; undefined when the contract has none. */
export function operationOf(method: string, pathname: string): Found | undefined {
  for (const [path, operations] of MATCHED) {
    const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);
    const operation = operations[method.toLowerCase()];
    if (operation !== undefined && pattern.test(pathname))
      return { ...operation, path, method: method.toLowerCase() };
  }
  return undefined;
}

/** The contract's own example of success, and its status. */
export function exampleOf(operation: Operation): { status: number; body: unknown } | undefined {
  for (const [status, { content }] of Object.entries(operation.responses)) {
    const example = content?.["application/json"]?.example;
    if (status.startsWith("2") && example !== undefined) return { status: Number(status), body: example };
  }
  return undefined;
}

/** The example that the contract has for an operation's answer. */
export function example<Body>(method: string, pathname: string): Body {
  const operation = operationOf(method, pathname);
  const found = operation && exampleOf(operation);
  if (found === undefined) throw new Error(`the contract has no example for ${method} ${pathname}`);
  return structuredClone(found.body) as Body;
}

/** What is wrong with an answer by the contract. */
export function answerFaults(operation: Found, status: number, body: unknown): string[] {
  const documented = operation.responses[String(status)];
  if (documented === undefined) return [`${operation.operationId} does not answer ${status}`];
  const type = status < 400 ? "application/json" : "application/problem+json";
  if (documented.content?.[type] === undefined) return [`${operation.operationId} ${status}: no ${type}`];
  return faults(
    ["paths", operation.path, operation.method, "responses", String(status), "content", type, "schema"],
    body,
  );
}

/** What is wrong with a request by the contract: a query, a body or a token that it does not know, or wants. */
export function requestFaults(
  operation: Found,
  request: { query: URLSearchParams; body: unknown; token: string | undefined },
): string[] {
  const where = operation.operationId;
  const found: string[] = [];
  for (const name of request.query.keys()) {
    const isKnown = operation.parameters?.some(
      (parameter) => parameter.in === "query" && parameter.name === name,
    );
    if (!isKnown) found.push(`${where} knows no ?${name}`);
  }
  const wantsToken = operation.security.some((way) => "bearer" in way);
  if (wantsToken && request.token === undefined) found.push(`${where} wants a token`);
  const content = operation.requestBody?.content["application/json"];
  if (content === undefined) return request.body === undefined ? found : [...found, `${where} takes no body`];
  if (request.body === undefined)
    return operation.requestBody?.required ? [...found, `${where} wants a body`] : found;
  const pointer = [
    "paths",
    operation.path,
    operation.method,
    "requestBody",
    "content",
    "application/json",
    "schema",
  ];
  return [...found, ...faults(pointer, request.body)];
}

/** What is wrong with a value by one of the contract's named schemas. */
export const schemaFaults = (name: string, value: unknown): string[] =>
  faults(["components", "schemas", name], value);

function faults(pointer: readonly string[], value: unknown): string[] {
  const steps = pointer.map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1")));
  const $ref = `contract#/${steps.join("/")}`;
  const validate = validators.get($ref) ?? ajv.compile({ $ref });
  validators.set($ref, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    (error) => `${pointer[1]} ${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
  );
}
