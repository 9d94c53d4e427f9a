import type { Currency } from "@sotto/openapi";
import { ADDRESS_TYPE_NAMES, type AddressType } from "@sotto/openapi/address-types";
import { useTranslations } from "use-intl";
import { FieldMessage, messageId } from "../../ui/field";
import type { FieldErrors } from "./errors";

interface TypedForm {
  values: { depositAddressType: AddressType | "" };
  errors: FieldErrors;
  change: (changed: { depositAddressType: AddressType | "" }) => void;
}

/** The type of the deposit address, where the sent currency has several; else only what the service said of one. */
export function AddressTypeField({ form, currency }: { form: TypedForm; currency: Currency | undefined }) {
  const t = useTranslations("form");
  const name = "depositAddressType";
  const { values, errors, change } = form;
  const types = currency?.depositAddressTypes ?? [];
  if (types.length === 0 && errors[name] === undefined) return null;
  return (
    <div className="mt-2">
      {types.length === 0 ? null : (
        <div className="flex items-center justify-between gap-3">
          <label htmlFor={name} className="eyebrow">
            {t("addressType")}
          </label>
          <select
            id={name}
            name={name}
            value={types.slice(1).find((type) => type === values[name]) ?? ""}
            onChange={(event) => change({ [name]: types.find((type) => type === event.target.value) ?? "" })}
            aria-invalid={errors[name] !== undefined}
            aria-describedby={messageId(name)}
            className="control min-h-11 w-auto px-2 text-sm"
          >
            {types.map((type, index) => (
              // The default is not sent: without JavaScript another coin may be chosen meanwhile, which has no types.
              <option key={type} value={index === 0 ? "" : type}>
                {ADDRESS_TYPE_NAMES[type]}
              </option>
            ))}
          </select>
        </div>
      )}
      <FieldMessage name={name} error={errors[name]}>
        <span className="text-[0.8125rem]/4.5">{t("addressTypeHint")}</span>
      </FieldMessage>
    </div>
  );
}
