import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { multiplyDecimals } from "../../lib/cost-figures";
import { cutDecimals, formatDecimal } from "../../lib/decimal";
import { useHydrated, usePage } from "../../lib/page-context";

const DOLLAR_DECIMALS = 2;
/** Longer ones are typed for fun, and their worth would not fit. */
const AMOUNT_LENGTH_MAX = 30;
const LIMIT_DECIMALS = 6;

/** About what an amount is worth in US dollars; nothing while no price is known. */
export function Worth({ amount, price }: { amount: string | null; price: string | undefined }) {
  const t = useTranslations("form");
  const { language } = usePage();
  if (amount === null || price === undefined || amount.length > AMOUNT_LENGTH_MAX) return null;
  return t("worth", { amount: formatDecimal(multiplyDecimals(amount, price), language, DOLLAR_DECIMALS) });
}

/** The least and the most that can be sent, before they could be missed; each is entered by a press. */
export function Limits({
  limits,
  onChoose,
}: {
  limits: Pick<Currency, "minAmount" | "maxAmount"> | undefined;
  onChoose: (amount: string) => void;
}) {
  const t = useTranslations("form");
  const { language } = usePage();
  const hydrated = useHydrated();
  if (!limits?.minAmount || !limits.maxAmount) return null;
  const choices = [
    ["min", limits.minAmount],
    ["max", cutDecimals(limits.maxAmount, LIMIT_DECIMALS)],
  ] as const;
  return (
    <p className="flex flex-wrap gap-x-3 text-[0.8125rem]/6 text-soft">
      {choices.map(([name, amount]) => {
        const text = t(name, { amount: formatDecimal(amount, language) });
        return hydrated ? (
          <button
            key={name}
            type="button"
            onClick={() => onChoose(formatDecimal(amount, language))}
            className="link"
          >
            {text}
          </button>
        ) : (
          <span key={name}>{text}</span>
        );
      })}
    </p>
  );
}
