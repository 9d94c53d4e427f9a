import type { Argument, Command, Option } from "commander";

/** A word that can follow, and what it means. */
export type Word = { word: string; description: string };
/** What can be at one place: words, files, or something that cannot be completed. */
export type Place = { kind: "words"; words: readonly Word[] } | { kind: "files" } | { kind: "any" };

/** What can be typed after one command, `path` being its names such as `sotto swap decide`. */
export type Stop = {
  path: string;
  verbs: readonly Word[];
  options: readonly Word[];
  /** After an option that takes a value. */
  values: readonly { option: string; place: Place }[];
  arguments: readonly Place[];
};

/** Every command of the program, itself first, with all that can follow it. */
export function stopsOf(command: Command, before = "", inherited: readonly Option[] = []): Stop[] {
  const path = before === "" ? command.name() : `${before} ${command.name()}`;
  const help = command.createHelp();
  const options = [
    ...help.visibleOptions(command),
    ...inherited.filter((option) => option.long !== "--version"),
  ];
  const verbs = help.visibleCommands(command).filter((verb) => verb.name() !== "help");
  const stop: Stop = {
    path,
    verbs: verbs.map((verb) => ({ word: verb.name(), description: verb.description() })),
    options: options.flatMap((option) =>
      [option.long, option.short].flatMap((word) =>
        word ? [{ word, description: option.description }] : [],
      ),
    ),
    values: options
      .filter((option) => option.required || option.optional)
      .flatMap((option) =>
        [option.long, option.short].flatMap((word) =>
          word ? [{ option: word, place: placeOf(option) }] : [],
        ),
      ),
    arguments: command.registeredArguments.map(placeOf),
  };
  const own = command.options.filter(({ hidden }) => !hidden);
  return [stop, ...verbs.flatMap((verb) => stopsOf(verb, path, [...own, ...inherited]))];
}

function placeOf(part: Argument | Option): Place {
  if (part.argChoices !== undefined) {
    return { kind: "words", words: part.argChoices.map((word) => ({ word, description: "" })) };
  }
  const name = "flags" in part ? part.flags : part.name();
  return /file/.test(name) ? { kind: "files" } : { kind: "any" };
}
