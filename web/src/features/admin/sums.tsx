import { useTranslations } from "use-intl";
import { settle } from "../../lib/api-calls";
import { addDecimals, compareDecimals, formatDecimal, subtractDecimals } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { useAdminQuery } from "./use-console";

export interface Amount {
  amount: string;
  currency: string;
}

export interface Sum {
  name: string;
  /** One amount, or one of each currency. */
  amounts: readonly Amount[];
  /** What the confirmation comes to; the others explain it. */
  isTotal?: boolean;
  /** Not enough, or less than nothing. */
  isBad?: boolean;
}

/** What a confirmation moves, to the last digit. */
export function Sums({ sums }: { sums: readonly Sum[] }) {
  const { language } = usePage();
  return (
    <dl className="grid gap-1 rounded-md bg-well px-3 py-2.5 text-sm">
      {sums.map(({ name, amounts, isTotal = false, isBad = false }) => (
        <div
          key={name}
          className={`flex items-baseline justify-between gap-4 ${isTotal ? "border-ink text-base font-semibold not-first:border-t not-first:pt-1.5" : ""}`}
        >
          <dt className={isTotal ? "" : "text-soft"}>{name}</dt>
          <dd className={`text-right wrap-anywhere ${isBad ? "font-semibold text-bad" : ""}`}>
            {amounts.map(({ amount, currency }) => (
              <span key={currency} className="block">
                {formatDecimal(amount, language)} {currency}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What lies free of a currency, before and after a payment; nothing until it is known. */
export function useAfter(): (paid: Amount) => Sum[] {
  const t = useTranslations("admin");
  const { result } = useAdminQuery(["wallets"], (client) => settle(client.GET("/api/admin/wallets")));
  return ({ amount, currency }) => {
    const wallet = result?.ok === true ? result.value.find((one) => one.currency === currency) : undefined;
    if (wallet === undefined) return [];
    const { available } = wallet;
    const isEnough = compareDecimals(available, amount) >= 0;
    return [
      { name: t("free"), amounts: [{ amount: available, currency }], isBad: !isEnough },
      ...(isEnough
        ? [{ name: t("freeAfter"), amounts: [{ amount: subtractDecimals(available, amount), currency }] }]
        : []),
    ];
  };
}

/** Adds amounts up, each currency by itself, in the order they first come in; those of nothing fall out. */
export function totalsOf(amounts: readonly Amount[]): Amount[] {
  const totals = new Map<string, string>();
  for (const { amount, currency } of amounts)
    totals.set(currency, addDecimals(totals.get(currency) ?? "0", amount));
  return [...totals]
    .map(([currency, amount]) => ({ amount, currency }))
    .filter(({ amount }) => compareDecimals(amount, "0") !== 0);
}
