import type { BotParts } from "../context";
import type { ChatLocale } from "../locale";

/** What a step of the flow works with: the outside, the chat's language, and whether the warnings were accepted. */
export type FlowTools = { parts: BotParts; locale: ChatLocale; accepted: boolean };
