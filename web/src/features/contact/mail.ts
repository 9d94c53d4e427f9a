/** What a message can be about. */
export const SUBJECT_TYPES = ["technical", "transaction", "api", "security", "other"] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** Seconds within which mail is answered; shown where a channel is configured. */
export const MAIL_REPLY_SECONDS = 24 * 3600;

/** An address that opens the visitor's mail program with subject and text filled in (RFC 6068: CRLF line ends). */
export function mailtoHref(mail: { to: string; subject: string; text: string }): string {
  const text = mail.text.replace(/\r?\n/g, "\r\n");
  return `mailto:${encodeURIComponent(mail.to).replace("%40", "@")}?subject=${encodeURIComponent(mail.subject)}&body=${encodeURIComponent(text)}`;
}
