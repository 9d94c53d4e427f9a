import { bodyOf, type ContractOperation } from "../contract/check";
import type { Row } from "./row";

const BAD_IDS = ["1", "A".repeat(21), "A".repeat(23), `${"A".repeat(21)}B`, "../../etc/passwd\u0000", "💩"];
const BAD_TOKENS = [undefined, "Bearer x", `Bearer ${"A".repeat(43)}`, "Basic YTpi", "Bearer"];
const BAD_KEYS = [undefined, "sotto_x", `sotto_${"k".repeat(43)}`];

/** What an operation refuses by its page of the contract alone: other callers, other sites, bad ids, missing members. */
export function commonRefusals(operation: ContractOperation): Row[] {
  return [
    ...badCredentials(operation),
    ...otherSites(operation),
    ...badIds(operation),
    ...missing(operation),
    ...unknown(operation),
  ];
}

function badCredentials({ credential }: ContractOperation): Row[] {
  if (credential === undefined) return [];
  const [code, values] =
    credential === "x-api-key" ? ["401 auth/api-key", BAD_KEYS] : ["401 auth/required", BAD_TOKENS];
  return values.map((value) => [`${credential} ${value}`, code, {}, { headers: { [credential]: value } }]);
}

/** A form or a script of another site; `/api/v1` has no cookies and no pages, and answers all sites alike. */
function otherSites({ method, path }: ContractOperation): Row[] {
  if (method === "GET" || path.startsWith("/api/v1/")) return [];
  const headers = { origin: "https://evil.example" };
  return [["another site's form", "403 request/origin", {}, { headers }]];
}

function badIds({ path }: ContractOperation): Row[] {
  if (!path.includes("/exchanges/{id}")) return [];
  return BAD_IDS.map((id) => [`the id ${JSON.stringify(id)}`, "400 request/id", {}, { params: { id } }]);
}

function missing(operation: ContractOperation): Row[] {
  const status = operation.path.startsWith("/api/v1/") ? "400 request/invalid" : "422 request/invalid";
  return (bodyOf(operation)?.schema.required ?? []).map((name) => [
    `a missing ${name}`,
    `${status} /${name}`,
    { [name]: undefined },
  ]);
}

/** A member of the body, and a parameter of the query, that the contract does not know. */
function unknown({ method, path }: ContractOperation): Row[] {
  const at = (pointer: string) => `${path.startsWith("/api/v1/") ? 400 : 422} field/unknown ${pointer}`;
  const inBody: Row = ["an unknown field", at("/nonsense"), { nonsense: "zq7X" }];
  const rows: Row[] = [
    ["an unknown parameter", at("/nonsense"), {}, { query: "nonsense=zq7X" }],
    ["one without a value", at("/__proto__"), {}, { query: "__proto__" }],
  ];
  return method === "POST" ? [inBody, ...rows] : rows;
}
