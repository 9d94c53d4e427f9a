import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import type { Claimed } from "../../lib/api";
import { formatDecimal } from "../../lib/decimal";
import { useAppContext, usePage, useSubmitted } from "../../lib/page-context";
import { AddressText } from "../../ui/address-text";
import { FieldMessage, messageId } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { readClaimed, runClaim } from "./claim";

/** For the bearer of a deletion note: claims what came to the deleted order's address. */
export function ClaimForm() {
  const t = useTranslations();
  const { language } = usePage();
  const submitted = useSubmitted("claim");
  const { claimed, errors, isBusy, onSubmit } = useClaim(
    readClaimed(submitted?.values.claimed),
    submitted?.errors ?? {},
  );
  return (
    <details className="group panel mt-12 px-4 sm:px-6" open={submitted !== null}>
      <summary className="flex min-h-12 items-center justify-between gap-3 font-medium">
        {t("claim.title")}
        <Icon name="chevron" className="size-4 shrink-0 text-soft group-open:rotate-180" />
      </summary>
      <p className="text-sm text-soft">{t("claim.text")}</p>
      <div role="status">{claimed === null ? null : <ClaimedOrders claimed={claimed} />}</div>
      <form method="post" action={`/${language}/track`} noValidate onSubmit={onSubmit} className="pt-3 pb-4">
        <label htmlFor="note" className="eyebrow">
          {t("deletion.note")}
        </label>
        <textarea
          id="note"
          name="note"
          rows={4}
          maxLength={14_000}
          autoComplete="off"
          spellCheck={false}
          defaultValue={submitted?.values.note}
          aria-invalid={errors.note !== undefined}
          aria-describedby={messageId("note")}
          className="control mt-1 w-full py-2 font-mono text-sm"
        />
        <FieldMessage name="note" error={errors.note}>
          {t("claim.hint")}
        </FieldMessage>
        <label htmlFor="refundAddress" className="eyebrow mt-3 block">
          {t("payment.refundAddress")}
        </label>
        <input
          id="refundAddress"
          name="refundAddress"
          maxLength={300}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={submitted?.values.refundAddress}
          aria-invalid={errors.refundAddress !== undefined}
          aria-describedby={messageId("refundAddress")}
          className="control mt-1 w-full font-mono text-sm"
        />
        <FieldMessage name="refundAddress" error={errors.refundAddress} />
        <button type="submit" disabled={isBusy} className="button mt-2 max-sm:w-full">
          {t("claim.submit")}
        </button>
      </form>
    </details>
  );
}

function useClaim(initial: Claimed[] | null, initialErrors: Record<string, string>) {
  const t = useTranslations();
  const { api } = useAppContext();
  const [claimed, setClaimed] = useState(initial);
  const [errors, setErrors] = useState(initialErrors);
  const [isBusy, setBusy] = useState(false);
  const submit = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    setBusy(true);
    const outcome = await runClaim(api, (name) => String(fields.get(name) ?? ""));
    setBusy(false);
    if (outcome.ok) {
      setErrors({});
      return setClaimed(outcome.value);
    }
    const { error } = outcome;
    const text = "key" in error ? t(error.key) : error.message || t("error.network");
    setErrors({ [error.field]: text });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void submit(event.currentTarget);
  };
  return { claimed, errors, isBusy, onSubmit };
}

function ClaimedOrders({ claimed }: { claimed: Claimed[] }) {
  const t = useTranslations("claim");
  const payment = useTranslations("payment");
  const { language } = usePage();
  return (
    <div className="mt-3">
      <p className="font-medium">{t("done")}</p>
      <ul className="divide-y border-y">
        {claimed.map(({ id, trackingCode, amount, currency, refundAddress }) => (
          <li key={id}>
            <Link
              to="/payment/$id"
              params={{ id }}
              className="flex min-h-12 items-center justify-between gap-4 hover:bg-well"
            >
              <span className="font-semibold">#{trackingCode}</span>
              <span>
                {formatDecimal(amount, language)} {currency}
              </span>
            </Link>
            <p className="pb-3 text-sm">
              <span className="text-soft">{payment("refundAddress")}</span>
              <AddressText address={refundAddress} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
