/**
 * Whether a POST may come from where its headers say: a browser's own page, or a program that names no
 * origin at all. `publicUrl` is the origin that pages are served from; without it the Origin must match the Host.
 */
export function isOriginAllowed(headers: Headers, publicUrl: string | undefined): boolean {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  if (origin === null) return true;
  // Pages are sent with Referrer-Policy: no-referrer, under which browsers write "null" into the Origin of a form's
  // POST (Fetch standard, "append a request Origin header"); Sec-Fetch-Site has then told that it is ours.
  if (origin === "null") return site === "same-origin";
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== undefined) return new URL(origin).origin === new URL(publicUrl).origin;
  return new URL(origin).host === headers.get("host");
}
