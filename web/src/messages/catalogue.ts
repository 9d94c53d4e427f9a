import type { GetICUArgs } from "@schummar/icu-type-parser";

/** The keys of a message tree with any text at its leaves. */
export type Shape<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Shape<Tree[Key]>;
};

type ArgumentNames<Text> = Text extends string ? keyof GetICUArgs<Text> : never;

type HasSameArguments<English, Own> = [ArgumentNames<English>] extends [ArgumentNames<Own>]
  ? [ArgumentNames<Own>] extends [ArgumentNames<English>]
    ? true
    : false
  : false;

/** `Own` itself where each text takes the arguments of the English one; an unusable type where one does not. */
type Matching<English, Own> = {
  readonly [Key in keyof English]: Key extends keyof Own
    ? English[Key] extends string
      ? HasSameArguments<English[Key], Own[Key]> extends true
        ? Own[Key]
        : { "takes other arguments than the English text": English[Key] }
      : Matching<English[Key], Own[Key]>
    : never;
};

/**
 * Declares a translation: `translationOf<typeof english>()({ … })`. A missing key and a text that does not take
 * the same ICU arguments as the English one do not compile.
 */
export function translationOf<English>() {
  return <const Own extends Shape<English>>(messages: Own & Matching<English, Own>): Shape<English> =>
    messages;
}
