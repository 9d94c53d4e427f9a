import fc from "fast-check";
import { bodyOf, type ContractOperation, contract, isRequestBody } from "../contract/check";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };
type Schema = {
  $ref?: string;
  type?: string;
  enum?: readonly Json[];
  example?: Json;
  minimum?: number;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
};

/** Bodies that the contract does not allow: its own with one thing changed, at any depth. Undefined where it has none. */
export function oddBodies(operation: ContractOperation): fc.Arbitrary<string> | undefined {
  const body = bodyOf(operation);
  if (body === undefined) return undefined;
  const bases = [body.example, sampleOf(body.schema as Schema)] as JsonObject[];
  return fc
    .constantFrom(...bases)
    .chain((base) => fc.constantFrom(...objectsIn(base)).chain((spot) => changedAt(base, spot)))
    .filter((odd) => !isRequestBody(operation, odd))
    .map((odd) => JSON.stringify(odd));
}

/** A value with every member that a schema names. */
function sampleOf(schema: Schema): Json {
  const { $ref, anyOf, enum: choices, example, properties, items, type } = schema;
  if ($ref !== undefined)
    return sampleOf((contract.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {}) as Schema);
  if (example !== undefined) return example;
  if (choices?.[0] !== undefined) return choices[0];
  if (anyOf?.[0] !== undefined) return sampleOf(anyOf.at(-1) ?? {});
  if (properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, sampleOf(member)]));
  if (items !== undefined) return [sampleOf(items)];
  if (type === "boolean") return true;
  return type === "integer" || type === "number" ? (schema.minimum ?? 1) : "x";
}

type Path = readonly (string | number)[];

/** Where the objects of a value are, itself included. */
function objectsIn(value: Json, path: Path = []): Path[] {
  if (value === null || typeof value !== "object") return [];
  const inner = Array.isArray(value)
    ? value.flatMap((item, at) => objectsIn(item, [...path, at]))
    : Object.entries(value).flatMap(([name, item]) => objectsIn(item, [...path, name]));
  return Array.isArray(value) ? inner : [path, ...inner];
}

function changedAt(base: JsonObject, path: Path): fc.Arbitrary<JsonObject> {
  const object = path.reduce<Json>((value, step) => (value as JsonObject)[step] as Json, base) as JsonObject;
  return changed(object).map((odd) => replacedAt(base, path, odd) as JsonObject);
}

function replacedAt(value: Json, [step, ...rest]: Path, odd: JsonObject): Json {
  if (step === undefined) return odd;
  const inner = replacedAt((value as JsonObject)[step] as Json, rest, odd);
  return Array.isArray(value)
    ? value.map((item, at) => (at === step ? inner : item))
    : { ...(value as JsonObject), [step]: inner };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_- ";
const HOSTILE_NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "",
  " ",
  "\u0000",
  "a".repeat(5_000),
  "名",
  "$where",
];
const anyValue = fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json);
const anyName = fc.oneof(fc.constantFrom(...HOSTILE_NAMES), fc.string({ unit: "binary", maxLength: 30 }));
const oddValue = fc.oneof(
  anyValue,
  fc.constantFrom<Json>("", " ", [], {}, null, true, -1, 0, 1.5, 1e308, "\u0000", "\ud800", "💩"),
  fc.integer({ min: 100, max: 12_000 }).map((length) => "x".repeat(length)),
  fc.string({ unit: "binary", maxLength: 400 }),
);

/** An object with a member that is unknown, misspelled, missing or of an odd value. */
function changed(object: JsonObject): fc.Arbitrary<JsonObject> {
  const added = fc.tuple(anyName, anyValue).map(([name, value]) => ({ ...object, [name]: value }));
  const names = Object.keys(object);
  if (names.length === 0) return added;
  const one = fc.constantFrom(...names);
  const renamed = one.chain((name) =>
    misspelled(name).map((odd) => {
      const { [name]: value = null, ...others } = object;
      return { ...others, [odd]: value };
    }),
  );
  const without = one.map((name) => {
    const { [name]: _, ...others } = object;
    return others;
  });
  const replaced = fc.tuple(one, oddValue).map(([name, value]) => ({ ...object, [name]: value }));
  const beside = one.chain((name) =>
    misspelled(name).map((odd) => ({ ...object, [odd]: object[name] ?? null })),
  );
  return fc.oneof(added, renamed, without, replaced, beside);
}

/** A name as somebody might type it: a letter too many, too few, another one, or two the wrong way round. */
export function misspelled(name: string): fc.Arbitrary<string> {
  const at = fc.nat({ max: Math.max(name.length - 1, 0) });
  const letter = fc.constantFrom(...LETTERS);
  return fc
    .oneof(
      at.map((index) => name.slice(0, index) + name.slice(index + 1)),
      fc.tuple(at, letter).map(([index, one]) => name.slice(0, index) + one + name.slice(index)),
      fc.tuple(at, letter).map(([index, one]) => name.slice(0, index) + one + name.slice(index + 1)),
      at.map((i) => name.slice(0, i) + (name[i + 1] ?? "x") + (name[i] ?? "") + name.slice(i + 2)),
      fc.constantFrom(name.toUpperCase(), name.toLowerCase(), ` ${name}`, `${name}s`),
    )
    .filter((odd) => odd !== name);
}
