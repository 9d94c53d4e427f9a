/**
 * Whether a post comes from one of our pages. A browser that sends the relation of the sites (Sec-Fetch-Site) is
 * trusted, and the Origin it sends must be ours: the public one, or the Host that was requested (an onion address is
 * a separate Host). A client that sends neither passes: it is not a browser that another site could control.
 */
export function isOwnPost(request: Request, publicUrl: string | undefined): boolean {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  if (origin === null) return true;
  // A no-referrer policy makes browsers say "null" even to their own site.
  if (origin === "null") return site === "same-origin" || site === "none";
  if (publicUrl !== undefined && publicUrl !== "" && origin === new URL(publicUrl).origin) return true;
  const isHostTrusted = publicUrl === undefined || publicUrl === "" || site === "same-origin";
  const host = request.headers.get("host") ?? new URL(request.url).host;
  return isHostTrusted && hostOf(origin) === host;
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
