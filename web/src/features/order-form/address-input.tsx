import type { Currency } from "@sotto/openapi";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useHydrated } from "../../lib/page-context";
import { AddressText } from "../../ui/address-text";
import { FieldMessage, messageId } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { notify } from "../../ui/notices";
import { useAddressVerdict } from "./address-verdict";
import type { FieldErrors } from "./errors";

/** The class of a button inside an address field. */
export const FIELD_BUTTON = "grid w-11 place-items-center rounded-md text-soft hover:text-ink";

interface AddressInputProps {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  currency: Currency | undefined;
  /** The currencies whose networks are named when the address belongs to one of them instead. */
  others?: readonly Currency[];
  onChange: (text: string) => void;
  onPaste?: (text: string) => void;
  /** A button inside the field, behind the one that pastes. */
  more?: ReactNode;
  /** A button beside the field. */
  beside?: ReactNode;
}

/** An address field that says at once whether the address belongs to the currency's network. */
export function AddressInput(props: AddressInputProps) {
  const { name, label, value, error, currency, others = [], onChange } = props;
  const { onPaste = onChange, more = null, beside = null } = props;
  const t = useTranslations("form");
  const hydrated = useHydrated();
  const verdict = useAddressVerdict(value.trim(), currency, others);
  return (
    <div>
      <label htmlFor={name} className="eyebrow">
        {label}
      </label>
      <div className="mt-1 flex items-center gap-1">
        <div className="relative grow">
          <input
            id={name}
            name={name}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={300}
            placeholder={
              currency === undefined ? undefined : t("addressPlaceholder", { symbol: currency.symbol })
            }
            aria-invalid={error !== undefined || verdict.isWrong}
            aria-describedby={messageId(name)}
            className={`control font-mono text-sm placeholder:font-sans ${more === null ? "pr-12" : "pr-24"}`}
          />
          {/* Their place is kept without JavaScript, where none of them can work. */}
          <div className={`absolute inset-y-0 right-0 flex ${hydrated ? "" : "invisible"}`}>
            <PasteButton onPaste={onPaste} />
            {more}
          </div>
        </div>
        {beside}
      </div>
      <FieldMessage name={name} error={error ?? (verdict.isWrong ? verdict.text : undefined)}>
        {verdict.isValid ? (
          <span className="flex items-center gap-1.5 text-good">
            <Icon name="check" className="size-4" />
            {verdict.text}
          </span>
        ) : (
          verdict.text
        )}
      </FieldMessage>
      {/* Its place is kept: the check answers while one reads on. */}
      <div className="min-h-6">
        {verdict.isValid ? <AddressText address={value.trim()} className="text-sm/6" /> : null}
      </div>
    </div>
  );
}

function PasteButton({ onPaste }: { onPaste: (text: string) => void }) {
  const t = useTranslations();
  const paste = async () => {
    try {
      onPaste((await navigator.clipboard.readText()).trim());
      notify({ title: t("toast.pasted") });
    } catch {
      notify({ title: t("toast.pasteFailed"), text: t("toast.pasteFailedText"), tone: "bad" });
    }
  };
  return (
    <button
      type="button"
      onClick={() => void paste()}
      aria-label={t("form.paste")}
      title={t("form.paste")}
      data-tip=""
      className={FIELD_BUTTON}
    >
      <Icon name="paste" />
    </button>
  );
}

interface MemoFieldProps {
  form: {
    values: { receiveMemo: string };
    errors: FieldErrors;
    change: (changed: { receiveMemo: string }) => void;
  };
}

/** What some networks want besides the address. */
export function MemoField({ form: { values, errors, change } }: MemoFieldProps) {
  const t = useTranslations("form");
  return (
    <>
      <label htmlFor="receiveMemo" className="eyebrow">
        {t("memo")}
      </label>
      <input
        id="receiveMemo"
        name="receiveMemo"
        value={values.receiveMemo}
        onChange={(event) => change({ receiveMemo: event.target.value })}
        autoComplete="off"
        maxLength={100}
        aria-invalid={errors.receiveMemo !== undefined}
        aria-describedby={messageId("receiveMemo")}
        className="control mt-1 font-mono text-sm"
      />
      <FieldMessage name="receiveMemo" error={errors.receiveMemo} />
    </>
  );
}
