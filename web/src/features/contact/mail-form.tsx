import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { mailtoHref, SUBJECT_TYPES, type SubjectType } from "./mail";

/** Without scripts: a link for each subject, because a form may not post to a mail address under our CSP. */
export function MailLinks({ to }: { to: string }) {
  const t = useTranslations("contact");
  return (
    <>
      <p className="font-medium">{t("chooseSubject")}</p>
      <ul className="mt-2 border-b">
        {SUBJECT_TYPES.map((type) => (
          <li key={type} className="border-t py-3">
            <a href={mailHref(t, { to, type, text: t(`hints.${type}`) })} className="link font-medium">
              {t(`subjects.${type}`)}
            </a>
            <p className="text-sm text-soft">{t(`hints.${type}`)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Subject, answer address and message; its button opens the visitor's mail program, and nothing is posted. */
export function MailForm({ to }: { to: string }) {
  const t = useTranslations("contact");
  const [type, setType] = useState<SubjectType>("technical");
  const [email, setEmail] = useState("");
  const [message, setMessage] = useState("");
  const send = useRef<HTMLAnchorElement>(null);
  const text = email.trim() === "" ? message : `${message}\n\n${t("replyTo", { email: email.trim() })}`;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send.current?.click();
      }}
    >
      <label className="grid gap-1">
        <span className="eyebrow">{t("subjectType")}</span>
        <select
          value={type}
          onChange={(event) =>
            setType(SUBJECT_TYPES.find((known) => known === event.target.value) ?? "other")
          }
          className="control"
        >
          {SUBJECT_TYPES.map((known) => (
            <option key={known} value={known}>
              {t(`subjects.${known}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1">
        <span className="eyebrow">{t("email")}</span>
        <input
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          aria-describedby="contact-email-hint"
          className="control"
        />
        <span id="contact-email-hint" className="text-sm text-soft">
          {t("emailHint")}
        </span>
      </label>
      <label className="grid gap-1">
        <span className="eyebrow">{t("message")}</span>
        <textarea
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          rows={6}
          aria-describedby="contact-message-hint"
          className="control"
        />
        <span id="contact-message-hint" className="text-sm text-soft">
          {t(`hints.${type}`)}
        </span>
      </label>
      <a
        ref={send}
        href={mailHref(t, { to, type, text })}
        className="button button-primary sm:justify-self-start"
      >
        {t("send")}
      </a>
    </form>
  );
}

function mailHref(
  t: ReturnType<typeof useTranslations<"contact">>,
  mail: { to: string; type: SubjectType; text: string },
): string {
  const subject = t("mailSubject", { subject: t(`subjects.${mail.type}`) });
  return mailtoHref({ to: mail.to, subject, text: mail.text });
}
