import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { Credentials } from "./calls";

/** The administrator's login; the code is for accounts that have one. */
export function LoginForm({ onEnter }: { onEnter: (credentials: Credentials) => Promise<boolean> }) {
  const t = useTranslations("admin");
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (failed && !isBusy) password.current?.select();
  }, [failed, isBusy]);
  const submit = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const field = (name: string) => String(fields.get(name) ?? "");
    setBusy(true);
    const worked = await onEnter({
      username: field("username"),
      password: field("password"),
      totp: field("totp").replace(/\s/g, ""),
    });
    if (worked) return;
    setFailed(true);
    setBusy(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void submit(event.currentTarget);
  };
  return (
    // A post, so that a browser that sends it by itself puts no password into an address.
    <form method="post" onSubmit={onSubmit} className="panel grid gap-4 p-5 sm:p-7">
      <h2 className="text-lg font-semibold tracking-tight">{t("login")}</h2>
      <Field name="username" label={t("username")} autoComplete="username" maxLength={100} />
      <div>
        <label htmlFor="password" className="text-sm font-medium">
          {t("password")}
        </label>
        <input
          ref={password}
          id="password"
          name="password"
          type="password"
          required
          maxLength={300}
          autoComplete="current-password"
          className="control mt-1"
        />
      </div>
      <Field
        name="totp"
        label={t("totp")}
        hint={t("totpHint")}
        autoComplete="one-time-code"
        maxLength={10}
        isDigits
      />
      <button type="submit" disabled={isBusy} className="button button-primary mt-1">
        {isBusy ? t("busy") : t("loginSubmit")}
      </button>
    </form>
  );
}

function Field({
  name,
  label,
  hint,
  autoComplete,
  maxLength,
  isDigits = false,
}: {
  name: string;
  label: string;
  /** Also says that it may be left empty. */
  hint?: string;
  autoComplete: string;
  maxLength: number;
  isDigits?: boolean;
}) {
  return (
    <div>
      <label htmlFor={name} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={name}
        name={name}
        required={hint === undefined}
        maxLength={maxLength}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        {...(isDigits ? { inputMode: "numeric" as const } : {})}
        {...(hint === undefined ? {} : { "aria-describedby": `${name}-hint` })}
        className="control mt-1"
      />
      {hint === undefined ? null : (
        <p id={`${name}-hint`} className="mt-1 text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
