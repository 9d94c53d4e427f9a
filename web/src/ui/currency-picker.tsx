import type { Currency } from "@sotto/openapi";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { CoinIcon } from "./coin-icon";
import { searchCurrencies } from "./currency-search";
import { Dialog } from "./dialog";
import { Icon } from "./icon";

export interface CurrencyPickerProps {
  label: string;
  /** Canonical code of the chosen one. */
  value: string;
  currencies: readonly Currency[];
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** Chooses a currency by typing, arrows and Enter, or by pointing; says that a token's network matters. */
export function CurrencyPicker({ label, value, currencies, onChoose, onClose }: CurrencyPickerProps) {
  const t = useTranslations("picker");
  const search = useRef<HTMLInputElement>(null);
  return (
    <Dialog title={label} onClose={onClose} focus={search}>
      {(close) => (
        <>
          <Choice
            search={search}
            value={value}
            currencies={currencies}
            onChoose={(id) => {
              close();
              onChoose(id);
            }}
          />
          <p className="border-t bg-well px-4 py-3 text-sm">
            <strong className="font-semibold text-warn">{t("networkTitle")}</strong> {t("networkText")}
          </p>
        </>
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  search: React.RefObject<HTMLInputElement | null>;
  value: string;
  currencies: readonly Currency[];
  onChoose: (id: string) => void;
}

/** A combobox whose list is always open (WAI-ARIA authoring practices, list autocomplete). */
function Choice({ search, value, currencies, onChoose }: ChoiceProps) {
  const t = useTranslations("picker");
  const listId = useId();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(value);
  const groups = searchCurrencies(currencies, query);
  const choosable = groups.flatMap((group) => group.currencies).filter(({ isActive }) => isActive);
  const current = choosable.find(({ id }) => id === active) ?? choosable[0];
  const optionId = (id: string) => `${listId}-${id}`;
  useEffect(() => {
    if (current !== undefined)
      document.getElementById(`${listId}-${current.id}`)?.scrollIntoView({ block: "nearest" });
  }, [current, listId]);
  const move = (steps: number) => {
    const at = choosable.findIndex(({ id }) => id === current?.id);
    const next = choosable[Math.min(Math.max(at + steps, 0), choosable.length - 1)];
    if (next !== undefined) setActive(next.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = KEY_STEPS[event.key];
    if (steps !== undefined) move(steps);
    else if (event.key === "Enter" && current !== undefined) onChoose(current.id);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="px-4 pb-3">
        <input
          ref={search}
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current === undefined ? undefined : optionId(current.id)}
          aria-autocomplete="list"
          aria-label={t("search")}
          placeholder={t("search")}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive("");
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          className="control"
        />
      </div>
      {/* One height, whatever is found: nothing moves while one types. */}
      <div className="h-96 min-h-24 shrink overflow-y-auto overscroll-contain px-2 pb-2">
        <p role="status" className="px-2 text-soft">
          {groups.every((group) => group.currencies.length === 0) ? t("none") : null}
        </p>
        <div id={listId} role="listbox" aria-label={t("list")} tabIndex={-1} className="outline-none">
          {groups.map(({ kind, currencies: listed }) =>
            listed.length === 0 ? null : (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
              <div key={kind} role="group" aria-label={t(kind)}>
                <p className="eyebrow px-2 pt-2 pb-1" aria-hidden="true">
                  {t(kind)}
                </p>
                {listed.map((currency) => (
                  <Option
                    key={currency.id}
                    id={optionId(currency.id)}
                    currency={currency}
                    isChosen={currency.id === value}
                    isCurrent={currency.id === current?.id}
                    onChoose={onChoose}
                  />
                ))}
              </div>
            ),
          )}
        </div>
      </div>
    </>
  );
}

const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 6,
  PageUp: -6,
};

function Option({
  id,
  currency,
  isChosen,
  isCurrent,
  onChoose,
}: {
  id: string;
  currency: Currency;
  isChosen: boolean;
  isCurrent: boolean;
  onChoose: (id: string) => void;
}) {
  const t = useTranslations("picker");
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the search field has the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field takes the keys
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={!currency.isActive}
      onClick={() => (currency.isActive ? onChoose(currency.id) : undefined)}
      className={`flex min-h-12 items-center gap-3 rounded-md px-2 py-1 ${
        currency.isActive ? "cursor-pointer hover:bg-well" : "opacity-60"
      } ${isCurrent ? "bg-tint" : ""}`}
    >
      <CoinIcon code={currency.id} className="size-8" />
      <span className="min-w-0 grow leading-tight">
        <span className="block font-semibold">{currency.symbol}</span>
        <span className="block truncate text-sm text-soft">{currency.name}</span>
      </span>
      <span className="shrink-0 text-right text-sm text-soft">
        {currency.isActive ? currency.networkDisplayName : t("paused")}
      </span>
      <Icon name="check" className={`size-4 text-accent ${isChosen ? "" : "invisible"}`} />
    </div>
  );
}
