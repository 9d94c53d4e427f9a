import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const CONTENT_TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".json": "application/json",
};
/** Files of the build's root that are pages' business; everything else there stays inside. */
const ROOT_FILES: readonly string[] = [
  "/favicon.svg",
  "/apple-touch-icon.png",
  "/icon-192.png",
  "/icon-512.png",
  "/icon-maskable-512.png",
  "/social.png",
  "/openapi.json",
];
/** The service worker: at the root, for the whole site is its scope. */
const WORKER_FILE = "/sw.js";
/** A worker's own requests fall under the policy it came with. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";
const HASHED_PREFIX = "/assets/";

type Encoding = "br" | "gzip" | "identity";
const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Answers a path of the client build, or null when the path is none. */
export type ServeAsset = (pathname: string, acceptEncoding: string) => Promise<Response | null>;

/**
 * Reads the client build once, so that a later build does not change what a running server's pages refer to. Hashed
 * files may be cached permanently; each is compressed once per encoding.
 */
export function readAssets(clientDir: string): ServeAsset {
  const files = new Map<string, Buffer>();
  const folder = join(clientDir, HASHED_PREFIX);
  for (const name of readdirSync(folder)) files.set(HASHED_PREFIX + name, readFileSync(join(folder, name)));
  for (const path of ROOT_FILES) {
    if (existsSync(join(clientDir, path))) files.set(path, readFileSync(join(clientDir, path)));
  }
  const names = [...files.keys()].filter((path) => path.startsWith(HASHED_PREFIX)).sort();
  const build = createHash("sha256").update(names.join()).digest("hex").slice(0, 16);
  // Browsers take a worker for a new one when its bytes differ: here, whenever the build does.
  files.set(WORKER_FILE, Buffer.from(`// ${build}\n${readFileSync(join(clientDir, WORKER_FILE), "utf8")}`));
  const packed = new Map<string, Promise<Buffer>>();
  return async (pathname, acceptEncoding) => {
    const bytes = files.get(pathname);
    if (bytes === undefined) return pathname.startsWith(HASHED_PREFIX) ? notFound() : null;
    const encoding = /\.(png|woff2)$/.test(pathname) ? "identity" : chooseEncoding(acceptEncoding);
    const key = `${encoding}:${pathname}`;
    const body = packed.get(key) ?? pack(bytes, encoding);
    packed.set(key, body);
    return new Response(new Uint8Array(await body), {
      headers: {
        "content-type": CONTENT_TYPES[extname(pathname)] ?? "application/octet-stream",
        "cache-control": cacheControl(pathname),
        ...(pathname === WORKER_FILE ? { "content-security-policy": WORKER_POLICY } : {}),
        vary: "Accept-Encoding",
        ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
      },
    });
  };
}

function cacheControl(pathname: string): string {
  if (pathname === WORKER_FILE) return "no-cache";
  return pathname.startsWith(HASHED_PREFIX) ? "public, max-age=31536000, immutable" : "public, max-age=86400";
}

function chooseEncoding(acceptEncoding: string): Encoding {
  // A weight of nought refuses (RFC 9110, section 12.5.3).
  const taken = acceptEncoding.split(",").filter((one) => !/;\s*q=0(\.0*)?\s*$/i.test(one));
  const names = taken.map((one) => one.split(";")[0]?.trim().toLowerCase());
  if (names.includes("br")) return "br";
  return names.includes("gzip") ? "gzip" : "identity";
}

function pack(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === "identity" ? Promise.resolve(bytes) : encoders[encoding](bytes);
}

function notFound(): Response {
  return new Response("Not Found", { status: 404, headers: { "cache-control": "no-store" } });
}
