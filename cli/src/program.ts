import { Command, CommanderError } from "commander";
import manifest from "../package.json" with { type: "json" };
import { addressCommand } from "./commands/address";
import { adminCommand } from "./commands/admin/admin";
import { completionCommand } from "./commands/completion";
import { currenciesCommand } from "./commands/currencies";
import { quoteCommand } from "./commands/quote";
import { ratesCommand } from "./commands/rates";
import { statsCommand } from "./commands/stats";
import { swapCommand } from "./commands/swap";
import { trackCommand } from "./commands/track";
import { createContexts, type GlobalOptions } from "./context";
import { afterHelp } from "./examples";
import { CliFailure, EXIT } from "./failure";
import { checkFilter } from "./output/json";
import { printable } from "./output/printable";
import type { Terminal } from "./terminal";

const AFTER_HELP = `
Settings:    SOTTO_API_URL and SOTTO_TOKEN, or what \`sotto admin login\` keeps in
             ~/.config/sotto/config.json (XDG_CONFIG_HOME).
Exit codes:  0 done, 1 failed, 2 wrong usage or input, 3 not found,
             4 refused, 5 the server does not work, 130 Ctrl-C.`;

/** The program with all its commands; nothing runs until it is parsed. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command("sotto")
    .description("Swap coins, follow orders and administer a Sotto server.")
    .version(manifest.version)
    .option(
      "--api-url <url>",
      "the server's address (SOTTO_API_URL, else that of the last login, else http://127.0.0.1:8080)",
    )
    .option("--json", "write JSON lines (the default when the output is piped)")
    .option("--csv", "write CSV (RFC 4180)")
    .option("--table", "write for people, also into a pipe")
    .option("--jq <filter>", "write what a filter in jq's language selects of the JSON")
    .hook("preAction", async () => {
      const { jq } = program.opts<GlobalOptions>();
      if (jq !== undefined) await checkFilter(jq);
    })
    .addHelpText("after", AFTER_HELP);
  const contexts = createContexts(terminal, () => program.opts<GlobalOptions>());
  for (const command of [
    currenciesCommand(contexts),
    ratesCommand(contexts),
    quoteCommand(contexts),
    swapCommand(contexts),
    trackCommand(contexts),
    addressCommand(contexts),
    statsCommand(contexts),
    adminCommand(contexts),
    completionCommand(terminal, program),
  ]) {
    program.addCommand(command);
  }
  settle(program, terminal, "");
  return program;
}

/** Sets for every command, at any depth, the same way of writing and of ending. */
function settle(command: Command, terminal: Terminal, path: string): void {
  command
    .exitOverride()
    .addHelpText("after", () => afterHelp(path))
    .showHelpAfterError("  Add --help to see how.")
    .configureHelp({ showGlobalOptions: true, ...(terminal.columns ? { helpWidth: terminal.columns } : {}) })
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
      outputError: (text, write) => write(usageText(text)),
    });
  for (const inner of command.commands) settle(inner, terminal, `${path} ${inner.name()}`.trim());
}

/** Commander's words for a wrong command line, as every other failure begins and ends. */
function usageText(text: string): string {
  const [what = "", ...more] = text
    .trimEnd()
    .replace(/^error: /, "")
    .split("\n");
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}`.replace(/[^.?)]$/, "$&.");
  return `sotto: ${[sentence, ...more.map((line) => `  ${line}`)].join("\n")}\n`;
}

/** Runs one command line and returns the process's exit code. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(args, { from: "user" });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    terminal.progress(undefined);
    if (!(error instanceof CliFailure)) {
      const trace = error instanceof Error ? error.stack : String(error);
      terminal.note(`sotto: This is a fault of sotto itself; please report it with what follows.\n${trace}`);
      return EXIT.failure;
    }
    terminal.note(`sotto: ${printable(error.message)}`);
    if (error.hint !== undefined) terminal.note(`  ${printable(error.hint)}`);
    return error.exitCode;
  }
}
