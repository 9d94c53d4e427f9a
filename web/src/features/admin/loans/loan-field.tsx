import type { ReactNode } from "react";

/** A field of the loan's form; the text under it says what it is for. */
export function Field({
  name,
  label,
  value,
  onValue,
  isFigure = false,
  isRequired = false,
  children,
}: {
  /** As the API calls it. */
  name: string;
  label: string;
  value: string;
  onValue: (value: string) => void;
  isFigure?: boolean;
  isRequired?: boolean;
  children?: ReactNode;
}) {
  const id = `loan-${name}`;
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
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
        {...(children === undefined ? {} : { "aria-describedby": `${id}-hint` })}
        className={`control mt-1 ${isFigure ? "text-lg font-semibold" : "font-mono text-sm"}`}
      />
      {children === undefined ? null : (
        <p id={`${id}-hint`} className="mt-1 text-sm text-pretty text-soft">
          {children}
        </p>
      )}
    </div>
  );
}
