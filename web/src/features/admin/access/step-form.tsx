import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { ApiResult, Refusal } from "../../../lib/api";
import { Failure } from "../part";
import { endsSession, useConsole } from "../use-console";

export interface SecretField<Name extends string> {
  /** `totp` is a code; everything else is a password. */
  name: Name;
  label: string;
  hint?: string;
  /** Of a password that is chosen here. */
  isNew?: boolean;
  /** Whether it takes the focus when it appears: what had it before is gone. */
  hasFocus?: boolean;
}

/** Asks for passwords or a code, and does one thing with them; shows in place what was refused. */
export function StepForm<Name extends string>({
  id,
  fields,
  submit,
  run,
}: {
  /** What the ids of its fields begin with. */
  id: string;
  fields: readonly SecretField<Name>[];
  submit: string;
  run: (values: Record<Name, string>) => Promise<ApiResult<unknown>>;
}) {
  const t = useTranslations();
  const { expire, account } = useConsole();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const faulty = refusal === null ? undefined : fields.find((field) => isOf(refusal, field))?.name;
  const send = async (form: HTMLFormElement) => {
    const given = new FormData(form);
    const entries = fields.map(({ name }) => [name, typedValue(name, String(given.get(name) ?? ""))]);
    setBusy(true);
    setRefusal(null);
    const result = await run(Object.fromEntries(entries) as Record<Name, string>);
    if (!result.ok && endsSession(result.error)) return expire({ isUndone: true });
    setBusy(false);
    if (!result.ok) setRefusal(result.error);
    else form.reset();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void send(event.currentTarget);
  };
  // The service says the same whatever was wrong with a login; here it can only be the password.
  const message =
    refusal?.code === WRONG_PASSWORD ? t("adminAccess.wrongPassword") : (refusal?.message ?? "");
  return (
    <form onSubmit={onSubmit} className="grid max-w-sm gap-3">
      {/* Shows password managers which account it is for. */}
      <input type="text" autoComplete="username" value={account.username} readOnly hidden />
      {fields.map((field) => (
        <SecretInput
          key={field.name}
          id={`${id}-${field.name}`}
          error={field.name === faulty ? message : null}
          {...field}
        />
      ))}
      {refusal === null || faulty !== undefined ? null : <Failure message={message} />}
      <button type="submit" aria-disabled={isBusy} className="button button-primary justify-self-start">
        {isBusy ? t("admin.busy") : submit}
      </button>
    </form>
  );
}

const typedValue = (name: string, typed: string): string =>
  name === "totp" ? typed.replace(/\s/g, "") : typed;

const WRONG_PASSWORD = "auth/failed";

/** Whether a refusal is about this field. */
function isOf({ code, errors }: Refusal, { name, isNew = false }: SecretField<string>): boolean {
  if (errors.some(({ pointer }) => pointer === `/${name}`)) return true;
  if (code === WRONG_PASSWORD) return name !== "totp" && !isNew;
  return code === "totp/code" && name === "totp";
}

function SecretInput({
  id,
  name,
  label,
  hint,
  isNew = false,
  hasFocus = false,
  error,
}: SecretField<string> & { id: string; error: string | null }) {
  const isCode = name === "totp";
  const input = useRef<HTMLInputElement>(null);
  const said = error ?? hint;
  useEffect(() => {
    if (hasFocus) input.current?.focus();
  }, [hasFocus]);
  useEffect(() => {
    if (error !== null) input.current?.select();
  }, [error]);
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        name={name}
        type={isCode ? "text" : "password"}
        required
        maxLength={isCode ? 10 : 300}
        autoComplete={isCode ? "one-time-code" : isNew ? "new-password" : "current-password"}
        {...(isCode ? { inputMode: "numeric" as const } : {})}
        aria-invalid={error !== null}
        {...(said === undefined ? {} : { "aria-describedby": `${id}-hint` })}
        className={`control mt-1 ${isCode ? "text-lg font-semibold tracking-widest" : ""}`}
      />
      <p
        id={`${id}-hint`}
        aria-live="polite"
        className={`text-sm text-pretty not-empty:mt-1 ${error === null ? "text-soft" : "font-medium text-bad"}`}
      >
        {said}
      </p>
    </div>
  );
}
