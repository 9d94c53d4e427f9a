/** Not for integrators: what administrators do, and the clockwork of the simulated networks. */
const leftOut = new Set(["admin", "loans", "simnet"]);
/** The third-party base, whose operations answer in an envelope and need a key. */
const thirdParty = "v1";
const methods = ["get", "post", "put", "patch", "delete"];

/**
 * What the API's page shows of an OpenAPI 3.1 document: its public operations with their parameters, examples and
 * refusals, the objects that they answer, and how they are authenticated. Nothing on the page comes from elsewhere.
 */
export function distilContract(contract) {
  const all = operationsOf(contract);
  const shown = all.filter(({ operation }) => !leftOut.has(operation.tags?.[0]));
  const keyed = shown.filter(({ operation }) => operation.tags?.[0] === thirdParty);
  const open = shown.filter((entry) => !keyed.includes(entry));
  if (open.length === 0) throw new Error("the contract has no public operation");
  if (keyed.length === 0) throw new Error("the contract has no operation for third parties");
  const prefix = commonPrefix(open.map(({ path }) => path));
  const v1Prefix = commonPrefix(keyed.map(({ path }) => path));
  const examples = createExampleTable();
  const v1Operations = keyed
    .map((entry) => distilOperation(contract, entry, v1Prefix, examples))
    .sort(byPath);
  const operations = open.map((entry) => distilOperation(contract, entry, prefix, examples));
  const tags = contract.tags ?? [];
  const problems = distilProblems(contract, [...operations, ...v1Operations]);
  return {
    version: contract.info.version,
    prefix,
    groups: tags
      .filter(({ name }) => operations.some(({ tag }) => tag === name))
      .map((tag) => ({
        name: tag.name,
        title: titleOf(tag),
        operations: operations
          .filter((operation) => operation.tag === tag.name)
          .sort(byPath)
          .map(({ tag: _, ...operation }) => operation),
      })),
    v1: {
      prefix: v1Prefix,
      name: thirdParty,
      title: titleOf(tags.find(({ name }) => name === thirdParty)),
      operations: v1Operations,
      statuses: [
        ...new Set(v1Operations.flatMap(({ refusals }) => refusals.map(({ status }) => status))),
      ].sort(),
      failureExample: examples.add(failureNamed(contract, exampleCode(problems))),
    },
    leftOut: all.length - shown.length,
    keys: keySchemes(contract, shown),
    objects: answeredObjects(contract, [...operations, ...v1Operations]),
    problems,
    problemExample: examples.add(problemNamed(contract, exampleCode(problems))),
    limits: limitsOf(contract, shown),
    examples: examples.values,
  };
}

/** The contract's limits, each with those of its operations that are shown. */
function limitsOf(contract, shown) {
  return contract["x-rate-limits"]
    .map(({ operationIds, ...limit }) => ({
      ...limit,
      operationIds: operationIds.filter((id) => shown.some(({ operation }) => operation.operationId === id)),
    }))
    .filter(({ operationIds }) => operationIds.length > 0);
}

function titleOf({ description = "" } = {}) {
  return description.replace(/\.$/, "");
}

function operationsOf(contract) {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => ({ path, method: method.toUpperCase(), operation: item[method] })),
  );
}

function byPath(a, b) {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return methods.indexOf(a.method.toLowerCase()) - methods.indexOf(b.method.toLowerCase());
}

/** The longest run of whole segments that all paths begin with: where the API is mounted. */
function commonPrefix(paths) {
  const [first = [], ...others] = paths.map((path) => path.split("/"));
  const differs = first.findIndex(
    (segment, index) => segment.startsWith("{") || others.some((other) => other[index] !== segment),
  );
  return first.slice(0, differs < 0 ? -1 : differs).join("/");
}

/** Each example once: an order is the answer of many operations. */
function createExampleTable() {
  const values = [];
  const known = new Map();
  return {
    values,
    add(value) {
      const key = JSON.stringify(value);
      if (!known.has(key)) known.set(key, values.push(value) - 1);
      return known.get(key);
    },
  };
}

function distilOperation(contract, { path, method, operation }, prefix, examples) {
  const { operationId, summary, description = "", tags = [], parameters = [], requestBody } = operation;
  const responses = Object.entries(operation.responses);
  return {
    id: operationId,
    tag: tags[0],
    method,
    path: path.slice(prefix.length),
    summary,
    description,
    keys: securityOf(contract, operation).filter((name) =>
      isKey(contract.components.securitySchemes?.[name]),
    ),
    parameters: parameters.map((parameter) => distilParameter(contract, resolve(contract, parameter))),
    body: requestBody === undefined ? null : distilBody(contract, requestBody, examples),
    answer: distilAnswer(operationId, responses, examples),
    refusals: responses
      .filter(([status]) => Number(status) >= 400)
      .map(([status, response]) => ({ status: Number(status), codes: codesOf(response) })),
  };
}

function distilParameter(contract, { name, in: place, required = false, schema, description = "" }) {
  return { name, place, required, type: typeOf(contract, schema), description, example: schema.example };
}

function distilBody(contract, { required = false, content }, examples) {
  const [[type, { schema, example }]] = Object.entries(content);
  return { type, required, fields: fieldsOf(contract, schema), example: examples.add(example) };
}

function distilAnswer(operationId, responses, examples) {
  const found = responses.find(([status]) => status.startsWith("2"));
  if (found === undefined) throw new Error(`${operationId} has no answer`);
  const [status, { description, content = {} }] = found;
  const [type, { schema = {}, example: whole, examples: pieces } = {}] = Object.entries(content)[0] ?? [null];
  const example = whole ?? streamOf(pieces);
  // Under the third-party base the answer itself lies in the envelope's data.
  const inner = schema.properties?.data ?? schema;
  const item = inner.type === "array" ? inner.items : inner;
  return {
    status: Number(status),
    description,
    type,
    object: item.$ref === undefined ? null : nameOf(item.$ref),
    isList: inner.type === "array",
    example: example === undefined ? null : examples.add(example),
  };
}

/** A stream, as the examples of its pieces make it; each order only to its state, as the page shows one whole elsewhere. */
function streamOf(pieces) {
  if (pieces === undefined) return undefined;
  const whole = Object.values(pieces).map(({ value }) => value);
  return whole.join("").replace(/^(data: .*?"state":"\w+").*$/gm, "$1,…}");
}

/** The codes of a refusal, by its examples. */
function codesOf({ content = {} }) {
  return Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
}

/** The names of the schemes that may authenticate an operation; empty where it needs none. */
function securityOf(contract, operation) {
  const alternatives = operation.security ?? contract.security ?? [];
  if (alternatives.some((alternative) => Object.keys(alternative).length === 0)) return [];
  return [...new Set(alternatives.flatMap((alternative) => Object.keys(alternative)))];
}

function isKey(scheme) {
  return scheme?.type === "apiKey";
}

/** The key schemes that a shown operation asks for. */
function keySchemes(contract, shown) {
  const used = new Set(shown.flatMap(({ operation }) => securityOf(contract, operation)));
  return Object.entries(contract.components.securitySchemes ?? {})
    .filter(([name, scheme]) => used.has(name) && isKey(scheme))
    .map(([id, { name, in: place, description = "" }]) => ({ id, name, place, description }));
}

/** The objects that the shown operations answer, in the contract's order. */
function answeredObjects(contract, operations) {
  const wanted = new Set(operations.map(({ answer }) => answer.object));
  return Object.entries(contract.components.schemas)
    .filter(([name]) => wanted.has(name))
    .map(([name, schema]) => ({
      name,
      // Whether a field is required matters to those who send it.
      fields: fieldsOf(contract, schema).map(({ required: _, ...field }) => field),
    }));
}

/** Every code that a shown operation can answer, by status, with the contract's own words for it. */
function distilProblems(contract, operations) {
  const codes = new Set(operations.flatMap(({ refusals }) => refusals.flatMap((refusal) => refusal.codes)));
  const open = operations.filter(({ keys }) => keys.length === 0);
  const openCodes = new Set(open.flatMap(({ refusals }) => refusals.flatMap((refusal) => refusal.codes)));
  const refusals = operations.flatMap((operation) => operation.refusals);
  return [...codes]
    .map((code) => {
      if (openCodes.has(code)) return { code, ...shownOf(problemNamed(contract, code)) };
      // A code that only the third-party base answers has an example in its envelope only.
      const { message } = failureNamed(contract, code).error;
      const { status } = refusals.find((refusal) => refusal.codes.includes(code));
      return { code, status, detail: message };
    })
    .sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1));
}

function shownOf({ status, detail }) {
  return { status, detail };
}

/** A refusal of what was sent says most about the form that refusals have. */
function exampleCode(problems) {
  return (problems.find(({ status }) => status === 422) ?? problems[0]).code;
}

function failureNamed(contract, code) {
  const example = contract.components.examples?.[`v1.${code.replaceAll("/", ".")}`]?.value;
  if (example === undefined) throw new Error(`the contract has no example of ${code} in the envelope`);
  return example;
}

function problemNamed(contract, code) {
  const example = contract.components.examples?.[code.replaceAll("/", ".")]?.value;
  if (example === undefined) throw new Error(`the contract has no example of ${code}`);
  return example;
}

const depthMax = 4;

/** The fields of an object, those of its objects after a dot, those of its lists after `[]`. */
function fieldsOf(contract, schema, path = "", depth = 0) {
  const { properties = {}, required = [], anyOf = [] } = resolve(contract, schema);
  const own = Object.entries(properties).flatMap(([name, property]) => {
    const field = resolve(contract, property);
    const fullName = path + name;
    const inner = field.type === "array" ? resolve(contract, field.items) : field;
    const below = `${fullName}${field.type === "array" ? "[]" : ""}.`;
    return [
      {
        name: fullName,
        // Left out where it is not: most fields are not.
        ...(required.includes(name) ? { required: true } : {}),
        type: typeOf(contract, field),
        description: field.description ?? "",
      },
      ...(depth < depthMax ? fieldsOf(contract, inner, below, depth + 1) : []),
    ];
  });
  // One of several shapes: none of their fields is needed by itself.
  const alternatives = anyOf.flatMap((shape) =>
    fieldsOf(contract, shape, path, depth).map(({ required: _, ...field }) => field),
  );
  return [...own, ...firstOfName(alternatives)];
}

/** Fields without those that an earlier shape has too. */
const firstOfName = (fields) =>
  fields.filter(({ name }, at) => fields.findIndex((other) => other.name === name) === at);

/** A schema in few words: `integer`, `string (decimal)`, `basic | maximum`, `string[]`. */
function typeOf(contract, reference) {
  const schema = resolve(contract, reference);
  const named = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  if (named.length === 1 && named.length < schema.anyOf.length) return `${typeOf(contract, named[0])} | null`;
  const types = [schema.type ?? (schema.anyOf === undefined ? "any" : "object")].flat();
  if (schema.enum !== undefined) return schema.enum.map((value) => value ?? "null").join(" | ");
  if (types.includes("array")) return `${typeOf(contract, schema.items)}[]`;
  const format = schema.format === undefined ? "" : ` (${schema.format})`;
  const from = schema.minimum ?? schema.exclusiveMinimum;
  const range = from === undefined || schema.maximum === undefined ? "" : ` ${from}–${schema.maximum}`;
  return `${types.join(" | ")}${format}${range}`;
}

function nameOf(reference) {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** The schema or parameter itself, where a local reference (`#/components/…`) stands for it. */
function resolve(contract, value) {
  if (value?.$ref === undefined) return value ?? {};
  const found = value.$ref
    .replace(/^#\//, "")
    .split("/")
    .reduce((part, name) => part?.[name], contract);
  if (found === undefined) throw new Error(`the contract lacks ${value.$ref}`);
  return resolve(contract, found);
}
