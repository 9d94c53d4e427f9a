import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const contentTypes: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};
/** Names that Vite writes: a plain name, a hash, an extension. Nothing that could climb a path. */
const hashedAsset = /^\/assets\/[\w.-]+\.(js|css|svg|woff2)$/;
const rootFiles: readonly string[] = ["/favicon.svg"];
const cacheFilesMax = 500;

type Encoding = "br" | "gzip" | "identity";
const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const cache = new Map<string, Promise<Buffer | null>>();

/** Serves a file of the client build, or null when the path is none; hashed files may be kept for ever. */
export async function serveAsset(
  clientDir: string,
  pathname: string,
  acceptEncoding: string,
): Promise<Response | null> {
  const isHashed = hashedAsset.test(pathname) && !pathname.includes("..");
  if (!isHashed && !rootFiles.includes(pathname)) return null;
  const file = join(clientDir, pathname);
  const encoding: Encoding = /\bbr\b/.test(acceptEncoding)
    ? "br"
    : /\bgzip\b/.test(acceptEncoding)
      ? "gzip"
      : "identity";
  const bytes = await readEncoded(file, encoding);
  if (bytes === null)
    return new Response("Not Found", { status: 404, headers: { "cache-control": "no-store" } });
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": contentTypes[extname(pathname)] ?? "application/octet-stream",
      "cache-control": isHashed ? "public, max-age=31536000, immutable" : "public, max-age=86400",
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
      ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    },
  });
}

/** A file in one encoding, read and packed once; null when there is no such file. */
function readEncoded(file: string, encoding: Encoding): Promise<Buffer | null> {
  const key = `${encoding}:${file}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const read = readFile(file)
    .then((bytes) => (encoding === "identity" ? bytes : encoders[encoding](bytes)))
    .catch(() => null);
  if (cache.size < cacheFilesMax) cache.set(key, read);
  return read;
}
