import type { BotParts, Voice } from "../context";

/** What a step of the flow works with: the outside, the chat's language, and whether the warnings were accepted. */
export type FlowTools = { parts: BotParts; voice: Voice; accepted: boolean };
