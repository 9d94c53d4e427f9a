import type { InlineKeyboard } from "grammy";

/** A question of the flow: its paragraphs (HTML) and the buttons that answer it. */
export type Question = { lines: string[]; keyboard: InlineKeyboard };
