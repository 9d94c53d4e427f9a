import type { CreateExchangeBody } from "@sotto/openapi";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { usePage, useSubmitted } from "../../lib/page-context";
import { notify } from "../../ui/notices";
import { keepEntered, lastEntered } from "./entered";
import { type FieldErrors, withoutChanged } from "./errors";
import { type OrderFormKind, refusalErrors } from "./kind";
import { type OrderSteps, useOrderCreation } from "./use-order-creation";

/** State and actions that all order forms share: the values, the errors beside them, and the order's creation. */
export function useOrderForm<Values extends object, Seen>(
  kind: OrderFormKind<Values, Seen>,
  first: Values,
  steps: OrderSteps,
) {
  const t = useTranslations();
  const submitted = useSubmitted(kind.name);
  const { language } = usePage();
  const [again] = useState(() => lastEntered(kind.name, { first, language }));
  const [values, setValues] = useState(again ?? first);
  const [errors, setErrors] = useState<FieldErrors>(submitted?.errors ?? {});
  const { isBusy, renew, create } = useOrderCreation(steps, again !== null);

  /** Changes values; `names` are the fields of the form that this concerns. */
  const change = (changed: Partial<Values>, names: readonly string[] = Object.keys(changed)) => {
    renew();
    setValues((known) => ({ ...known, ...changed }));
    setErrors((known) => withoutChanged(known, names));
  };
  /** Says in the form and in a notice what is wrong. */
  const showErrors = (found: FieldErrors, title = found.title ?? t(kind.failed.title)) => {
    setErrors(found);
    notify({ title, text: found.form ?? Object.values(found)[0] ?? "", tone: "bad" });
  };
  /** The same, and leads to the first field that is wrong. */
  const refuse = (found: FieldErrors, title?: string) => {
    showErrors(found, title);
    focusFirst(found);
  };
  /** Creates an order; a refusal is shown, and returned by field. */
  const createOrder = async (order: CreateExchangeBody): Promise<FieldErrors> => {
    const problem = await create(order);
    const found = problem === null ? {} : refusalErrors(kind, (name) => t(name), { problem, values });
    if (problem === null) {
      keepEntered(kind.name, { first, values, language });
      setErrors(found);
    } else showErrors(found);
    return found;
  };
  return { values, errors, isBusy, notice: submitted?.notice, change, refuse, createOrder };
}

/** Moves the focus to the first field that is wrong. */
export function focusFirst(errors: FieldErrors): void {
  document.getElementsByName(Object.keys(errors)[0] ?? "")[0]?.focus();
}
