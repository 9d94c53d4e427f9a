import { createContext, type FormEvent, type ReactNode, useContext, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { newIdempotencyKey } from "../../lib/browser";
import { useAppContext, usePage } from "../../lib/page-context";
import type { SubmittedForm } from "../../lib/page-state";
import { notify } from "../../ui/notices";
import { type Intent, type NoticeName, problemText, runPaymentAction } from "./actions";

interface PaymentActions {
  order: Order;
  refresh: () => Promise<void>;
  submitted: SubmittedForm | null;
}

const Context = createContext<PaymentActions | null>(null);

/** Gives the page's forms the order, the way to refresh it, and the form that a plain post brought back. */
export const PaymentActionsProvider = Context.Provider;

/** The order whose page this is. */
export function usePaymentActions(): PaymentActions {
  const value = useContext(Context);
  if (value === null) throw new Error("outside of a payment page");
  return value;
}

/** Title and text of what an action achieved. */
export function useNoticeTexts(): (name: NoticeName) => { title: string; text?: string } {
  const t = useTranslations("payment");
  return (name) => {
    if (name === "paidSeen") return { title: t("paidSeen"), text: t("paidSeenText") };
    if (name === "paidWaiting") return { title: t("paidWaiting"), text: t("paidWaitingText") };
    return { title: t(name) };
  };
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
  const t = useTranslations();
  const { order, refresh, submitted } = usePaymentActions();
  const { api } = useAppContext();
  const page = usePage();
  const texts = useNoticeTexts();
  const back = submitted?.values.intent === props.intent ? submitted : null;
  const [errors, setErrors] = useState<Record<string, string>>(back?.errors ?? {});
  const [isBusy, setBusy] = useState(false);
  const key = useRef(`${page.idempotencyKey}-${props.intent}`);
  const submit = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    setBusy(true);
    const result = await runPaymentAction(
      api,
      order.id,
      props.intent,
      (name) => String(fields.get(name) ?? ""),
      key.current,
    );
    if (result.ok || result.problem.status !== 0) key.current = newIdempotencyKey();
    if (result.ok) {
      setErrors({});
      notify(texts(result.notice));
    } else {
      const text = problemText(result.problem, {
        network: t("error.network"),
        unknown: props.intent === "paid" ? t("payment.paidFailedText") : t("error.unknown"),
        refundRequired: t("error.refundRequired"),
      });
      setErrors({ [result.field]: text });
      const title = props.intent === "paid" ? t("payment.paidFailed") : t("toast.failedAction");
      notify({ title, text, tone: "bad" });
    }
    await refresh();
    setBusy(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void submit(event.currentTarget);
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
      {props.children({ isBusy, errors, values: back?.values ?? {} })}
    </form>
  );
}
