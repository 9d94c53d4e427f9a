import fc from "fast-check";
import { parseAssetCode } from "../../src/core/assets";
import { bodyOf, type ContractOperation, contract, type FieldSchema } from "../contract/check";
import type { OddRequest, Targets } from "./odd-requests";

/** Answers 200 whatever text it is asked about, and writes nothing: only its form can be bad. */
const ANSWERS_ANY_TEXT = new Set(["validateAddress", "v1ValidateAddress"]);

/** Refused before a field is read: media type, size, depth, bytes, other sites. */
export function badTransport(good: OddRequest): fc.Arbitrary<OddRequest> {
  const mediaTypes = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/jsonp",
  ];
  const origins = ["https://evil.example", "null", "http://127.0.0.1.evil.example", "file://"];
  return fc.oneof(
    fc
      .constantFrom(...mediaTypes)
      .map((type) => ({ ...good, headers: { ...good.headers, "content-type": type } })),
    fc.constantFrom(...origins).map((origin) => ({ ...good, headers: { ...good.headers, origin } })),
    fc.constant({ ...good, headers: { ...good.headers, "sec-fetch-site": "cross-site" } }),
    fc
      .integer({ min: 16_385, max: 40_000 })
      .map((size) => ({ ...good, body: `{"a":"${"x".repeat(size)}"}` })),
    fc
      .integer({ min: 9, max: 3_000 })
      .map((depth) => ({ ...good, body: "[".repeat(depth) + "]".repeat(depth) })),
    // Behind the opening brace, where no white space could excuse a byte that is no UTF-8.
    fc
      .uint8Array({ maxLength: 40 })
      .map((bytes) => ({ ...good, body: new Uint8Array([0x7b, 0xff, ...bytes]) })),
    fc.string({ unit: "binary", maxLength: 60 }).map((text) => ({ ...good, body: `{${text}` })),
  );
}

/** JSON, but not the object that was asked for; where nothing is asked for, JSON that is none. */
export function badShape(good: OddRequest): fc.Arbitrary<OddRequest> {
  const required = bodyOf(good.operation)?.schema.required ?? [];
  if (required.length === 0) {
    return fc
      .constantFrom("{", "}", "[1,", "nul", "'a'", "{a:1}", '{"a":}')
      .map((body) => ({ ...good, body }));
  }
  const shapes = fc
    .jsonValue({ maxDepth: 6 })
    .filter(
      (value) =>
        value === null || typeof value !== "object" || !required.every((name) => Object.hasOwn(value, name)),
    );
  return shapes.map((value) => ({ ...good, body: JSON.stringify(value) }));
}

const HOSTILE_STEPS = [
  "%00",
  "%2e%2e%2f",
  "A".repeat(21),
  "A".repeat(500),
  "💩",
  "null",
  "%ff",
  "0",
  "999",
  "%F0%9F",
];
const UNKNOWN_ID = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(..."ABCdefGHI0123456789_-"), minLength: 21, maxLength: 21 }),
    fc.constantFrom("A", "Q", "g", "w"),
  )
  .map((parts) => parts.join(""));

/** A path to nothing: an id that is none, or is unknown; a chain that does not exist. */
export function badPath(good: OddRequest, { orderId, loanId }: Targets): fc.Arbitrary<OddRequest> {
  const known = [orderId, loanId];
  const steps = fc.oneof(
    fc.constantFrom(...HOSTILE_STEPS),
    fc
      .webSegment({ size: "small" })
      .filter((step) => !/^(\.|%2e)*$/i.test(step) && parseAssetCode(step) === undefined)
      .filter((step) => !known.includes(decodeURIComponent(step))),
    UNKNOWN_ID,
  );
  return steps.map((step) => ({ ...good, path: good.operation.path.replace(/\{\w+\}/, () => step) }));
}

/** The example of the contract with one member missing, of another type, or of a bad value. */
export function badFields(good: OddRequest): fc.Arbitrary<OddRequest>[] {
  const { operation } = good;
  const body = bodyOf(operation);
  if (body === undefined) return [];
  const { properties, required = [] } = body.schema;
  const changed = (name: string, value: unknown): OddRequest => ({
    ...good,
    body: JSON.stringify({ ...body.example, [name]: value }),
  });
  const ways = Object.entries(properties).map(([name, schema]) =>
    ofAnotherType(schema).map((value) => changed(name, value)),
  );
  for (const name of required) {
    ways.push(fc.constant(changed(name, undefined)));
    const values = badValues(operation, name);
    if (values !== undefined) ways.push(values.map((value) => changed(name, value)));
  }
  return ways;
}

/** The JSON type of a field; where it may have several forms, that of the first. */
function typeOf({ type, $ref, anyOf }: FieldSchema): string {
  if ($ref !== undefined) return typeOf(contract.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {});
  return type ?? anyOf?.[0]?.type ?? "string";
}

function ofAnotherType(schema: FieldSchema): fc.Arbitrary<unknown> {
  const pool: unknown[] = [null, true, 0, -1, 1.5, 1e308, "x", [], ["1"], {}, { toString: "1" }];
  const type = typeOf(schema);
  const isType = (value: unknown): boolean => {
    if (type === "integer") return typeof value === "number";
    if (type === "object") return value !== null && typeof value === "object" && !Array.isArray(value);
    return typeof value === type;
  };
  return fc.constantFrom(...pool.filter((value) => !isType(value)));
}

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 400 }),
  fc.constantFrom(
    "\u0000",
    "__proto__",
    "constructor",
    "' OR 1=1 --",
    "{{7*7}}",
    "<script>",
    "\ud800",
    "x".repeat(5_000),
  ),
);
const badAmount = fc.oneof(
  anyText.filter((text) => !/^\d+(\.\d+)?$/.test(text)),
  fc.constantFrom(
    "0",
    "0.0",
    "00.1",
    "1e5",
    "0x10",
    "+1",
    "-1",
    "1_000",
    " 1",
    "1 ",
    "NaN",
    "Infinity",
    ".5",
    "1.",
    "١",
  ),
  fc.integer({ min: 19, max: 300 }).map((digits) => `0.${"1".repeat(digits)}`),
  fc.integer({ min: 41, max: 300 }).map((digits) => "9".repeat(digits)),
);
const badDelay = fc.oneof(
  fc.integer({ max: -1 }),
  fc.integer({ min: 121 }),
  fc.integer({ min: 0, max: 23 }).map((steps) => steps * 5 + 1),
);
const badSettings = fc.oneof(
  anyText.map((preset) => ({ preset: `${preset}.` })),
  anyText.map((privacyLevel) => ({ privacyLevel: `${privacyLevel}.` })),
  fc.oneof(fc.integer({ max: 0 }), fc.integer({ min: 11 })).map((mixingRounds) => ({ mixingRounds })),
  badDelay.map((delayMinutes) => ({ delayMinutes })),
  fc.constant({ enableTorIntegration: true }),
);
const badWholeNumber = fc.oneof(
  fc.constantFrom(0, -1, 1.5, 1_001, 2 ** 53, 1e300),
  fc.integer({ max: 0 }),
  fc.double({ min: 1_001, noNaN: true, noDefaultInfinity: true }),
);

/** Values of the right type that this field must refuse; undefined where any text may be right. */
function badValues(operation: ContractOperation, name: string): fc.Arbitrary<unknown> | undefined {
  switch (name) {
    case "amount":
    case "sendAmount":
    case "exchangeRate":
      return badAmount;
    case "currency":
    case "fromCurrency":
    case "toCurrency":
    case "sendCurrency":
    case "receiveCurrency":
      return anyText.filter((text) => parseAssetCode(text) === undefined);
    case "privacySettings":
      return badSettings;
    case "delayMinutes":
      return badDelay;
    case "blocks":
    case "depth":
      return badWholeNumber;
    case "reason":
      return fc.oneof(
        fc.constant(""),
        fc.integer({ min: 501, max: 3_000 }).map((length) => "r".repeat(length)),
      );
    case "address":
    case "receiveAddress":
      return ANSWERS_ANY_TEXT.has(operation.operationId) ? undefined : anyText;
    case "name":
      return fc.oneof(
        fc.constantFrom("", " ", "\t\n"),
        fc.integer({ min: 101, max: 3_000 }).map((length) => "n".repeat(length)),
      );
    case "payload":
    case "signature":
    case "refundAddress":
    case "totp":
    case "choice":
    case "txHash":
    case "password":
    case "currentPassword":
    case "newPassword":
      return anyText;
    case "operations":
      return fc.constantFrom<unknown>([], [{}], ["payLoan"], [{ operation: "payLoan", subjects: [] }]);
    case "code":
      return anyText.filter((text) => !/^\d{6}$/.test(text));
    case "username":
      return anyText.filter((text) => text !== "checker");
    default:
      throw new Error(`no bad values are known for ${operation.operationId}.${name}: add them`);
  }
}
