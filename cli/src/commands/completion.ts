import { Argument, Command } from "commander";
import type { Terminal } from "../terminal";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** `sotto completion bash|zsh|fish`: a script for the shell, made from the commands themselves. */
export const completionCommand = (terminal: Terminal, program: Command): Command =>
  new Command("completion")
    .description("write the completion script of a shell")
    .addArgument(new Argument("<shell>", "which shell").choices(SHELLS))
    .addHelpText(
      "after",
      `
  bash: source <(sotto completion bash)            in ~/.bashrc
  zsh:  source <(sotto completion zsh)             in ~/.zshrc, after compinit
  fish: sotto completion fish | source             in ~/.config/fish/config.fish`,
    )
    .action(async (shell: Shell) => {
      const { completionScript } = await import("../completion/scripts");
      terminal.out(completionScript(shell, program).trimEnd());
    });
