import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
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
 * A page or one of the site's small text files, whole in Brotli (RFC 7932) or gzip by what the browser takes: in Brotli where
 * it takes both, for a page of ours then fits into the first packets that a server may send. Hono's own middleware knows no
 * Brotli. Leaves what is encoded already.
 */
export async function compressed(context: EdgeContext, answer: Response): Promise<Response> {
  const { headers, status } = answer;
  const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get("content-type") ?? "");
  if (!isText || headers.has("content-encoding")) return answer;
  const encoding = takenEncoding(context, ENCODINGS);
  headers.append("vary", "Accept-Encoding");
  if (encoding === null) return answer;
  const body = await encoders[encoding](Buffer.from(await answer.arrayBuffer()));
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  return new Response(new Uint8Array(body), { status, headers });
}
