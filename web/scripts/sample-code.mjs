/** Stands in the samples for the visitor's own base URL. */
export const baseMark = "__BASE__";

/**
 * One program in three languages, on the third-party base: it reads a rate, creates an order and reads it, with the
 * contract's own examples. An operation that is gone or was renamed stops the build.
 */
export function sampleCode(docs) {
  const { operations } = docs.v1;
  const find = (id) => {
    const found = operations.find((operation) => operation.id === id);
    if (found === undefined) throw new Error(`the samples use ${id}, which the contract lacks`);
    return { ...found, bodyExample: found.body === null ? null : docs.examples[found.body.example] };
  };
  const calls = {
    rate: find("v1ReadRate"),
    create: find("v1CreateExchange"),
    read: find("v1ReadExchange"),
  };
  const keyHeader = calls.create.parameters.find(
    ({ place, name }) => place === "header" && /key/i.test(name),
  );
  if (keyHeader === undefined)
    throw new Error("the samples send an idempotency key, which the contract lacks");
  const [key] = docs.keys;
  if (key === undefined) throw new Error("the samples send a key, which the contract lacks");
  const ratePath = calls.rate.parameters.reduce(
    (path, { name, example }) => path.replace(`{${name}}`, example),
    calls.rate.path,
  );
  const parts = { ...calls, ratePath, keyHeader: keyHeader.name, apiKey: key.name };
  return [
    { id: "javascript", name: "JavaScript (Node.js)", code: javascript(parts) },
    { id: "python", name: "Python", code: python(parts) },
    { id: "curl", name: "cURL", code: curl(parts) },
  ];
}

/** JSON behind a line that is already indented. */
function literal(value, indent = "") {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}

function javascript({ rate, ratePath, create, read, keyHeader, apiKey }) {
  return `import { randomUUID } from "node:crypto";

const base = "${baseMark}";
const key = process.env.SOTTO_API_KEY;

async function call(method, path, body, headers = {}) {
  const type = body ? { "Content-Type": "application/json" } : {};
  const response = await fetch(base + path, {
    method,
    headers: { "${apiKey}": key, ...type, ...headers },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!answer.success) throw new Error(\`\${answer.error.code}: \${answer.error.message}\`);
  return answer.data;
}

// ${rate.summary}
const pair = await call("${rate.method}", "${ratePath}");
console.log(pair.rate);

// ${create.summary}
const order = await call("${create.method}", "${create.path}", ${literal(create.bodyExample)}, { "${keyHeader}": randomUUID() });
console.log(order.trackingCode, order.depositAddress);

// ${read.summary}
const { status, state } = await call("${read.method}", \`${read.path.replace("{id}", `\${order.id}`)}\`);
console.log(status, state);
`;
}

function python({ rate, ratePath, create, read, keyHeader, apiKey }) {
  return `import json
import os
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

BASE = "${baseMark}"
KEY = os.environ["SOTTO_API_KEY"]


def call(method, path, body=None, headers={}):
    data = None if body is None else json.dumps(body).encode()
    headers = {"${apiKey}": KEY, "Content-Type": "application/json", **headers}
    try:
        with urlopen(Request(BASE + path, data, headers, method=method)) as response:
            return json.load(response)["data"]
    except HTTPError as error:
        failure = json.load(error)["error"]
        raise SystemExit(f"{failure['code']}: {failure['message']}")


# ${rate.summary}
pair = call("${rate.method}", "${ratePath}")
print(pair["rate"])

# ${create.summary}
order = call("${create.method}", "${create.path}", ${pythonLiteral(create.bodyExample)}, {"${keyHeader}": str(uuid.uuid4())})
print(order["trackingCode"], order["depositAddress"])

# ${read.summary}
order = call("${read.method}", f"${read.path.replace("{id}", "{order['id']}")}")
print(order["status"], order["state"])
`;
}

/** JSON whose words are Python's. */
function pythonLiteral(value) {
  const words = { true: "True", false: "False", null: "None" };
  const text = JSON.stringify(value, null, 4);
  return text.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => words[token] ?? token);
}

function curl({ rate, ratePath, create, read, keyHeader, apiKey }) {
  const get = (path) => `curl -sS --fail-with-body "$BASE${path}" -H "${apiKey}: $SOTTO_API_KEY"`;
  return `BASE="${baseMark}"

# ${rate.summary}
${get(ratePath)} | jq .data.rate

# ${create.summary}
ORDER=$(curl -sS --fail-with-body -X ${create.method} "$BASE${create.path}" \\
  -H "${apiKey}: $SOTTO_API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "${keyHeader}: $(openssl rand -hex 16)" \\
  -d ${shellQuoted(literal(create.bodyExample))})
ID=$(jq -r .data.id <<< "$ORDER")

# ${read.summary}
${get(read.path.replace("{id}", "$ID"))} | jq .data
`;
}

function shellQuoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
