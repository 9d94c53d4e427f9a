import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { FieldMessage, messageId } from "../../ui/field";
import { AddressTypeField } from "../order-form/address-type";
import type { Exchange } from "./use-exchange";

const KINDS = [
  ["less", "less"],
  ["more", "moreArrives"],
  ["late", "late"],
] as const;

/** Refund address, type of the deposit address and standing instructions, in sight: what is refunded automatically depends on them. */
export function MoreFields({ exchange, currency }: { exchange: Exchange; currency: Currency | undefined }) {
  const t = useTranslations("form");
  const { values, errors, change } = exchange;
  return (
    <div className="mt-1">
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
        placeholder={t("addressPlaceholder", { symbol: currency?.symbol ?? "" })}
        className="control mt-1 font-mono text-sm placeholder:font-sans"
      />
      <FieldMessage name="refundAddress" error={errors.refundAddress}>
        <span className="text-[0.8125rem]/4.5">{t("refundHint")}</span>
      </FieldMessage>
      <AddressTypeField form={exchange} currency={currency} />
      <fieldset className="mt-2">
        <legend className="eyebrow">{t("mismatch")}</legend>
        <div className="mt-1 grid gap-2">
          {KINDS.map(([name, label]) => (
            <div key={name} className="flex items-center justify-between gap-3 text-[0.8125rem]/4.5">
              <label htmlFor={name}>{t(label)}</label>
              <Instruction
                name={name}
                value={values[name]}
                asks={name === "late" || values.orderType === "fixed"}
                onChange={(value) => change({ [name]: value })}
              />
            </div>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

interface InstructionProps {
  name: string;
  value: string;
  /** Whether the customer is asked where nothing is chosen: a floating order exchanges what its limits allow. */
  asks: boolean;
  onChange: (value: string) => void;
}

function Instruction({ name, value, asks, onChange }: InstructionProps) {
  const t = useTranslations("form");
  return (
    <select
      id={name}
      name={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="control min-h-11 max-w-52 px-2 text-sm sm:max-w-72"
    >
      <option value="">{t(asks ? "ask" : "doExchangeIf")}</option>
      <option value="exchange">{t("doExchange")}</option>
      <option value="refund">{t("doRefund")}</option>
    </select>
  );
}
