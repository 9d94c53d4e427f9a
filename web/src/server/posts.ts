import type { Result } from "@sotto/openapi/result";
import { isLanguage, LANGUAGE_KEY, splitPath } from "../lib/languages";
import { THEMES } from "../lib/page-state";
import type { Fields, PostInput } from "./form-post";
import { THEME_KEY } from "./languages";
import { postExchange } from "./post-exchange";
import { postMixer } from "./post-mixer";
import { postPayment } from "./post-payment";
import { postTrack } from "./post-track";

const BODY_BYTES_MAX = 16_384;
const COOKIE_SECONDS = 365 * 24 * 3600;

/** Runs a plain form of the pages: the same verbs as the enhanced ones, through the same API. */
export async function handlePost(input: PostInput): Promise<Response> {
  const body = await readForm(input.request);
  if (!body.ok) return refusal(body.error);
  const { rest } = splitPath(input.url.pathname);
  if (rest === "/preferences") return savePreference(input, body.value);
  if (rest === "/exchange") return postExchange(input, body.value);
  if (rest === "/track") return postTrack(input, body.value);
  const payment = /^\/payment\/([A-Za-z0-9_-]{22})$/.exec(rest);
  if (payment?.[1] !== undefined) return (await postPayment(input, payment[1], body.value)) ?? refusal(422);
  const mixer = postMixer(input, body.value);
  if (mixer !== null) return mixer;
  return input.render({ ...input, submitted: null, status: 404 });
}

/** Reads a posted form; the error is the status to refuse it with. */
async function readForm(request: Request): Promise<Result<Fields, number>> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.toLowerCase().startsWith("application/x-www-form-urlencoded")) return { ok: false, error: 415 };
  if (Number(request.headers.get("content-length") ?? "0") > BODY_BYTES_MAX) return { ok: false, error: 413 };
  const text = await request.text();
  if (text.length > BODY_BYTES_MAX) return { ok: false, error: 413 };
  const fields = new URLSearchParams(text);
  return { ok: true, value: (name) => fields.get(name) ?? "" };
}

/** Saves a language or an appearance and comes back to the page it was chosen on. */
function savePreference(input: PostInput, field: Fields): Response {
  const chosen = field("language");
  const theme = THEMES.find((known) => known === field("theme"));
  const language = isLanguage(chosen) ? chosen : input.language;
  const headers = new Headers({
    location: `/${language}${localPath(field("return"))}`,
    "cache-control": "no-store",
  });
  const attributes = `; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${input.isSecure ? "; Secure" : ""}`;
  if (chosen === language) headers.append("set-cookie", `${LANGUAGE_KEY}=${language}${attributes}`);
  if (theme !== undefined) headers.append("set-cookie", `${THEME_KEY}=${theme}${attributes}`);
  return new Response(null, { status: 303, headers });
}

/** What follows the language in a path of ours, and nothing else: no other origin, no control characters. */
function localPath(text: string): string {
  const isLocal = /^\/(?![/\\])[\x21-\x7e]*$/.test(text) && text.length <= 500 && !text.includes("\\");
  if (!isLocal) return "";
  const { pathname, search, hash } = new URL(text, "http://sotto");
  const { rest } = splitPath(pathname);
  return `${rest === "/" ? "" : rest}${search}${hash}`;
}

function refusal(status: number): Response {
  const texts: Record<number, string> = {
    413: "Content Too Large",
    415: "Unsupported Media Type",
    422: "Unprocessable Content",
  };
  return new Response(texts[status] ?? "Bad Request", {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
