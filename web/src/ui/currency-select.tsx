import type { Currency } from "@sotto/openapi";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { loadModule } from "../lib/load-module";
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
  const { name, label, value, currencies, onChoose, className = "w-34 sm:w-38" } = props;
  const t = useTranslations("form");
  const hydrated = useHydrated();
  const chosen = currencies.find(({ id }) => id === value);
  const text = (currency: Currency) => {
    const isCoin = currency.id === currency.symbol;
    const shown = `${currency.symbol} · ${isCoin ? currency.name : currency.network}`;
    return currency.isActive ? shown : t("paused", { name: shown });
  };
  return (
    <div
      className={`currency-field relative shrink-0 rounded-full border border-edge bg-panel focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${className}`}
    >
      <select
        name={name}
        aria-label={label}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        // Behind the button it serves only as the form's field: the keyboard and screen readers have the button.
        tabIndex={hydrated ? -1 : undefined}
        aria-hidden={hydrated ? true : undefined}
        className="min-h-13 w-full min-w-0 truncate rounded-full bg-transparent px-3 text-sm font-medium opacity-0"
      >
        {currencies.map((currency) => (
          <option key={currency.id} value={currency.id} disabled={!currency.isActive}>
            {text(currency)}
          </option>
        ))}
      </select>
      {/* Where scripts never run, the select shows itself: nothing would bring the face along. */}
      <noscript>
        <i hidden />
      </noscript>
      {hydrated ? (
        <PickerButton {...props} />
      ) : (
        <span className={`currency-face pointer-events-none ${FACE_LOOK}`} aria-hidden="true">
          <Face currency={chosen} code={value} />
        </span>
      )}
    </div>
  );
}

function PickerButton({ label, value, currencies, onChoose }: CurrencySelectProps) {
  const [isOpen, setOpen] = useState(false);
  const picker = useLazyPart<CurrencyPickerProps>(
    () => loadModule(() => import("./currency-picker")).then((module) => module.CurrencyPicker),
    "dialogs",
  );
  const chosen = currencies.find(({ id }) => id === value);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={() => void picker.prepare()}
        onFocus={() => void picker.prepare()}
        onClick={() => void picker.open().then(setOpen)}
        className={`${FACE_LOOK} outline-none hover:bg-well`}
      >
        <span className="sr-only">{label}: </span>
        <Face currency={chosen} code={value} />
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

const FACE_LOOK = "absolute inset-0 flex items-center gap-2 rounded-full bg-panel pr-3 pl-2 text-left";

/** The chosen currency: the same before the page is alive and after. */
function Face({ currency, code }: { currency: Currency | undefined; code: string }) {
  const isCoin = currency?.id === currency?.symbol;
  return (
    <>
      <CoinIcon code={code} className="size-8" />
      <span className="min-w-0 grow pl-0.5 leading-tight">
        <span className="block text-[0.9375rem] font-semibold">{currency?.symbol ?? code}</span>
        <span className="block truncate text-xs text-soft">
          {isCoin ? currency?.name : currency?.network}
        </span>
      </span>
      <Icon name="chevron" className="size-4 text-soft" />
    </>
  );
}
