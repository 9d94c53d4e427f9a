import type { ApiFailure } from "./api";

/** Text as the content of a message in Telegram's HTML mode. */
export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Text to be copied: Telegram copies monospace text when it is tapped. */
export const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;

export const bold = (text: string): string => `<b>${escapeHtml(text)}</b>`;

/** The text for a failure (HTML): the API's own words, or `down` when it does not respond. */
export const failureText = (failure: ApiFailure, down: string): string =>
  failure.kind === "down" ? down : escapeHtml(failure.problem.message);
