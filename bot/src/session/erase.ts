import type { BotContext } from "../context";

/** Erases what is kept of the chat; grammY's session plugin deletes it when the update ends. */
export function eraseSession(context: BotContext): void {
  context.session = null;
}
