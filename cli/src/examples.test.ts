import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { afterHelp, examplesOf } from "./examples";
import { createProgram } from "./program";
import { processTerminal } from "./terminal";
import { runSotto } from "./testing/fake-api";

const program = createProgram(processTerminal(process));
const commandsOf = (command: Command, path = ""): [string, Command][] => [
  [path, command],
  ...command.commands.flatMap((inner) => commandsOf(inner, `${path} ${inner.name()}`.trim())),
];
const commands = commandsOf(program);

/** The words of an example, as a shell would part them. */
const wordsOf = (example: string): string[] =>
  (example.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll(/["']/g, ""));

test("every command has an example that it accepts, and every --help shows it with a link", async () => {
  const apiUrl = "http://127.0.0.1:9";
  for (const [path] of commands) {
    expect([path, examplesOf(path).length]).not.toEqual([path, 0]);
    const { exitCode, out } = await runSotto([...path.split(" ").filter(Boolean), "--help"], { apiUrl });
    expect([path, exitCode]).toEqual([path, 0]);
    expect(out.join("\n")).toContain(`sotto ${examplesOf(path)[0]}`);
    expect(out.join("\n")).toContain("Docs: docs/cli.md#");
  }
});

test("every example is a command line that is understood", async () => {
  // Nothing answers there: whatever gets as far as asking was understood.
  const options = { apiUrl: "http://127.0.0.1:9", environment: { SOTTO_TOKEN: "t" }, answers: [] };
  for (const example of commands.flatMap(([path]) => examplesOf(path))) {
    const [line = ""] = example.split(/ [<>] /);
    const { notes } = await runSotto(wordsOf(line), options);
    expect([example, notes.join("\n")]).not.toEqual([
      example,
      expect.stringMatching(/unknown|missing|too many|invalid|conflict|Choose one|not the number/i),
    ]);
  }
});

test("the docs have the parts that the links name", () => {
  const page = readFileSync(new URL("../../docs/cli.md", import.meta.url), "utf8");
  const anchors = [...page.matchAll(/^## (.*)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(" ", "-"),
  );
  for (const [path] of commands) expect(anchors).toContain(afterHelp(path).split("#").at(-1));
});
