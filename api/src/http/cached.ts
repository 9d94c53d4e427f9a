import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { z } from "@hono/zod-openapi";
import type { Kept } from "../core/kept";
import { ok } from "../core/result";
import type { Edge } from "./edge";
import { takenEncoding } from "./encoding";
import { serve } from "./mount";
import type { Operation } from "./operation";

/** Shorter answers fit into one packet as they are. */
const COMPRESSED_FROM_BYTES = 1_024;

type Written = {
  body: string | Uint8Array<ArrayBuffer>;
  etag: string;
  headers: Readonly<Record<string, string>>;
};

/**
 * Serves a read that is the same for everybody from memory, with an ETag (RFC 9110, section 8.8.3): its JSON is
 * written again only when `version` has changed, and compressed only once.
 */
export function mountCached<Params extends z.ZodType, Body extends z.ZodType, Wire extends z.ZodType>(
  edge: Edge,
  operation: Operation<Params, Body, Wire>,
  source: { version(): string; read(): z.output<Wire> },
): void {
  let kept: { version: string; plain: Written; gzipped: () => Written } | undefined;
  const current = () => {
    const version = source.version();
    if (kept?.version === version) return kept;
    const plain = write(edge, JSON.stringify(source.read()));
    let gzipped: Written | undefined;
    kept = {
      version,
      plain,
      gzipped: () => {
        gzipped ??= compressed(plain);
        return gzipped;
      },
    };
    return kept;
  };
  serve(edge, operation, (context) => {
    const { plain, gzipped } = current();
    const { body, etag, headers } = takenEncoding(context, ["gzip"]) === null ? plain : gzipped();
    if (matches(context.req.header("if-none-match"), etag))
      return ok(new Response(null, { status: 304, headers }));
    return ok(new Response(body, { headers }));
  });
}

/** Serves a read that is kept for a while: it is refreshed first, and then served from memory. */
export function mountRefreshed<Params extends z.ZodType, Body extends z.ZodType, Wire extends z.ZodType>(
  edge: Edge,
  operation: Operation<Params, Body, Wire>,
  kept: Kept<z.output<Wire>>,
): void {
  edge.app.get(operation.path, async (_, next) => {
    await kept.refresh();
    await next();
  });
  mountCached(edge, operation, kept);
}

function write(edge: Edge, body: string): Written {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = {
    ...edge.headers,
    etag,
    "cache-control": "public, no-cache",
    "content-type": "application/json; charset=utf-8",
    vary: "Accept-Encoding",
  };
  return { body, etag, headers };
}

/** The same answer in gzip; its validator is another one, for its bytes are. */
function compressed(plain: Written): Written {
  const { body, headers } = plain;
  if (body.length < COMPRESSED_FROM_BYTES) return plain;
  const etag = plain.etag.replace(/"$/, '-gzip"');
  return {
    body: new Uint8Array(gzipSync(body)),
    etag,
    headers: { ...headers, etag, "content-encoding": "gzip" },
  };
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
}
