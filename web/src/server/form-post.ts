import { createTranslator } from "use-intl/core";
import { addPageMessages, loadMessages, type PageName } from "../lib/catalogues";
import { LANGUAGE_RECORDS } from "../lib/languages";
import type { NetworkMode } from "../lib/page-state";
import type { RenderContext, Renderer } from "./render";

/** A plain form that was posted to a page. */
export interface PostInput extends Omit<RenderContext, "submitted"> {
  network: NetworkMode;
  render: Renderer;
  isSecure: boolean;
}

/** Reads a posted field; empty where there is none. */
export type Fields = (name: string) => string;

/** The texts of the visitor's language, with those of one page. */
export async function translator(input: PostInput, page: PageName) {
  const messages = await loadMessages(input.language);
  await addPageMessages({ messages, page: { language: input.language, catalogues: [] } }, page);
  return createTranslator({ locale: LANGUAGE_RECORDS[input.language].tag, messages, timeZone: "UTC" });
}

/** Sends the browser on with a GET. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
