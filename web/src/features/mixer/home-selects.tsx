import type { Currency } from "@sotto/openapi";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useHydrated } from "../../lib/page-context";
import { sourceChains, TARGET_SYMBOLS, targetChains } from "./home-values";
import type { HomeMixer } from "./use-home-mixer";

interface FieldsProps {
  mixer: HomeMixer;
  currencies: Currency[];
}

/** Source chain and, depending on it, source token; one grouped select without JavaScript, in the same place. */
export function SourceFields({ mixer, currencies }: FieldsProps) {
  const t = useTranslations("mixerHome");
  const hydrated = useHydrated();
  const { values, errors, change } = mixer;
  const chains = sourceChains(currencies);
  if (!hydrated) {
    return (
      <Choice
        name="sendCurrency"
        label={t("source")}
        value={values.sendCurrency}
        isMissing={errors.sendCurrency !== undefined}
      >
        <CodeGroups
          groups={chains.map(({ chain, name, tokens }) => ({ key: chain, label: name, options: tokens }))}
        />
      </Choice>
    );
  }
  const tokens = chains.find(({ chain }) => chain === values.sourceChain)?.tokens ?? [];
  return (
    <div className="grid grid-cols-2 gap-3">
      <Choice
        name="sourceChain"
        label={t("sourceChain")}
        value={values.sourceChain}
        isMissing={errors.sourceChain !== undefined}
        onChange={(sourceChain) => change({ sourceChain, sendCurrency: "" })}
      >
        {chains.map(({ chain, name }) => (
          <option key={chain} value={chain}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice
        name="sendCurrency"
        label={t("sourceToken")}
        value={values.sendCurrency}
        isMissing={errors.sendCurrency !== undefined}
        isDisabled={values.sourceChain === ""}
        onChange={(sendCurrency) => change({ sendCurrency })}
      >
        {tokens.map(({ id, symbol }) => (
          <option key={id} value={id}>
            {symbol}
          </option>
        ))}
      </Choice>
    </div>
  );
}

/** The target currency and, depending on it, the target chain. Another currency may not exist on the chain: it clears it. */
export function TargetFields({ mixer, currencies }: FieldsProps) {
  const t = useTranslations("mixerHome");
  const hydrated = useHydrated();
  const { values, errors, change } = mixer;
  const symbols = TARGET_SYMBOLS.filter((symbol) => targetChains(currencies, symbol).length > 0);
  if (!hydrated) {
    const groups = symbols.map((symbol) => ({
      key: symbol,
      label: symbol,
      options: targetChains(currencies, symbol),
    }));
    return (
      <Choice
        name="receiveCurrency"
        label={t("target")}
        value={values.receiveCurrency}
        isMissing={errors.receiveCurrency !== undefined}
      >
        <CodeGroups groups={groups} />
      </Choice>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3 sm:grid-cols-2">
      <Choice
        name="targetCurrency"
        label={t("targetCurrency")}
        value={values.targetCurrency}
        isMissing={errors.targetCurrency !== undefined}
        onChange={(targetCurrency) => change({ targetCurrency, receiveCurrency: "" })}
      >
        {symbols.map((symbol) => (
          <option key={symbol} value={symbol}>
            {symbol}
          </option>
        ))}
      </Choice>
      <Choice
        name="receiveCurrency"
        label={t("targetChain")}
        value={values.receiveCurrency}
        isMissing={errors.receiveCurrency !== undefined}
        isDisabled={values.targetCurrency === ""}
        onChange={(receiveCurrency) => change({ receiveCurrency })}
      >
        {targetChains(currencies, values.targetCurrency).map(({ id, networkDisplayName }) => (
          <option key={id} value={id}>
            {networkDisplayName}
          </option>
        ))}
      </Choice>
    </div>
  );
}

function CodeGroups({ groups }: { groups: { key: string; label: string; options: Currency[] }[] }) {
  return groups.map(({ key, label, options }) => (
    <optgroup key={key} label={label}>
      {options.map(({ id, symbol, networkDisplayName }) => (
        <option key={id} value={id}>
          {`${symbol} · ${networkDisplayName}`}
        </option>
      ))}
    </optgroup>
  ));
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  isMissing: boolean;
  isDisabled?: boolean;
  onChange?: (value: string) => void;
  children: ReactNode;
}

/** A native select that starts with nothing chosen. */
function Choice({ name, label, value, isMissing, isDisabled = false, onChange, children }: ChoiceProps) {
  const t = useTranslations("mixerHome");
  return (
    <div className="min-w-0">
      <label htmlFor={name} className="eyebrow">
        {label}
      </label>
      <select
        id={name}
        name={name}
        value={value}
        disabled={isDisabled}
        aria-invalid={isMissing}
        onChange={(event) => onChange?.(event.target.value)}
        className="control mt-1 truncate pr-1 disabled:opacity-60"
      >
        <option value="">{t("choose")}</option>
        {children}
      </select>
    </div>
  );
}
