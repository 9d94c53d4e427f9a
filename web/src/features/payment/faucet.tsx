import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { FieldMessage, messageId } from "../../ui/field";
import { OnChain } from "../../ui/on-chain";
import { ActionForm } from "./action-form";
import { Spinner } from "./spinner";

/** Simnet only: a payment from the faucet, of any amount. */
export function Faucet({ order, className = "" }: { order: Order; className?: string }) {
  const t = useTranslations("payment");
  const { language } = usePage();
  return (
    <section className={`rounded-lg border border-dashed border-edge p-4 sm:p-6 ${className}`}>
      <h2 className="font-semibold">{t("faucetTitle")}</h2>
      <p className="mt-1 text-sm text-soft">{t("faucetText")}</p>
      <ActionForm intent="faucet" className="mt-3">
        {({ isBusy, errors, values }) => (
          <>
            <input type="hidden" name="currency" value={order.sendCurrency} />
            <input type="hidden" name="address" value={order.depositAddress} />
            <div className="flex flex-wrap gap-3">
              <label className="flex min-w-40 grow items-center gap-2 whitespace-nowrap">
                <input
                  name="amount"
                  defaultValue={values.amount ?? formatDecimal(order.sendAmount, language)}
                  inputMode="decimal"
                  autoComplete="off"
                  aria-label={t("payExactly")}
                  aria-invalid={errors.amount !== undefined}
                  aria-describedby={messageId("amount")}
                  className="control"
                />
                {order.sendCurrency}
              </label>
              <button type="submit" disabled={isBusy} className="button grow">
                {isBusy ? <Spinner /> : null}
                {t("faucetPay")}
              </button>
            </div>
            <FieldMessage name="amount" error={errors.amount} reserve={false} />
          </>
        )}
      </ActionForm>
      <p className="mt-3 text-sm">
        <OnChain kind="address" value={order.depositAddress} className="">
          {t("faucetExplorer")}
        </OnChain>
      </p>
    </section>
  );
}
