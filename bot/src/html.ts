import type { ApiFailure } from "./api";

/** Text as the content of a message in Telegram's HTML mode. */
export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** What is copied: Telegram copies monospace text at a tap. */
export const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;

export const bold = (text: string): string => `<b>${escapeHtml(text)}</b>`;

/** What a chat is told of a failure: the API's own words, or `down` while it does not answer. */
export const failureText = (failure: ApiFailure, down: string): string =>
  failure.kind === "down" ? down : escapeHtml(failure.problem.message);
