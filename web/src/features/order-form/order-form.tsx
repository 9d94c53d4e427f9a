import type { FormEvent, ReactNode } from "react";
import { usePage } from "../../lib/page-context";

interface OrderFormProps {
  /** Where the plain form posts to: a path behind the language. */
  action: string;
  label: string;
  form: { isBusy: boolean; submit: () => Promise<void> };
  /** Hidden fields that are sent with a plain form. */
  hidden: Readonly<Record<string, string>>;
  className?: string;
  /** So that a button outside the form can send it. */
  id?: string;
  children: ReactNode;
}

/** An order form: a plain form that JavaScript makes live; by itself it takes no part in the layout. */
export function OrderForm(props: OrderFormProps) {
  const { action, label, form, hidden, className = "contents", id, children } = props;
  const { language, idempotencyKey } = usePage();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.isBusy) void form.submit();
  };
  return (
    <form
      id={id}
      method="post"
      action={`/${language}${action}`}
      noValidate
      onSubmit={onSubmit}
      aria-label={label}
      className={className}
    >
      {/* The first submit button is what Enter presses. */}
      <button
        type="submit"
        name="intent"
        value="create"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
      />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** The button that creates the order. */
export function CreateButton({ isBusy, label, busy }: { isBusy: boolean; label: string; busy: string }) {
  return (
    <button
      type="submit"
      name="intent"
      value="create"
      disabled={isBusy}
      className="button button-primary grow"
    >
      {isBusy ? busy : label}
    </button>
  );
}
