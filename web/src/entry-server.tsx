import { randomUUID } from "node:crypto";
import { createApi } from "./lib/api-calls";
import { splitPath } from "./lib/languages";
import { readAssets } from "./server/assets";
import { readPreferences, redirectTarget } from "./server/languages";
import { handlePost } from "./server/posts";
import { preferredLanguage } from "./server/preferred-language";
import { createRenderer, type RenderContext, type RenderOptions } from "./server/render";
import { sharingHome } from "./server/shared-page";
import { answerSiteFile } from "./server/site-files";

export interface WebOptions extends RenderOptions {
  /** The API of the same process; called with paths under `/api`. */
  api: (request: Request) => Promise<Response>;
}

export interface WebContext {
  /** Goes on every script of the page; the host puts the same into the CSP. */
  nonce: string;
  /** Names the visitor to the API's limits. */
  clientKey: string;
  /** The origin that this visitor uses, where it is configured. */
  publicUrl?: string | undefined;
}

export type WebHandler = (request: Request, context: WebContext) => Promise<Response>;

/**
 * Builds the handler of the pages, their form posts and their assets. A page answers 200, 404 or the service's
 * own refusal; a post answers 303 to the next page, or 422 with the form filled in. The server passes on only posts that come
 * from its own pages.
 */
export function createWebHandler(options: WebOptions): WebHandler {
  const render = sharingHome(createRenderer(options));
  const serveAsset = readAssets(options.clientDir);
  return async (request, context) => {
    const url = new URL(request.url);
    const publicUrl = context.publicUrl ?? options.publicUrl;
    const method = request.method;
    if (method === "GET" || method === "HEAD") {
      const asset = await serveAsset(url.pathname, request.headers.get("accept-encoding") ?? "");
      if (asset !== null) return withoutBody(method, asset);
      const file = await answerSiteFile(url, publicUrl);
      if (file !== null) return withoutBody(method, file);
      return withoutBody(method, await answerGet({ request, url, options, context, render }));
    }
    if (method !== "POST") return plain(405, "Method Not Allowed", { allow: "GET, HEAD, POST" });
    const page = pageContext({ request, url, options, context });
    // Behind a proxy that ends TLS, the request itself came without.
    const isSecure = new URL(publicUrl || url).protocol === "https:";
    return handlePost({ ...page, network: options.network, render, isSecure });
  };
}

interface GetInput {
  request: Request;
  url: URL;
  options: WebOptions;
  context: WebContext;
  render: ReturnType<typeof createRenderer>;
}

function answerGet(input: GetInput): Promise<Response> {
  const target = redirectTarget(input.request, input.url);
  if (target !== null) return Promise.resolve(redirect(target));
  return input.render({ ...pageContext(input), submitted: null });
}

function pageContext(input: Omit<GetInput, "render">): Omit<RenderContext, "submitted"> {
  const { request, url, options, context } = input;
  const prefix = splitPath(url.pathname).language;
  const saved = readPreferences(request);
  const language = prefix ?? preferredLanguage(saved.language, request.headers.get("accept-language") ?? "");
  let hasFailed = false;
  const api = createApi({
    baseUrl: "http://sotto.internal",
    language,
    fetch: async (call) => {
      call.headers.set("x-sotto-client", context.clientKey);
      const answer = await options.api(call).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
      hasFailed ||= !answer.ok;
      return answer;
    },
  });
  return {
    request,
    url,
    publicUrl: context.publicUrl ?? options.publicUrl ?? "",
    nonce: context.nonce,
    language,
    theme: saved.theme,
    isFirstVisit: saved.language === undefined,
    api,
    hasFailed: () => hasFailed,
    idempotencyKey: randomUUID(),
  };
}

/** A temporary redirect: where it leads depends on the visitor's preference. */
function redirect(location: string): Response {
  return new Response(null, {
    status: 307,
    headers: { location, "cache-control": "no-store", vary: "Accept-Language, Cookie" },
  });
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}

function withoutBody(method: string, response: Response): Response {
  return method === "HEAD"
    ? new Response(null, { status: response.status, headers: response.headers })
    : response;
}
