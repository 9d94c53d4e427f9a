import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { useAppContext } from "../../lib/page-context";
import { usePolled } from "../../lib/use-polled";
import { FieldMessage, messageId } from "../../ui/field";
import { useAddressVerdict } from "../order-form/address-verdict";
import { ActionForm } from "./action-form";
import { WideFold } from "./fold";
import { Spinner } from "./spinner";

/** The refund address, which can be set once while none is known. */
export function RefundForm({ order }: { order: Order }) {
  const t = useTranslations("payment");
  return (
    <ActionForm intent="refund-address">
      {({ isBusy, errors, values }) => (
        <WideFold name="refund" summary={t("refundForm")} error={errors.refundAddress}>
          <div className="pb-4">
            <RefundInput
              currency={order.sendCurrency}
              error={errors.refundAddress}
              value={values.refundAddress}
              hint={t("refundOnce")}
            >
              <button type="submit" disabled={isBusy} className="button max-sm:w-full">
                {isBusy ? <Spinner /> : null}
                {t("refundSave")}
              </button>
            </RefundInput>
          </div>
        </WideFold>
      )}
    </ActionForm>
  );
}

/** The input of a refund address, on the network of what goes back, which is checked at once. */
export function RefundInput({
  currency,
  error,
  value = "",
  hint,
  children,
}: {
  /** The code of what goes back. */
  currency: string;
  error: string | undefined;
  value: string | undefined;
  hint: string;
  /** Beside the field. */
  children?: ReactNode;
}) {
  const t = useTranslations("payment");
  const [address, setAddress] = useState(value);
  const verdict = useRefundVerdict(address.trim(), currency);
  const refusal = useRefusal(error, address);
  return (
    <div>
      <label htmlFor="refundAddress" className="text-sm font-medium">
        {t("refundAddress")} ({currency})
      </label>
      <div className="mt-1 flex flex-wrap gap-3">
        <input
          id="refundAddress"
          name="refundAddress"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          aria-invalid={refusal !== undefined || verdict.isWrong}
          aria-describedby={messageId("refundAddress")}
          className="control min-w-56 flex-1 font-mono text-sm"
        />
        {children}
      </div>
      <FieldMessage name="refundAddress" error={refusal ?? (verdict.isWrong ? verdict.text : undefined)}>
        {verdict.text || hint}
      </FieldMessage>
    </div>
  );
}

/** What the service said no to, as long as it is still what is entered. */
function useRefusal(error: string | undefined, address: string): string | undefined {
  const [refused, setRefused] = useState({ error, address });
  if (error !== refused.error) setRefused({ error, address });
  return address === refused.address ? error : undefined;
}

/** Whether the address is one of the currency's network; the currencies are asked for with the first address. */
function useRefundVerdict(address: string, code: string) {
  const { api } = useAppContext();
  const data = usePolled({ key: address === "" ? null : "currencies", ask: () => api.currencies() });
  const currencies = data?.ok === true ? data.value : [];
  return useAddressVerdict(
    address,
    currencies.find(({ id }) => id === code),
    currencies,
  );
}
