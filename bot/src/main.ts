import { EnvironmentError, readEnvironment } from "./environment";
import { faultText } from "./fault";
import { runBot } from "./run";
import { TelegramRefused } from "./updates/polling";

const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Aborts on a signal, on the word of the process that started this one, and when that ends (its channel closes then). */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "disconnect"]) process.once(name, () => stop.abort());
  process.on("message", (message: { kind?: unknown } | null) => {
    if (message?.kind === "stop") stop.abort();
    // One that does not answer is taken for hung.
    if (message?.kind === "ping") process.send?.({ kind: "pong" });
  });
  return stop.signal;
}

try {
  const environment = readEnvironment(process.env);
  if (environment === undefined) log("The bot is off: TELEGRAM_BOT_TOKEN is not set.");
  else await runBot({ environment, isThrottled: true, signal: stopSignal(), log });
} catch (error) {
  // An error of the Telegram client may contain the token.
  const isPlain = error instanceof EnvironmentError || error instanceof TelegramRefused;
  log(`The bot stopped: ${isPlain ? error.message : faultText(error)}`);
  // 2: the settings are wrong, and starting again would not help.
  process.exitCode = isPlain ? 2 : 1;
} finally {
  // An open channel would keep the process running.
  if (process.connected) process.disconnect();
}
