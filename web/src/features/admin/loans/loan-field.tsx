import { type ReactNode, useEffect, useRef } from "react";

/** A field of the loan's form; the text under it says what it is for, or what is wrong with it. */
export function Field({
  name,
  label,
  value,
  onValue,
  isFigure = false,
  isRequired = false,
  fault,
  children,
}: {
  /** As the API calls it. */
  name: string;
  label: string;
  value: string;
  onValue: (value: string) => void;
  isFigure?: boolean;
  isRequired?: boolean;
  /** Another one each time that it is found wrong: the field takes the focus. */
  fault: { text: string } | null;
  children?: ReactNode;
}) {
  const id = `loan-${name}`;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fault !== null) input.current?.focus();
  }, [fault]);
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        name={name}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        required={isRequired}
        maxLength={isFigure ? 60 : 200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...(isFigure ? { inputMode: "decimal" as const } : {})}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-hint`}
        className={`control mt-1 ${isFigure ? "text-lg font-semibold" : "font-mono text-sm"}`}
      />
      <div id={`${id}-hint`} className="text-sm text-pretty not-empty:mt-1">
        {fault === null ? null : (
          <p role="alert" className="font-medium text-bad">
            {fault.text}
          </p>
        )}
        {children === undefined ? null : <p className="text-soft">{children}</p>}
      </div>
    </div>
  );
}
