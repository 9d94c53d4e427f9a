import { Command, CommanderError } from "commander";
import manifest from "../package.json" with { type: "json" };
import { currenciesCommand } from "./commands/currencies";
import { ratesCommand } from "./commands/rates";
import { swapCommand } from "./commands/swap";
import { trackCommand } from "./commands/track";
import { type Context, createContext, type Terminal } from "./context";
import { CliFailure, EXIT } from "./failure";

type GlobalOptions = { apiUrl?: string; json?: true; table?: true };

/** The program with all its commands; nothing runs until it is parsed. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command("sotto")
    .description("Swap coins and follow orders on a Sotto server.")
    .version(manifest.version)
    .option("--api-url <url>", "the server's address (SOTTO_API_URL, else http://127.0.0.1:8080)")
    .option("--json", "write JSON lines (the default when the output is piped)")
    .option("--table", "write for people, also into a pipe")
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    })
    .showHelpAfterError("(--help shows how)")
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 refused, 5 no answer.",
    );
  const context = (): Context => {
    const { apiUrl, json, table } = program.opts<GlobalOptions>();
    const asked = json === true ? true : table === true ? false : undefined;
    return createContext(terminal, {
      ...(apiUrl === undefined ? {} : { apiUrl }),
      ...(asked === undefined ? {} : { json: asked }),
    });
  };
  for (const command of [
    currenciesCommand(context),
    ratesCommand(context),
    swapCommand(context),
    trackCommand(context),
  ]) {
    program.addCommand(command.copyInheritedSettings(program));
  }
  return program;
}

/** Runs one command line and gives the process's exit code. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = createProgram(terminal);
  for (const command of [program, ...program.commands]) command.exitOverride();
  try {
    await program.parseAsync(args, { from: "user" });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (!(error instanceof CliFailure)) throw error;
    terminal.note(`sotto: ${error.message}`);
    if (error.hint !== undefined) terminal.note(`  ${error.hint}`);
    return error.exitCode;
  }
}
