import { createHash } from "node:crypto";
import type { z } from "@hono/zod-openapi";
import { ok } from "../core/result";
import type { Edge } from "./edge";
import { serve } from "./mount";
import type { Operation } from "./operation";

/**
 * Serves a read that is the same for everybody from memory, with an ETag (RFC 9110, section 8.8.3): its JSON is
 * written again only when `version` has changed.
 */
export function mountCached<Params extends z.ZodType, Body extends z.ZodType, Wire extends z.ZodType>(
  edge: Edge,
  operation: Operation<Params, Body, Wire>,
  source: { version(): string; read(): z.output<Wire> },
): void {
  let kept:
    | { version: string; body: string; etag: string; headers: Readonly<Record<string, string>> }
    | undefined;
  const current = () => {
    const version = source.version();
    if (kept?.version === version) return kept;
    const body = JSON.stringify(source.read());
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    const headers = {
      ...edge.headers,
      etag,
      "cache-control": "public, no-cache",
      "content-type": "application/json; charset=utf-8",
    };
    kept = { version, body, etag, headers };
    return kept;
  };
  serve(edge, operation, (context) => {
    const { body, etag, headers } = current();
    if (matches(context.req.header("if-none-match"), etag))
      return ok(new Response(null, { status: 304, headers }));
    return ok(new Response(body, { headers }));
  });
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
}
