import { BotError, GrammyError, HttpError } from "grammy";

/**
 * An error for the log: its kind, what Telegram or the system called it, and the line that threw it. Not its message, which may
 * contain the token, or what a chat has written.
 */
export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return "something thrown that is no error";
  if (error instanceof BotError) return faultText(error.error);
  if (error instanceof GrammyError) return `Telegram refused ${error.method} (${error.error_code})`;
  const cause: unknown = error instanceof HttpError ? error.error : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const name = /^\w{1,40}$/.test(error.name) ? error.name : "Error";
  const words = [name, ...(/^[A-Z_]+$/.test(code) ? [code] : []), ...placeOf(error)];
  return words.join(" ");
}

function placeOf({ stack = "", message }: Error): string[] {
  // A message may have lines that look like one of the stack.
  const place = /^ {4}at .*?([\w.-]+:\d+):\d+\)?$/m.exec(stack.replace(message, ""))?.[1];
  return place === undefined ? [] : [`at ${place}`];
}
