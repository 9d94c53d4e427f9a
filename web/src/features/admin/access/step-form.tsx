import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../../lib/api";
import { Failure } from "../part";
import { endsSession, useConsole } from "../use-console";

export interface SecretField<Name extends string> {
  /** `totp` is a code; everything else is a password. */
  name: Name;
  label: string;
  hint?: string;
  /** Of a password that is chosen here. */
  isNew?: boolean;
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
  const t = useTranslations("admin");
  const { expire } = useConsole();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (form: HTMLFormElement) => {
    const given = new FormData(form);
    const entries = fields.map(({ name }) => [name, typedValue(name, String(given.get(name) ?? ""))]);
    setBusy(true);
    setFailure(null);
    const result = await run(Object.fromEntries(entries) as Record<Name, string>);
    if (!result.ok && endsSession(result.error)) return expire();
    setBusy(false);
    if (!result.ok) setFailure(result.error.message);
    else form.reset();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void send(event.currentTarget);
  };
  return (
    <form onSubmit={onSubmit} className="grid max-w-sm gap-3">
      {fields.map((field) => (
        <SecretInput key={field.name} id={`${id}-${field.name}`} {...field} />
      ))}
      {failure === null ? null : <Failure message={failure} />}
      <button type="submit" disabled={isBusy} className="button button-primary justify-self-start">
        {isBusy ? t("busy") : submit}
      </button>
    </form>
  );
}

const typedValue = (name: string, typed: string): string =>
  name === "totp" ? typed.replace(/\s/g, "") : typed;

function SecretInput({ id, name, label, hint, isNew = false }: SecretField<string> & { id: string }) {
  const isCode = name === "totp";
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        name={name}
        type={isCode ? "text" : "password"}
        required
        maxLength={isCode ? 10 : 300}
        autoComplete={isCode ? "one-time-code" : isNew ? "new-password" : "current-password"}
        {...(isCode ? { inputMode: "numeric" as const } : {})}
        {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
        className={`control mt-1 ${isCode ? "text-lg font-semibold tracking-widest" : ""}`}
      />
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="mt-1 text-sm text-pretty text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
