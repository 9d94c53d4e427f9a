import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { Credentials } from "./calls";
import { Failure } from "./part";
import type { Ended } from "./use-session";

const FAILURE_ID = "login-failure";

/**
 * The administrator's login. It always shows the code's field, so that it does not reveal whether an account has
 * codes before the password is right.
 */
export function LoginForm({
  ended,
  onEnter,
}: {
  /** How the session before ended. */
  ended: Ended | "left" | null;
  /** Returns what was wrong, or null when the login worked. */
  onEnter: (credentials: Credentials) => Promise<string | null>;
}) {
  const t = useTranslations("admin");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (failure !== null) password.current?.select();
  }, [failure]);
  useEffect(() => {
    // What had the focus went with the session.
    if (ended !== null) username.current?.focus();
  }, [ended]);
  const submit = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const field = (name: string) => String(fields.get(name) ?? "");
    setBusy(true);
    setFailure(null);
    const wrong = await onEnter({
      username: field("username"),
      password: field("password"),
      totp: field("totp").replace(/\s/g, ""),
    });
    if (wrong === null) return;
    setFailure(wrong);
    setBusy(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void submit(event.currentTarget);
  };
  const described = failure === null ? {} : { describedBy: FAILURE_ID };
  return (
    // A post, so that a browser that sends it by itself puts no password into an address.
    <form method="post" onSubmit={onSubmit} className="panel grid gap-4 p-5 sm:p-7">
      <h2 className="text-lg display">{t("login")}</h2>
      {failure !== null || ended === null || ended === "left" ? null : (
        <Failure title={t("expired")} message={t(ended === "undone" ? "undoneText" : "expiredText")} />
      )}
      {failure === null ? null : (
        <div id={FAILURE_ID}>
          <Failure title={t("loginFailed")} message={failure} />
        </div>
      )}
      <Field name="username" label={t("username")} autoComplete="username" maxLength={100} input={username} />
      <Field
        name="password"
        type="password"
        label={t("password")}
        autoComplete="current-password"
        maxLength={300}
        input={password}
        {...described}
      />
      <CodeField />
      <button type="submit" aria-disabled={isBusy} className="button button-primary mt-1">
        {isBusy ? t("busy") : t("loginSubmit")}
      </button>
    </form>
  );
}

/** Six digits of the app, or one of the recovery codes: either goes as the code. */
function CodeField() {
  const t = useTranslations("admin");
  const [isRecovery, setRecovery] = useState(false);
  return (
    <div>
      <Field
        key={isRecovery ? "recovery" : "digits"}
        name="totp"
        label={isRecovery ? t("recoveryCode") : t("totp")}
        hint={isRecovery ? t("recoveryHint") : t("totpHint")}
        autoComplete={isRecovery ? "off" : "one-time-code"}
        maxLength={isRecovery ? 20 : 10}
        isDigits={!isRecovery}
        isOptional
      />
      <button
        type="button"
        onClick={() => setRecovery(!isRecovery)}
        className="link mt-1 min-h-11 text-sm sm:min-h-8"
      >
        {isRecovery ? t("useTotp") : t("useRecovery")}
      </button>
    </div>
  );
}

interface FieldProps {
  name: string;
  type?: "text" | "password";
  label: string;
  hint?: string;
  autoComplete: string;
  maxLength: number;
  isDigits?: boolean;
  isOptional?: boolean;
  input?: RefObject<HTMLInputElement | null>;
  /** The id of what is wrong with it. */
  describedBy?: string;
}

function Field(props: FieldProps) {
  const { name, type = "text", label, hint, autoComplete, maxLength } = props;
  const { isDigits = false, isOptional = false, input, describedBy } = props;
  const described = [describedBy, hint && `${name}-hint`].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={name} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={name}
        name={name}
        type={type}
        required={!isOptional}
        maxLength={maxLength}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        {...(input === undefined ? {} : { ref: input })}
        {...(isDigits ? { inputMode: "numeric" as const } : {})}
        {...(described === "" ? {} : { "aria-describedby": described })}
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
