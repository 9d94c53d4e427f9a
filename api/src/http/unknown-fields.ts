import { z } from "@hono/zod-openapi";
import { distance } from "fastest-levenshtein";

/** A member that no form of a schema knows, where it is, and the known name that is nearest to its own. */
export type UnknownField = { path: readonly string[]; nearest: string | undefined };

/** Finds, at every depth, the members that a schema does not know. Lazy, so that a reader can stop at a limit. */
export function* unknownFields(schema: z.ZodType, value: unknown): Generator<UnknownField> {
  yield* unknownIn([schema], value, []);
}

function* unknownIn(
  schemas: readonly z.ZodType[],
  value: unknown,
  path: readonly string[],
): Generator<UnknownField> {
  if (value === null || typeof value !== "object") return;
  const forms = schemas.flatMap(formsOf);
  if (Array.isArray(value)) {
    const elements = forms.flatMap((form) => (form instanceof z.ZodArray ? [form.element as z.ZodType] : []));
    for (const [at, item] of value.entries()) yield* unknownIn(elements, item, [...path, String(at)]);
    return;
  }
  const shapes = forms.flatMap((form) => (form instanceof z.ZodObject ? [form.shape] : []));
  // Where another type is asked for, the whole object is at fault and not its members.
  if (shapes.length === 0) return;
  const known = shapes.flatMap(Object.keys);
  for (const [name, inner] of Object.entries(value)) {
    const members = shapes.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name] as z.ZodType] : []));
    if (members.length > 0) yield* unknownIn(members, inner, [...path, name]);
    else yield { path: [...path, name], nearest: nearestName(name, known) };
  }
}

/** The forms that a value of the schema may have. */
function formsOf(schema: z.ZodType): readonly z.ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => formsOf(option as z.ZodType));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return formsOf(schema.unwrap() as z.ZodType);
  return [schema];
}

const EDITS_MAX = 2;
const NAME_LENGTH_MAX = 60;

/**
 * Returns the known name that differs least from `name`, case and separators aside: by at most two letters and by
 * fewer than a third of them. Undefined where none is so near.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > NAME_LENGTH_MAX) return undefined;
  const typed = bare(name);
  let nearest: { name: string; edits: number } | undefined;
  for (const candidate of known) {
    const meant = bare(candidate);
    const edits = distance(typed, meant);
    const isNear = edits <= EDITS_MAX && edits * 3 < Math.max(typed.length, meant.length);
    if (isNear && edits < (nearest?.edits ?? Number.POSITIVE_INFINITY)) nearest = { name: candidate, edits };
  }
  return nearest?.name;
}

const bare = (name: string): string => name.toLowerCase().replace(/[_\-\s.]/g, "");
