import type { ApiResult } from "../../lib/api";
import { messageId } from "../../ui/field";

interface AmountInputProps {
  name: "sendAmount" | "receiveAmount";
  value: string;
  onChange: (text: string) => void;
  isWrong: boolean;
  placeholder?: string;
  /** The whole figure, where the field shows a part of it: on hover, and copied with the field. */
  exact?: string | undefined;
  className: string;
}

/** A field for an amount, typed as the visitor writes it. */
export function AmountInput(props: AmountInputProps) {
  const { name, value, onChange, isWrong, placeholder, exact, className } = props;
  return (
    <input
      id={name}
      name={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      maxLength={60}
      placeholder={placeholder}
      title={exact === value ? undefined : exact}
      onCopy={(event) => {
        const { selectionStart, selectionEnd } = event.currentTarget;
        if (exact === undefined || selectionStart !== 0 || selectionEnd !== value.length) return;
        event.clipboardData.setData("text/plain", exact);
        event.preventDefault();
      }}
      aria-invalid={isWrong}
      aria-describedby={messageId(name)}
      className={className}
    />
  );
}

/** What the service says against the amount entered; undefined where it says nothing of it. */
export function amountRefusal(result: ApiResult<unknown> | null): string | undefined {
  const isOfAmount = result?.ok === false && result.error.code.startsWith("amount/");
  return isOfAmount ? result.error.message : undefined;
}
