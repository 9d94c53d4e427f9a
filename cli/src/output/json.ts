import type { Context } from "../context";
import { CliFailure, EXIT, usage } from "../failure";

type Filter = (value: unknown) => Iterable<unknown>;

/**
 * Writes a document as JSON on one line, or what the filter of `--jq` makes of it, a line a result: text as it is, and
 * everything else as JSON. Throws CliFailure when the filter cannot be read, or does not fit the document, which is then
 * written whole.
 */
export async function printJson({ terminal, jq }: Context, document: unknown): Promise<void> {
  if (jq === undefined) return terminal.out(JSON.stringify(document));
  const filter = await compiled(jq);
  try {
    for (const result of filter(document))
      terminal.out(typeof result === "string" ? result : JSON.stringify(result ?? null));
  } catch (error) {
    // It may be a note or a secret that is shown only once.
    terminal.out(JSON.stringify(document));
    throw new CliFailure(`The --jq filter does not fit: ${wordsOf(error)}. The whole document was written.`, {
      exitCode: EXIT.usage,
      hint: "The command itself was carried out: do not repeat it only because of the filter.",
    });
  }
}

/** Reads a filter before anything is asked or done, so that a mistyped one changes nothing. Throws CliFailure. */
export const checkFilter = async (text: string): Promise<void> => void (await compiled(text));

async function compiled(text: string): Promise<Filter> {
  // Loaded here: the other commands start without it.
  const { compile } = await import("@michaelhomer/jqjs");
  try {
    return compile(text);
  } catch (error) {
    throw usage(
      `The --jq filter cannot be read: ${wordsOf(error)}`,
      "It is written in the language of jq: https://jqlang.org/manual/",
    );
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
