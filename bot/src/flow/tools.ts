import type { BotParts } from "../context";
import type { ChatLocale } from "../locale";

/** What a step of the flow works with. `accepted`: the user has accepted the warnings. */
export type FlowTools = { parts: BotParts; locale: ChatLocale; accepted: boolean };
