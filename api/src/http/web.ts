import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { z } from "@hono/zod-openapi";
import { problem } from "../core/errors";
import { BODY_BYTES_MAX } from "./body";
import { clientText } from "./client";
import { compressed } from "./compress-pages";
import { type Edge, type EdgeContext, isOnion, ownOrigin } from "./edge";
import { edgeProblem } from "./mount";
import { isOriginAllowed } from "./origin";
import { securityHeaders } from "./security-headers";

export type OperatorSetting = "supportEmail" | "supportHandle" | "operatorStatement" | "botHandle";

/** What the pages say of the operator and its terms. */
export type SiteSettings = {
  supportEmail: string | null;
  supportHandle: string | null;
  operatorStatement: string | null;
  /** Without the @. */
  botHandle: string | null;
  /** Which of these the operator has not set, so that the pages show an example: on simnet only. */
  examples: readonly OperatorSetting[];
  /** Where browsers report which kind of page is opened; null where they report nothing. */
  analyticsUrl: string | null;
  retentionDays: number;
  /** From a mix's end to its deletion. */
  mixRetentionHours: number;
  paymentWindowSeconds: number;
};

/** Answers a page of the origin `publicUrl`; `clientKey` is passed on with the page's own calls of the API, in the header x-sotto-client. */
export type WebHandler = (
  request: Request,
  options: { nonce: string; clientKey: string; publicUrl: string | undefined },
) => Promise<Response>;

/** Calls the API inside this process. Trusts x-sotto-client, which cannot be sent from outside. */
export type InProcessApi = (request: Request) => Promise<Response>;

export type WebOptions = {
  api: InProcessApi;
  publicUrl: string | undefined;
  network: string;
  site: SiteSettings;
  /** Folder of the built browser files. */
  clientDir: string;
};

/** The web app as built: its server bundle, and the folder of its browser files. */
export type WebApp = { createHandler(options: WebOptions): WebHandler; clientDir: string };

const bundleSchema = z.object({
  createWebHandler: z.custom<(options: WebOptions) => WebHandler>((value) => typeof value === "function"),
});

/** Loads the web app's server bundle by path; undefined when it is not built. */
export async function loadWeb(options: {
  bundleFile: string;
  clientDir: string;
}): Promise<WebApp | undefined> {
  const exists = await stat(options.bundleFile).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!exists) return undefined;
  const bundle = bundleSchema.parse(await import(pathToFileURL(options.bundleFile).href));
  return { createHandler: bundle.createWebHandler, clientDir: options.clientDir };
}

/** Answers pages and browser files, compressed where a visitor takes it. */
export const createPages =
  (edge: Edge, handler: WebHandler, analyticsUrl: string | null) =>
  async (context: EdgeContext): Promise<Response> => {
    const answer = await page(edge, { handler, analyticsUrl }, context);
    return context.req.method === "GET" && isForEverybody(context) ? compressed(context, answer) : answer;
  };

/**
 * Whether a page holds neither a secret nor anything that the author of the link chose. What holds both must not be
 * compressed: its length would show the secret (the BREACH attack, 2013).
 */
function isForEverybody({ req }: EdgeContext): boolean {
  const isOfOne = /^\/([a-z-]+\/)?(payment|admin)(\/|$)/.test(req.path) || req.path.startsWith("/api/");
  return !isOfOne && !req.url.includes("?");
}

async function page(
  edge: Edge,
  { handler, analyticsUrl }: { handler: WebHandler; analyticsUrl: string | null },
  context: EdgeContext,
): Promise<Response> {
  const { method } = context.req;
  if (method !== "GET" && method !== "HEAD" && method !== "POST") {
    return edgeProblem(edge, context, problem("method/unknown"), { allow: "GET, HEAD, POST" });
  }
  if (method === "POST") {
    if (!isOriginAllowed(context.req.raw.headers, ownOrigin(edge, context))) {
      return edgeProblem(edge, context, problem("request/origin"));
    }
    // Browsers declare the length of a form; what does not declare it is not a form of ours.
    const length = Number(context.req.header("content-length") ?? Number.NaN);
    if (!(length <= BODY_BYTES_MAX)) return edgeProblem(edge, context, problem("request/too-large"));
  }
  const nonce = randomBytes(16).toString("base64");
  const publicUrl = ownOrigin(edge, context);
  const clientKey = clientText(edge.clientOf(context));
  const answer = await handler(context.req.raw, { nonce, clientKey, publicUrl });
  // Written into the answer itself: one that is made of another's body is streamed, which takes far longer.
  const { headers } = answer;
  const isHtml = headers.get("content-type")?.startsWith("text/html") === true;
  // A visit by the onion stays in it.
  const reportsTo = isOnion(context) ? null : analyticsUrl;
  const own = securityHeaders({ publicUrl, ...(isHtml ? { page: { nonce, analyticsUrl: reportsTo } } : {}) });
  for (const [name, value] of Object.entries(own)) {
    // The service worker brings its policy: what a worker may fetch depends on the one it came with.
    if (name === "content-security-policy" && !isHtml && headers.has(name)) continue;
    headers.set(name, value);
  }
  // A cached page would bring back a nonce that has been used.
  if (isHtml || !headers.has("cache-control")) headers.set("cache-control", "no-store");
  if (isHtml && method !== "POST" && edge.onionUrl !== undefined && !isOnion(context)) {
    const { pathname, search } = new URL(context.req.url);
    // Tor Browser then offers the onion's page of the same name.
    headers.set("onion-location", new URL(pathname + search, edge.onionUrl).href);
  }
  return answer;
}
