import { unreachable } from "@sotto/openapi/unreachable";
import type { Command } from "commander";
import { type Place, type Stop, stopsOf, type Word } from "./words";

/** The completion script of a shell; it holds all the words, so that no key press starts Node. */
export function completionScript(shell: "bash" | "zsh" | "fish", program: Command): string {
  const stops = stopsOf(program);
  switch (shell) {
    case "bash":
      return bashScript(stops);
    case "zsh":
      return zshScript(stops);
    case "fish":
      return fishScript(stops);
    default:
      return unreachable(shell);
  }
}

/** Single quotes of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const indent = (lines: readonly string[], by: string): string => lines.map((line) => by + line).join("\n");

/** `option` → how to complete its value, the same in every command that has it. */
function valueOptions(stops: readonly Stop[]): string[] {
  return [...new Set(stops.flatMap(({ values }) => values.map(({ option }) => option)))];
}

/** Walks the words before the cursor: `path` is the command they name, `count` the arguments given to it. */
function walk(stops: readonly Stop[], words: { first: string; last: string; at: string }): string {
  const steps = stops.flatMap(({ path, verbs }) => verbs.map(({ word }) => quoted(`${path} ${word}`)));
  return `  local path=sotto count=0 skip= i word
  for ((i = ${words.first}; i < ${words.last}; i++)); do
    word=\${${words.at}}
    if [[ -n $skip ]]; then skip=; continue; fi
    case $word in
      ${valueOptions(stops).join(" | ")}) skip=1; continue ;;
      -*) continue ;;
    esac
    case "$path $word" in
      ${steps.join(" | ")}) path="$path $word" ;;
      *) count=$((count + 1)) ;;
    esac
  done`;
}

function bashScript(stops: readonly Stop[]): string {
  const words = (list: readonly Word[]) => quoted(list.map(({ word }) => word).join(" "));
  const place = (one: Place): string => {
    if (one.kind === "words") return `COMPREPLY=($(compgen -W ${words(one.words)} -- "$cur"))`;
    return one.kind === "files" ? `COMPREPLY=($(compgen -f -- "$cur"))` : ":";
  };
  const values = stops.flatMap(({ path, values }) =>
    values.map(({ option, place: one }) => `${quoted(`${path} ${option}`)}) ${place(one)}; return ;;`),
  );
  const options = stops.map(
    (stop) => `${quoted(stop.path)}) COMPREPLY=($(compgen -W ${words(stop.options)} -- "$cur")) ;;`,
  );
  const rest = stops.flatMap((stop) => [
    ...(stop.verbs.length === 0
      ? []
      : [`${quoted(`${stop.path} 0`)}) COMPREPLY=($(compgen -W ${words(stop.verbs)} -- "$cur")) ;;`]),
    ...stop.arguments.map((one, at) => `${quoted(`${stop.path} ${at}`)}) ${place(one)} ;;`),
  ]);
  return `# Completion of sotto for bash; made by \`sotto completion bash\`.
_sotto() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
${walk(stops, { first: "1", last: "COMP_CWORD", at: "COMP_WORDS[i]" })}
  case "$path $prev" in
${indent(values, "    ")}
  esac
  if [[ $cur == -* ]]; then
    case $path in
${indent(options, "      ")}
    esac
    return
  fi
  case "$path $count" in
${indent(rest, "    ")}
  esac
}
complete -o filenames -F _sotto sotto
`;
}

function zshScript(stops: readonly Stop[]): string {
  const described = (list: readonly Word[]) =>
    list
      .map(({ word, description }) =>
        quoted(description === "" ? word : `${word.replaceAll(":", "\\:")}:${description}`),
      )
      .join(" ");
  const offer = (list: readonly Word[]) => `found=(${described(list)}); _describe sotto found`;
  const place = (one: Place): string =>
    one.kind === "words" ? offer(one.words) : one.kind === "files" ? "_files" : ":";
  const values = stops.flatMap(({ path, values }) =>
    values.map(({ option, place: one }) => `${quoted(`${path} ${option}`)}) ${place(one)}; return ;;`),
  );
  const options = stops.map((stop) => `${quoted(stop.path)}) ${offer(stop.options)} ;;`);
  const rest = stops.flatMap((stop) => [
    ...(stop.verbs.length === 0 ? [] : [`${quoted(`${stop.path} 0`)}) ${offer(stop.verbs)} ;;`]),
    ...stop.arguments.map((one, at) => `${quoted(`${stop.path} ${at}`)}) ${place(one)} ;;`),
  ]);
  return `#compdef sotto
# Completion of sotto for zsh; made by \`sotto completion zsh\`.
_sotto() {
  local cur=\${words[CURRENT]} prev=\${words[CURRENT - 1]}
  local -a found
${walk(stops, { first: "2", last: "CURRENT", at: "words[i]" }).replace("local path=", "local line=").replaceAll("$path", "$line").replaceAll("path=", "line=")}
  case "$line $prev" in
${indent(values, "    ")}
  esac
  if [[ $cur == -* ]]; then
    case $line in
${indent(options, "      ")}
    esac
    return
  fi
  case "$line $count" in
${indent(rest, "    ")}
  esac
}
compdef _sotto sotto
`;
}

function fishScript(stops: readonly Stop[]): string {
  const fishQuoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const steps = stops.flatMap(({ path, verbs }) => verbs.map(({ word }) => fishQuoted(`${path} ${word}`)));
  const described = (description: string) => (description === "" ? "" : ` -d ${fishQuoted(description)}`);
  const words = (list: readonly Word[]) => fishQuoted(list.map(({ word }) => word).join(" "));
  const place = (one: Place): string =>
    one.kind === "words" ? ` -xa ${words(one.words)}` : one.kind === "files" ? " -rF" : " -x";
  const lines = stops.flatMap((stop) => {
    const at = (count: number) =>
      `complete -c sotto -n ${fishQuoted(`__sotto_at ${fishQuoted(stop.path)} ${count}`)}`;
    const under = `complete -c sotto -n ${fishQuoted(`__sotto_at ${fishQuoted(stop.path)}`)}`;
    const flags = stop.options.map(({ word, description }) => {
      const flag = word.startsWith("--") ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`;
      const value = stop.values.find(({ option }) => option === word);
      return `${under} ${flag}${value === undefined ? "" : place(value.place)}${described(description)}`;
    });
    return [
      ...stop.verbs.map(({ word, description }) => `${at(0)} -a ${word}${described(description)}`),
      ...stop.arguments.flatMap((one, index) =>
        one.kind === "any" ? [] : [`${at(index)}${one.kind === "files" ? " -F" : ` -a ${words(one.words)}`}`],
      ),
      ...flags,
    ];
  });
  return `# Completion of sotto for fish; made by \`sotto completion fish\`.
function __sotto_at
  set -l line sotto
  set -l count 0
  set -l skip
  for word in (commandline -opc)[2..]
    if test -n "$skip"
      set skip
      continue
    end
    switch $word
      case ${valueOptions(stops).join(" ")}
        set skip 1
      case '-*'
      case '*'
        if contains -- "$line $word" ${steps.join(" ")}
          set line "$line $word"
        else
          set count (math $count + 1)
        end
    end
  end
  test "$line" = "$argv[1]"; and begin
    test -z "$argv[2]"; or test $count -eq $argv[2]
  end
end
complete -c sotto -f
${lines.join("\n")}
`;
}
