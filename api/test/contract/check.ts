import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

type Schema = Readonly<Record<string, unknown>>;
type MediaType = { schema: Schema; examples?: Readonly<Record<string, unknown>> };
type DocumentedOperation = {
  operationId: string;
  security: readonly Readonly<Record<string, unknown>>[];
  parameters?: readonly { in: string; name: string }[];
  requestBody?: { content: Readonly<Record<string, { schema: { $ref: string }; example: unknown }>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, MediaType>> }>>;
};
export type Contract = {
  paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  components: { schemas: Record<string, Schema> };
};

const contractFile = fileURLToPath(new URL("../../../openapi/openapi.json", import.meta.url));

/** The committed contract, which clients are generated from. */
export const contract = JSON.parse(readFileSync(contractFile, "utf8")) as Contract;

export type ContractOperation = DocumentedOperation & {
  method: string;
  path: string;
  pattern: RegExp;
  queryNames: readonly string[];
  /** The header that proves who asks; undefined where anybody may. */
  credential: "authorization" | "x-api-key" | undefined;
};

const parametersIn = (path: string): number => path.split("{").length;

/** Every operation of the contract; a path with fewer parameters comes first, as OpenAPI has paths matched. */
export const operations: readonly ContractOperation[] = Object.entries(contract.paths)
  .toSorted(([one], [other]) => parametersIn(one) - parametersIn(other))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
      queryNames: (operation.parameters ?? []).flatMap((one) => (one.in === "query" ? [one.name] : [])),
      credential: credentialOf(operation),
    })),
  );

function credentialOf({ security }: DocumentedOperation): ContractOperation["credential"] {
  if (security.some((way) => "bearer" in way)) return "authorization";
  return security.some((way) => "apiKey" in way) ? "x-api-key" : undefined;
}

export type FieldSchema = {
  type?: string;
  enum?: readonly unknown[];
  $ref?: string;
  anyOf?: readonly FieldSchema[];
};
type BodySchema = { properties: Readonly<Record<string, FieldSchema>>; required?: readonly string[] };

/** The schema of the body that an operation takes (where it has several forms, the first), and the contract's example; undefined where it takes none. */
export function bodyOf({
  requestBody,
}: DocumentedOperation): { schema: BodySchema; example: Record<string, unknown> } | undefined {
  const content = requestBody?.content["application/json"];
  if (content === undefined) return undefined;
  const name = content.schema.$ref.split("/").at(-1) ?? "";
  const schema = contract.components.schemas[name] as unknown as BodySchema & { anyOf?: BodySchema[] };
  return { schema: schema.anyOf?.[0] ?? schema, example: content.example as Record<string, unknown> };
}

/** The wire's decimal strings; signed in the trial balance alone. */
const DECIMAL = /^-?(0|[1-9]\d{0,17})(\.\d{1,18})?$/;

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text));

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat("decimal", DECIMAL);
  ajv.addFormat("date-time", isInstant);
  ajv.addFormat("date", (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)));
  return ajv.addSchema({ ...closed(contract), $id: "contract" });
}

/** Members that the contract does not name are faults too; but a conflict's problem carries its fresh figures. */
function closed(value: unknown, name = ""): Record<string, unknown> {
  const entries = Object.entries(value as Record<string, unknown>).map(([key, inner]) => [
    key,
    Array.isArray(inner)
      ? inner.map((item) => (item !== null && typeof item === "object" ? closed(item) : item))
      : inner !== null && typeof inner === "object"
        ? closed(inner, key)
        : inner,
  ]);
  const schema = Object.fromEntries(entries) as Record<string, unknown>;
  const isOpen =
    name === "Problem" || name === "V1Error" || schema.type !== "object" || !("properties" in schema);
  return isOpen ? schema : { additionalProperties: false, ...schema };
}

const ajv = createAjv();
const validators = new Map<string, ValidateFunction>();

function validatorOf(pointer: readonly string[]): ValidateFunction {
  const $ref = `contract#/${pointer.map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
  const known = validators.get($ref);
  if (known !== undefined) return known;
  const validator = ajv.compile({ $ref });
  validators.set($ref, validator);
  return validator;
}

/** What is wrong with a value by a schema of the contract's components; empty when nothing is. */
export function faultsOf(component: string, value: unknown): string[] {
  return faults(validatorOf(["components", "schemas", component]), value);
}

/** Whether the contract allows a JSON value as the body of an operation that takes one. */
export function isRequestBody({ path, method }: ContractOperation, value: unknown): boolean {
  const pointer = [
    "paths",
    path,
    method.toLowerCase(),
    "requestBody",
    "content",
    "application/json",
    "schema",
  ];
  return faults(validatorOf(pointer), value).length === 0;
}

/** An answer as the checker has seen it. */
export type Seen = { operationId: string; status: number; code: string | undefined };

/**
 * What is wrong with an answer by the contract: status, media type, shape, and for a problem its code, all have to
 * stand there for this operation. The body is given as text.
 */
export function answerFaults(
  answer: { method: string; path: string; status: number; mediaType: string | null; text: string },
  onSeen: (seen: Seen) => void = () => {},
): string[] {
  const operation = operations.find(
    ({ method, pattern }) => method === answer.method && pattern.test(answer.path),
  );
  if (operation === undefined) return [`${answer.method} ${answer.path} is not in the contract`];
  const where = `${operation.operationId} ${answer.status}`;
  const documented = operation.responses[String(answer.status)];
  if (documented === undefined) return [`${where}: not documented (${answer.text.slice(0, 200)})`];
  if (documented.content === undefined) {
    onSeen({ operationId: operation.operationId, status: answer.status, code: undefined });
    return answer.text === "" ? [] : [`${where}: a body where none is documented`];
  }
  const mediaType = answer.mediaType?.split(";")[0]?.trim() ?? "none";
  const content = documented.content[mediaType];
  if (content === undefined) return [`${where}: media type ${mediaType} is not documented`];
  if (!mediaType.endsWith("json")) {
    onSeen({ operationId: operation.operationId, status: answer.status, code: undefined });
    return [];
  }
  const body: unknown = JSON.parse(answer.text);
  const code = problemCode(body);
  onSeen({ operationId: operation.operationId, status: answer.status, code });
  const pointer = [
    "paths",
    operation.path,
    operation.method.toLowerCase(),
    "responses",
    String(answer.status),
  ];
  const found = faults(validatorOf([...pointer, "content", mediaType, "schema"]), body);
  if (content.examples !== undefined && !(code !== undefined && code in content.examples)) {
    found.push(`the code ${code} is not documented`);
  }
  return found.map((fault) => `${where}: ${fault}`);
}

/** The code of a problem, or of a failure in the envelope of /api/v1. */
function problemCode(body: unknown): string | undefined {
  const { code, error } = (body ?? {}) as { code?: unknown; error?: { code?: unknown } | null };
  return [code, error?.code].find((one) => typeof one === "string");
}

function faults(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || "/"} ${message} ${JSON.stringify(params)}`,
  );
}

/** A fetch that checks every answer against the contract and throws where one differs. */
export function checkedFetch(onSeen: (seen: Seen) => void): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await fetch(request);
    const mediaType = response.headers.get("content-type");
    // A live stream has no end to wait for: its events are checked by who reads them.
    const text = mediaType?.startsWith("text/event-stream") ? "" : await response.clone().text();
    const { pathname } = new URL(request.url);
    const answer = { method: request.method, path: pathname, status: response.status, mediaType, text };
    const found = answerFaults(answer, onSeen);
    if (found.length > 0) throw new Error(`${request.method} ${pathname}: ${found.join("; ")}`);
    return response;
  };
}
