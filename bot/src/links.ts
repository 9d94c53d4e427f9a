import type { InlineKeyboard } from "grammy";
import type { ChatLocale } from "./locale";

/** The address of a page of the web app, in the chat's language. */
export const pageUrl = (
  { webUrl, locale }: { webUrl: string; locale: Pick<ChatLocale, "language"> },
  page: string,
): string => `${webUrl}/${locale.language}/${page}`;

/** Adds a button that opens an address. Telegram refuses a message with a button for a host without a dot. */
export function addLink(keyboard: InlineKeyboard, label: string, url: string): InlineKeyboard {
  return isPublic(url) ? keyboard.url(label, url) : keyboard;
}

const isPublic = (url: string): boolean => /^https?:\/\/[^/?#:]+\.[^/?#:]+/.test(url);
