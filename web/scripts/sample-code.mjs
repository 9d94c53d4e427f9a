/** Stands in the samples for the visitor's own base URL. */
export const baseMark = "__BASE__";

/**
 * One program in three languages: it calculates an exchange, creates the order and reads it, with the contract's
 * own example bodies. An operation that is gone or was renamed stops the build.
 */
export function sampleCode(docs) {
  const operations = docs.groups.flatMap((group) => group.operations);
  const find = (id) => {
    const found = operations.find((operation) => operation.id === id);
    if (found === undefined) throw new Error(`the samples use ${id}, which the contract lacks`);
    return { ...found, bodyExample: found.body === null ? null : docs.examples[found.body.example] };
  };
  const calls = {
    calculate: find("calculateExchange"),
    create: find("createExchange"),
    read: find("readExchange"),
  };
  const keyHeader = calls.create.parameters.find(
    ({ place, name }) => place === "header" && /key/i.test(name),
  );
  if (keyHeader === undefined)
    throw new Error("the samples send an idempotency key, which the contract lacks");
  const parts = { ...calls, keyHeader: keyHeader.name };
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

function javascript({ calculate, create, read, keyHeader }) {
  return `import { randomUUID } from "node:crypto";

const base = "${baseMark}";

async function call(method, path, body, headers = {}) {
  const response = await fetch(base + path, {
    method,
    headers: body ? { "Content-Type": "application/json", ...headers } : headers,
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(\`\${answer.code}: \${answer.message}\`);
  return answer;
}

// ${calculate.summary}
const calculation = await call("${calculate.method}", "${calculate.path}", ${literal(calculate.bodyExample)});
console.log(calculation.netReceiveAmount);

// ${create.summary}
const order = await call("${create.method}", "${create.path}", ${literal(create.bodyExample)}, { "${keyHeader}": randomUUID() });
console.log(order.trackingCode, order.depositAddress);

// ${read.summary}
const { status, state } = await call("${read.method}", \`${read.path.replace("{id}", `\${order.id}`)}\`);
console.log(status, state);
`;
}

function python({ calculate, create, read, keyHeader }) {
  return `import json
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

BASE = "${baseMark}"


def call(method, path, body=None, headers={}):
    data = None if body is None else json.dumps(body).encode()
    headers = headers if data is None else {"Content-Type": "application/json", **headers}
    try:
        with urlopen(Request(BASE + path, data, headers, method=method)) as response:
            return json.load(response)
    except HTTPError as error:
        problem = json.load(error)
        raise SystemExit(f"{problem['code']}: {problem['message']}")


# ${calculate.summary}
calculation = call("${calculate.method}", "${calculate.path}", ${pythonLiteral(calculate.bodyExample)})
print(calculation["netReceiveAmount"])

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

function curl({ calculate, create, read, keyHeader }) {
  const post = (operation, headers = "") =>
    `curl -sS --fail-with-body -X ${operation.method} "$BASE${operation.path}" \\
  -H "Content-Type: application/json" \\${headers}
  -d ${shellQuoted(literal(operation.bodyExample))}`;
  return `BASE="${baseMark}"

# ${calculate.summary}
${post(calculate)} | jq

# ${create.summary}
ORDER=$(${post(create, `\n  -H "${keyHeader}: $(openssl rand -hex 16)" \\`)})
ID=$(jq -r .id <<< "$ORDER")

# ${read.summary}
curl -sS --fail-with-body "$BASE${read.path.replace("{id}", "$ID")}" | jq
`;
}

function shellQuoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
