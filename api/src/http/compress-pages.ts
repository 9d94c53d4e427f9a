import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from "hono/compress";
import type { EdgeContext } from "./edge";
import { takenEncoding } from "./encoding";

/** 6 to 9 % fewer bytes than gzip's in about the same time; 6 and 7 save 1 % more, and 9 takes twenty times as long. */
const BROTLI_QUALITY = 5;

const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);
const encoders = {
  br: (page: Buffer): Promise<Buffer> =>
    inBrotli(page, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
      },
    }),
  gzip: (page: Buffer): Promise<Buffer> => inGzip(page),
};
/** Best first. */
const ENCODINGS = ["br", "gzip"] as const;

/**
 * Compresses pages and the site's small text files whole, in Brotli (RFC 7932) or gzip, by what the browser takes: in
 * Brotli where it takes both, for a page of ours then fits into the first packets that a server may send. Hono's own
 * middleware knows no Brotli. Leaves out what `isCompressed` refuses, what is encoded already, and answers to HEAD.
 */
export function compressPages(isCompressed: (context: EdgeContext) => boolean): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers, status } = context.res;
    const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get("content-type") ?? "");
    if (!isText || headers.has("content-encoding") || context.req.method === "HEAD") return;
    if (!isCompressed(context)) return;
    const encoding = takenEncoding(context, ENCODINGS);
    headers.append("vary", "Accept-Encoding");
    if (encoding === null) return;
    const body = await encoders[encoding](Buffer.from(await context.res.arrayBuffer()));
    headers.set("content-encoding", encoding);
    headers.delete("content-length");
    // Hono would wrap it once more to merge the headers, and then stream it.
    context.res = undefined;
    context.res = new Response(new Uint8Array(body), { status, headers });
  };
}
