import { randomBytes } from "node:crypto";
import { splitPath } from "../lib/languages";
import type { RenderContext, Renderer } from "./render";

/** How old a shared page may be. */
const SHARED_MS = 1_000;
/** A request names its Host, and a page differs by it: the oldest is dropped for another one. */
const PAGES_MAX = 100;

/** A page without what is one visitor's: that goes between the parts. */
interface SharedPage {
  /** Between nonces, between idempotency keys. */
  parts: readonly (readonly string[])[];
  status: number;
  headers: Headers;
  /** Whether others may have it too. */
  isWhole: boolean;
}

/**
 * Renders the home page once a second for all who are shown the same one: of the same origin, language and appearance. Each
 * gets a nonce and an idempotency key of their own; nothing else of a request reaches a shared page. Where a call of the API
 * fails, each visitor's page is rendered for itself.
 */
export function sharingHome(render: Renderer): Renderer {
  const pages = new Map<string, { begunAtMs: number; page: Promise<SharedPage> }>();
  return async (context) => {
    if (!isShared(context)) return render(context);
    const key = keyOf(context);
    const nowMs = performance.now();
    const known = pages.get(key);
    if (known !== undefined && nowMs - known.begunAtMs < SHARED_MS) {
      const page = await known.page.catch(() => null);
      return page?.isWhole ? pageFor(context, page) : render(context);
    }
    const page = renderShared(render, context);
    // Deleted first, so that the order of the map is that of the renderings.
    pages.delete(key);
    pages.set(key, { begunAtMs: nowMs, page });
    dropOld(pages, nowMs);
    return pageFor(context, await page);
  };
}

const isShared = ({ url, submitted, status }: RenderContext): boolean =>
  splitPath(url.pathname).rest === "/" && url.search === "" && submitted === null && status === undefined;

/** All that a page with nothing of one visitor's is made of. */
const keyOf = ({ url, publicUrl, language, theme, isFirstVisit }: RenderContext): string =>
  JSON.stringify([url.origin, url.pathname, publicUrl, language, theme, isFirstVisit]);

function dropOld(pages: Map<string, { begunAtMs: number }>, nowMs: number): void {
  for (const [key, { begunAtMs }] of pages) {
    if (nowMs - begunAtMs < SHARED_MS && pages.size <= PAGES_MAX) return;
    pages.delete(key);
  }
}

async function renderShared(render: Renderer, context: RenderContext): Promise<SharedPage> {
  const nonce = placeholder();
  const idempotencyKey = placeholder();
  // Without its headers, and not ended by its end: others wait for the page too.
  const request = new Request(context.url);
  const response = await render({ ...context, request, nonce, idempotencyKey });
  const html = await response.text();
  return {
    parts: html.split(nonce).map((part) => part.split(idempotencyKey)),
    status: response.status,
    headers: response.headers,
    isWhole: response.status === 200 && !context.hasFailed(),
  };
}

/** A word that nothing else in a page is equal to. */
const placeholder = (): string => randomBytes(16).toString("hex");

function pageFor({ nonce, idempotencyKey }: RenderContext, { parts, status, headers }: SharedPage): Response {
  const html = parts.map((part) => part.join(idempotencyKey)).join(nonce);
  return new Response(html, { status, headers: new Headers(headers) });
}
