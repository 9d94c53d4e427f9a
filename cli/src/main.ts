import { runProgram } from "./program";
import { processTerminal } from "./terminal";

// The reader of a pipe may have seen enough (`sotto rates | head`).
process.stdout.on("error", (error) => {
  if ("code" in error && error.code === "EPIPE") process.exit(0);
  throw error;
});
process.exitCode = await runProgram(process.argv.slice(2), processTerminal(process));
