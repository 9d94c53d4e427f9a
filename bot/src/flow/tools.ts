import type { BotContext, BotParts } from "../context";
import type { ChatLocale } from "../locale";

/** What a step of the flow works with. `accepted`: the user has accepted the warnings. */
export type FlowTools = { parts: BotParts; locale: ChatLocale; accepted: boolean };

/** The tools for one update. */
export const toolsOf = (context: BotContext, parts: BotParts): FlowTools => ({
  parts,
  locale: context.locale,
  accepted: context.session.accepted,
});
