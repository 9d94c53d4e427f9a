import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { FieldMessage, messageId } from "../../ui/field";
import { useFold } from "../../ui/fold";
import { Icon } from "../../ui/icon";
import { ActionForm } from "./action-form";
import { Spinner } from "./spinner";

/** The refund address, which can be set once while none is known. */
export function RefundForm({ order }: { order: Order }) {
  const t = useTranslations("payment");
  return (
    <ActionForm intent="refund-address">
      {({ isBusy, errors, values }) => (
        <Fold error={errors.refundAddress}>
          <div className="pb-4">
            <div className="flex flex-wrap gap-3">
              <RefundInput order={order} error={errors.refundAddress} value={values.refundAddress} />
              <button type="submit" disabled={isBusy} className="button max-sm:w-full">
                {isBusy ? <Spinner /> : null}
                {t("refundSave")}
              </button>
            </div>
            <FieldMessage name="refundAddress" error={errors.refundAddress}>
              {t("refundOnce")}
            </FieldMessage>
          </div>
        </Fold>
      )}
    </ActionForm>
  );
}

function Fold({ error, children }: { error: string | undefined; children: ReactNode }) {
  const t = useTranslations("payment");
  const fold = useFold(false, error);
  return (
    <details className="group panel px-4 sm:px-6" {...fold}>
      <summary className="flex min-h-12 items-center justify-between gap-3 font-medium">
        {t("refundForm")}
        <Icon name="chevron" className="size-4 text-soft group-open:rotate-180" />
      </summary>
      {children}
    </details>
  );
}

/** The input of a refund address, on the network of what was sent. */
export function RefundInput({
  order,
  error,
  value,
}: {
  order: Order;
  error: string | undefined;
  value: string | undefined;
}) {
  const t = useTranslations("payment");
  return (
    <input
      name="refundAddress"
      defaultValue={value}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={300}
      aria-label={`${t("refundAddress")} (${order.sendCurrency})`}
      placeholder={`${t("refundAddress")} (${order.sendCurrency})`}
      aria-invalid={error !== undefined}
      aria-describedby={messageId("refundAddress")}
      className="control min-w-56 flex-1 font-mono text-sm placeholder:font-sans"
    />
  );
}
