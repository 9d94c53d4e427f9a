const MARK = "|";

/**
 * What a plain form was shown and for which values, in one text. The form sends it back with the order, so that the
 * service can refuse figures that have become worse.
 */
export const seenText = (shownFor: readonly string[], figures: Readonly<Record<string, string>>): string =>
  [...shownFor, ...Object.values(figures)].join(MARK);

/** The figures that were shown for exactly these values, by name; null when something was changed since. */
export function readSeen<Name extends string>(
  text: string,
  shownFor: readonly string[],
  names: readonly Name[],
): Record<Name, string> | null {
  const parts = text.split(MARK);
  const figures = parts.slice(shownFor.length);
  if (figures.length !== names.length || figures.includes("")) return null;
  if (shownFor.some((value, at) => value !== parts[at])) return null;
  return Object.fromEntries(names.map((name, at) => [name, figures[at]])) as Record<Name, string>;
}
