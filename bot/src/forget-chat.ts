import type { BotContext, BotParts } from "./context";

/** Erases everything that is kept of the update's chat, and stops following its orders. */
export function forgetChat(context: BotContext, { follower }: Pick<BotParts, "follower">): void {
  if (context.chat !== undefined) follower.forget(context.chat.id);
  // grammY deletes a session that is null when the update ends.
  context.session = null;
}
