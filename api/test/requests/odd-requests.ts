import fc from "fast-check";
import type { AdminRole } from "../../src/admin/roles";
import { bodyOf, type ContractOperation, operations } from "../contract/check";
import { badFields, badPath, badShape, badTransport } from "./bad-requests";
import { misspelled, oddBodies } from "./odd-bodies";

/** A request as it is sent. */
export type OddRequest = {
  operation: ContractOperation;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
};

/** What the requests are aimed at: an order that waits, a loan that is pending, and who may ask. */
export type Targets = {
  orderId: string;
  loanId: string;
  tokens: Readonly<Record<AdminRole, string>>;
  apiKey: string;
};

/** Well-formed, but not while the order waits for its payment and the chain is followed: no question, no hold, no halt, nothing missing. */
const NOT_NOW = new Set([
  "decideExchange",
  "releaseExchange",
  "refundExchange",
  "resumeChain",
  "bookMissing",
  "adoptSpend",
  "refundRecovery",
  "overridePayout",
  "deleteExchange",
  "v1DecideExchange",
  "v1DeleteExchange",
  "endSession",
  "revokeApiKey",
]);

/** Requests of one operation that a server has to refuse, drawn from its page of the contract, by each who may ask. */
export function oddRequestsFor(operation: ContractOperation, targets: Targets): fc.Arbitrary<OddRequest> {
  return fc.constantFrom(...callersOf(operation, targets)).chain((credential) => {
    const good = goodRequest(operation, targets, credential);
    const ways = [oddQuery(good), oddMethod(good), ...oddCallers(good, targets)];
    if (operation.path.includes("{")) ways.push(badPath(good, targets));
    if (operation.method !== "GET") ways.push(badTransport(good), badShape(good));
    if (NOT_NOW.has(operation.operationId)) ways.push(fc.constant(good));
    const bodies = oddBodies(operation);
    if (bodies !== undefined) {
      const odd = bodies.map((body) => ({ ...good, body }));
      ways.push(odd, odd, ...badFields(good));
    }
    if (operation.parameters?.some(({ name }) => name === "Idempotency-Key")) ways.push(oddKeys(good));
    return fc.oneof(...ways);
  });
}

/** The headers of everybody who may ask: a session of each role, the key, or no credential. */
function callersOf({ credential }: ContractOperation, targets: Targets): Record<string, string>[] {
  if (credential === "x-api-key") return [{ "x-api-key": targets.apiKey }];
  if (credential === undefined) return [{}];
  return Object.values(targets.tokens).map((token) => ({ authorization: `Bearer ${token}` }));
}

/** The path to what is there, and the example of the contract. */
function goodRequest(
  operation: ContractOperation,
  { orderId, loanId }: Targets,
  credential: Record<string, string>,
): OddRequest {
  const path = operation.path
    .replace("{id}", operation.path.includes("/loan-orders/") ? loanId : orderId)
    .replace("{chain}", "bitcoin")
    .replace(/\{(currency|from)\}/, "BTC")
    .replace("{to}", "ETH")
    .replace("{leg}", "f3Jw0Zr8uQ1nVbT5cXy2Lg")
    .replace("{code}", "482915037")
    .replace("{address}", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu");
  if (operation.method === "GET")
    return { operation, method: "GET", path, headers: credential, body: undefined };
  const headers = { "content-type": "application/json", ...credential };
  const body = JSON.stringify(bodyOf(operation)?.example ?? {});
  return { operation, method: operation.method, path, headers, body };
}

const NAMES = [
  "nonsense",
  "lang",
  "utm_source",
  "_",
  "__proto__",
  "",
  "a[]",
  "cursor\u0000",
  "x".repeat(4_000),
];

/** A query with a parameter that is unknown, misspelled or there twice. */
function oddQuery(good: OddRequest): fc.Arbitrary<OddRequest> {
  const known = good.operation.queryNames;
  const unknown = fc
    .oneof(
      fc.constantFrom(...NAMES),
      fc.string({ unit: "grapheme", maxLength: 30 }),
      ...known.map((name) => misspelled(name)),
    )
    .filter((name) => !known.includes(name));
  const value = fc.oneof(fc.constant(""), fc.string({ unit: "grapheme", maxLength: 60 }));
  type Pairs = [string, string][];
  const pairs = fc.oneof(
    fc.tuple(unknown, value).map((pair): Pairs => [pair]),
    ...known.map((name) =>
      fc.tuple(value, value).map((texts) => texts.map((text): [string, string] => [name, text])),
    ),
  );
  return pairs.map((query) => ({ ...good, path: `${good.path}?${new URLSearchParams(query)}` }));
}

/** A method that the contract does not know at this path. */
function oddMethod(good: OddRequest): fc.Arbitrary<OddRequest> {
  const { pathname } = new URL(good.path, "http://sotto.test");
  const known = operations.filter(({ pattern }) => pattern.test(pathname)).map(({ method }) => method);
  const others = ["PUT", "PATCH", "DELETE", "POST", "GET", "PROPFIND"].filter((one) => !known.includes(one));
  return fc
    .constantFrom(...others)
    .map((method) => ({ ...good, method, ...(method === "GET" ? { body: undefined } : {}) }));
}

/** Credentials that are none, or those of another door. */
function oddCallers(good: OddRequest, { apiKey, tokens }: Targets): fc.Arbitrary<OddRequest>[] {
  const { credential } = good.operation;
  if (credential === undefined) return [];
  const values =
    credential === "x-api-key"
      ? [tokens.approver, apiKey.slice(0, -1), `${apiKey}A`, "sotto_"]
      : [`Bearer ${apiKey}`, `Bearer ${tokens.approver.slice(0, -1)}`, `Basic ${tokens.approver}`, "Bearer"];
  return [
    fc
      .constantFrom(...values)
      .map((value) => ({ ...good, headers: { ...good.headers, [credential]: value } })),
  ];
}

/** Idempotency keys that are too short, too long or not printable. */
function oddKeys(good: OddRequest): fc.Arbitrary<OddRequest> {
  const keys = fc.oneof(
    fc.nat({ max: 15 }).map((length) => "k".repeat(length)),
    fc.integer({ min: 256, max: 3_000 }).map((length) => "k".repeat(length)),
    fc.constantFrom("0123456789 abcdef", "0123456789abcdé0", "\tk".repeat(16)),
  );
  return keys.map((key) => ({ ...good, headers: { ...good.headers, "idempotency-key": key } }));
}
