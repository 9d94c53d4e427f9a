import { EnvironmentError, readEnvironment } from "./environment";
import { runBot } from "./run";
import { TelegramRefused } from "./updates/polling";

const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Ends on a signal, and with the process that started it (then the channel to it closes). */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "disconnect"]) process.once(name, () => stop.abort());
  return stop.signal;
}

try {
  const environment = readEnvironment(process.env);
  if (environment === undefined) log("The bot is off: TELEGRAM_BOT_TOKEN is not set.");
  else await runBot({ environment, isThrottled: true, signal: stopSignal(), log });
} catch (error) {
  // What Telegram's client throws may name the token.
  const isPlain = error instanceof EnvironmentError || error instanceof TelegramRefused;
  log(`The bot stopped: ${isPlain ? error.message : error instanceof Error ? error.name : "error"}`);
  // 2: what is set is wrong, and starting again would not help.
  process.exitCode = isPlain ? 2 : 1;
} finally {
  // An open channel would keep the process.
  if (process.connected) process.disconnect();
}
