type Page = {
  /** Marks the page's own scripts. */
  nonce: string;
  /** The one address of another origin that its scripts may send to; null where there is none. */
  analyticsUrl: string | null;
};

/** Headers of every answer, and of an HTML `page`. */
export function securityHeaders(options: {
  publicUrl: string | undefined;
  page?: Page;
}): Readonly<Record<string, string>> {
  return {
    "content-security-policy": options.page === undefined ? NOTHING_ALLOWED : pagePolicy(options.page),
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    ...(options.publicUrl?.startsWith("https:")
      ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
      : {}),
  };
}

const NOTHING_ALLOWED = "default-src 'none'; frame-ancestors 'none'";

const pagePolicy = ({ nonce, analyticsUrl }: Page): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${analyticsUrl === null ? "" : ` ${analyticsUrl}`}`,
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // One policy, made once: the address of the service worker, which brings the offline page.
    "trusted-types sotto-worker",
  ].join("; ");
