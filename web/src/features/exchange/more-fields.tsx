import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { FieldMessage, messageId } from "../../ui/field";
import { useFold } from "../../ui/fold";
import { Icon } from "../../ui/icon";
import type { Exchange } from "./use-exchange";

const KINDS = [
  ["less", "less"],
  ["more", "moreArrives"],
  ["late", "late"],
] as const;

/** Refund address and standing instructions; open when something in it was given or is wrong. */
export function MoreFields({ exchange, currency }: { exchange: Exchange; currency: Currency | undefined }) {
  const t = useTranslations("form");
  const { values, errors, change } = exchange;
  const isUsed =
    values.refundAddress !== "" || values.less !== "" || values.more !== "" || values.late !== "";
  const fold = useFold(isUsed, errors.refundAddress);
  return (
    <details className="group mt-3 border-t" {...fold}>
      <summary className="flex min-h-11 items-center gap-2 text-sm font-medium">
        <Icon name="chevron" className="size-4 text-soft group-open:rotate-180" />
        {t("more")}
      </summary>
      <label htmlFor="refundAddress" className="eyebrow">
        {t("refundAddress", {
          name: currency === undefined ? "" : `${currency.symbol} · ${currency.networkDisplayName}`,
        })}
      </label>
      <input
        id="refundAddress"
        name="refundAddress"
        value={values.refundAddress}
        onChange={(event) => change({ refundAddress: event.target.value })}
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        aria-invalid={errors.refundAddress !== undefined}
        aria-describedby={messageId("refundAddress")}
        className="control font-mono text-sm"
      />
      <FieldMessage name="refundAddress" error={errors.refundAddress}>
        {t("refundHint")}
      </FieldMessage>
      <p className="eyebrow mt-3">{t("mismatch")}</p>
      <div className="mt-1 grid gap-3 sm:grid-cols-3">
        {KINDS.map(([name, label]) => (
          <label key={name} className="text-sm">
            {t(label)}
            <select
              name={name}
              value={values[name]}
              onChange={(event) => change({ [name]: event.target.value })}
              className="control mt-1"
            >
              <option value="">{t("ask")}</option>
              <option value="exchange">{t("doExchange")}</option>
              <option value="refund">{t("doRefund")}</option>
            </select>
          </label>
        ))}
      </div>
    </details>
  );
}
