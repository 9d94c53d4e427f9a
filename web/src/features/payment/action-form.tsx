import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslations } from "use-intl";
import { isUnknown, type Order } from "../../lib/api";
import { newIdempotencyKey } from "../../lib/browser";
import { useAppContext, usePage } from "../../lib/page-context";
import type { SubmittedForm } from "../../lib/page-state";
import { dismissNotice, notify } from "../../ui/notices";
import { forgetEntered } from "../order-form/entered";
import { type Intent, type Look, runPaymentAction } from "./actions";
import { failureTexts } from "./failure";
import { noteText } from "./note-text";
import { useNoticeTexts } from "./notice-texts";

interface PaymentActions {
  order: Order;
  refresh: () => Promise<void>;
  submitted: SubmittedForm | null;
  /** The visitor stopped the page without JavaScript from loading itself again. */
  isStopped: boolean;
  /** It does not load itself again, for this or another reason. */
  isStill: boolean;
  /** The fold that the page's address names; undefined where it names none. */
  opened: string | undefined;
  /** When the payment was made, as far as the service was asked; ISO 8601. */
  transactionTime: string | null;
  setTransactionTime: (time: string) => void;
  /** The last look at the chain that the customer asked for; null while none was. */
  look: Look | null;
  setLook: (look: Look) => void;
  /** The order was deleted: the page shows its note from now on. */
  setNote: (note: string) => void;
}

const Context = createContext<PaymentActions | null>(null);

/** Provides the page's forms with the order, the way to refresh it, and the form that a plain post brought back. */
export const PaymentActionsProvider = Context.Provider;

/** The order whose page this is. */
export function usePaymentActions(): PaymentActions {
  const value = useContext(Context);
  if (value === null) throw new Error("outside of a payment page");
  return value;
}

export interface FormState {
  isBusy: boolean;
  /** Message by field name. */
  errors: Record<string, string>;
  /** What was entered in a plain post that came back. */
  values: Record<string, string>;
}

/** A plain form of the payment page that, with JavaScript, runs in place. */
export function ActionForm(props: {
  intent: Intent;
  className?: string;
  children: (state: FormState) => ReactNode;
}) {
  const { order, submitted, isStopped } = usePaymentActions();
  const page = usePage();
  const back = submitted?.values.intent === props.intent ? submitted : null;
  const { isBusy, errors, submit } = useAction(props.intent, back?.errors ?? {});
  const keepFocus = useKeptFocus(isBusy, errors);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    keepFocus(event.currentTarget);
    void submit(event.currentTarget);
  };
  return (
    <form
      method="post"
      action={`/${page.language}/payment/${order.id}`}
      noValidate
      onSubmit={onSubmit}
      className={props.className}
    >
      <input type="hidden" name="intent" value={props.intent} />
      <input type="hidden" name="idempotencyKey" value={`${page.idempotencyKey}-${props.intent}`} />
      {isStopped ? <input type="hidden" name="refresh" value="off" /> : null}
      {props.children({ isBusy, errors, values: back?.values ?? {} })}
    </form>
  );
}

/**
 * A button that is disabled while its action runs loses the focus, and with it the visitor's place. Afterwards the focus is
 * on the field that was refused, or where it was. Returns how to note where that is.
 */
function useKeptFocus(isBusy: boolean, errors: Record<string, string>): (form: HTMLFormElement) => void {
  const left = useRef<{ form: HTMLFormElement; focused: Element | null } | null>(null);
  useEffect(() => {
    if (isBusy || left.current === null) return;
    const { form, focused } = left.current;
    left.current = null;
    // The visitor is somewhere else meanwhile.
    if (document.activeElement !== document.body && !form.contains(document.activeElement)) return;
    const [refused] = Object.keys(errors);
    const field = refused === undefined ? null : form.querySelector(`[name="${refused}"]`);
    const next = field ?? focused;
    if (next instanceof HTMLElement && form.contains(next)) next.focus();
  }, [isBusy, errors]);
  return (form) => {
    const { activeElement } = document;
    left.current = { form, focused: form.contains(activeElement) ? activeElement : null };
  };
}

function useAction(intent: Intent, initialErrors: Record<string, string>) {
  const t = useTranslations();
  const { order, refresh, setTransactionTime, setLook, setNote } = usePaymentActions();
  const { api } = useAppContext();
  const { language } = usePage();
  const texts = useNoticeTexts();
  const [errors, setErrors] = useState(initialErrors);
  const [isBusy, setBusy] = useState(false);
  const key = useRef<string | null>(null);
  const submit = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const field = (name: string) => String(fields.get(name) ?? "");
    setBusy(true);
    setErrors({});
    key.current ??= newIdempotencyKey();
    const result = await runPaymentAction(api, order.id, { intent, field, language }, key.current);
    if (result.ok || !isUnknown(result.error.refusal)) key.current = null;
    if (result.ok) {
      if ("note" in result.value) {
        dismissNotice();
        forgetEntered();
        return setNote(noteText(result.value.note));
      }
      const { notice, transactionTime, look } = result.value;
      if (transactionTime !== null) setTransactionTime(transactionTime);
      if (look !== null) setLook(look);
      notify(texts(notice));
    } else {
      const { field: name, refusal } = result.error;
      const { title, text } = failureTexts((key) => t(key), intent, refusal);
      setErrors({ [name]: text });
      notify({ title, text, tone: "bad" });
    }
    await refresh();
    setBusy(false);
  };
  return { isBusy, errors, submit };
}
