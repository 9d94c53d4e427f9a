import { escapeHtml } from "../html";
import type { Language } from "../languages";

/** The order's page on the web, as text: Telegram makes it a link where the address is a public one. */
export const orderLink = (webUrl: string, language: Language, id: string): string =>
  escapeHtml(`${webUrl}/${language}/payment/${id}`);
