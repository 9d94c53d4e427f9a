import type { Currency } from "@sotto/openapi";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useHydrated } from "../lib/page-context";
import { CoinIcon } from "./coin-icon";
import type { CurrencyPickerProps } from "./currency-picker";
import { Icon } from "./icon";
import { useLazyPart } from "./lazy-part";

interface CurrencySelectProps {
  /** The form's field. */
  name: string;
  label: string;
  /** Canonical code. */
  value: string;
  currencies: readonly Currency[];
  onChoose: (id: string) => void;
  className?: string;
}

/**
 * A native select; with JavaScript a button that opens the currency picker, over the same select, which keeps the
 * form's field.
 */
export function CurrencySelect(props: CurrencySelectProps) {
  const { name, label, value, currencies, onChoose, className = "w-40 sm:w-60" } = props;
  const t = useTranslations("form");
  const hydrated = useHydrated();
  const text = (currency: Currency) => {
    const isCoin = currency.id === currency.symbol;
    const shown = `${currency.symbol} · ${isCoin ? currency.name : currency.network}`;
    return currency.isActive ? shown : t("paused", { name: shown });
  };
  return (
    <div
      className={`relative shrink-0 rounded-md border border-edge bg-panel focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${className}`}
    >
      <select
        name={name}
        aria-label={label}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        // Behind the button it serves only as the form's field: the keyboard and screen readers have the button.
        tabIndex={hydrated ? -1 : undefined}
        aria-hidden={hydrated ? true : undefined}
        className={`min-h-12 w-full min-w-0 truncate rounded-md bg-transparent px-2 text-sm font-medium sm:text-base ${hydrated ? "opacity-0" : ""}`}
      >
        {currencies.map((currency) => (
          <option key={currency.id} value={currency.id} disabled={!currency.isActive}>
            {text(currency)}
          </option>
        ))}
      </select>
      {hydrated ? <PickerButton {...props} /> : null}
    </div>
  );
}

function PickerButton({ label, value, currencies, onChoose }: CurrencySelectProps) {
  const [isOpen, setOpen] = useState(false);
  const picker = useLazyPart<CurrencyPickerProps>(
    () => import("./currency-picker").then((module) => module.CurrencyPicker),
    "dialogs",
  );
  const chosen = currencies.find(({ id }) => id === value);
  const isCoin = chosen?.id === chosen?.symbol;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={() => void picker.prepare()}
        onFocus={() => void picker.prepare()}
        onClick={() => void picker.open().then(setOpen)}
        className="absolute inset-0 flex items-center gap-2 rounded-md bg-panel px-2 text-left outline-none hover:bg-well sm:px-3"
      >
        <span className="sr-only">{label}: </span>
        <CoinIcon code={value} className="size-7" />
        <span className="min-w-0 grow leading-tight">
          <span className="block font-semibold">{chosen?.symbol ?? value}</span>
          <span className="block truncate text-xs text-soft">
            {isCoin ? (
              chosen?.name
            ) : (
              <>
                <span className="sm:hidden">{chosen?.network}</span>
                <span className="max-sm:hidden">{chosen?.networkDisplayName}</span>
              </>
            )}
          </span>
        </span>
        <Icon name="chevron" className="size-4 text-soft" />
      </button>
      {isOpen && picker.Part !== null ? (
        <picker.Part
          label={label}
          value={value}
          currencies={currencies}
          onChoose={onChoose}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
