import type { Calculation, Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import type { OrderType } from "../../lib/api";
import { addDecimals, formatDecimal, formatPercent, subtractDecimals } from "../../lib/decimal";
import { useNowMs, usePage, useSentenceGap } from "../../lib/page-context";
import { Option } from "../../ui/option";
import { clockTime } from "../../ui/time";
import { amountByFee } from "./other-rate";
import type { Exchange } from "./use-exchange";

/** A rate is compared here, not paid: what is beyond is in the receipt. */
const SHOWN_DECIMALS = 4;

interface RateTypeProps {
  exchange: Exchange;
  calculation: Calculation | null;
  /** Percentage points that a fixed rate costs more; null where that is not known. */
  fixedSurcharge: string | null;
  send: Currency | undefined;
  receive: Currency | undefined;
}

/** Floating or fixed, side by side with what each comes to; the meaning of the chosen one is shown under the two. */
export function RateType({ exchange, calculation, fixedSurcharge, send, receive }: RateTypeProps) {
  const t = useTranslations("form");
  const { values, change } = exchange;
  const currency = values.direction === "send" ? receive : send;
  return (
    <fieldset className="mt-4">
      <legend className="sr-only">{t("rateType")}</legend>
      <div className="grid grid-cols-2 gap-2">
        {(["floating", "fixed"] as const).map((type) => (
          <Option
            key={type}
            name="orderType"
            value={type}
            isChosen={values.orderType === type}
            onChoose={() => change({ orderType: type })}
            title={t(type)}
          >
            <Sum
              type={type}
              exchange={exchange}
              calculation={calculation}
              fixedSurcharge={fixedSurcharge}
              symbol={currency?.symbol ?? ""}
            />
          </Option>
        ))}
      </div>
      <Meaning exchange={exchange} calculation={calculation} />
    </fieldset>
  );
}

/** What a rate comes to, by its fee: exact for the chosen one, computed from it for the other. */
function Sum({
  type,
  exchange: { values },
  calculation,
  fixedSurcharge,
  symbol,
}: Pick<RateTypeProps, "exchange" | "calculation" | "fixedSurcharge"> & { type: OrderType; symbol: string }) {
  const t = useTranslations("receipt");
  const { language } = usePage();
  const rate = calculation && rateOf(type, { calculation, fixedSurcharge, chosen: values.orderType });
  if (calculation === null || rate === null) return <span className="block text-sm text-soft">–</span>;
  const amount = amountByFee(calculation, values.direction, rate);
  return (
    <>
      <span className="block text-sm/6 tabular-nums">
        {formatDecimal(amount, language, SHOWN_DECIMALS)} <span className="max-sm:hidden">{symbol}</span>
      </span>
      <span className="block text-[0.8125rem]/4.5 text-soft">
        {t("feeOf", { rate: formatPercent(rate, language) })}
      </span>
    </>
  );
}

/** The fee of a type in percent: the quote's own, or by the schedule the other one's; null while that is not known. */
function rateOf(
  type: OrderType,
  {
    calculation,
    fixedSurcharge,
    chosen,
  }: { calculation: Calculation; fixedSurcharge: string | null; chosen: OrderType },
): string | null {
  const { feeRate } = calculation;
  if (type === chosen) return feeRate;
  if (fixedSurcharge === null) return null;
  return type === "fixed" ? addDecimals(feeRate, fixedSurcharge) : subtractDecimals(feeRate, fixedSurcharge);
}

function Meaning({ exchange: { values }, calculation }: Pick<RateTypeProps, "exchange" | "calculation">) {
  const t = useTranslations("form");
  const nowMs = useNowMs();
  const gap = useSentenceGap();
  const expiresAt = values.orderType === "fixed" ? calculation?.expiresAt : null;
  return (
    <p className="mt-1.5 text-[0.8125rem]/5 text-soft">
      {values.orderType === "fixed" ? t("fixedHint") : t("floatingHint")}
      {gap}
      {expiresAt ? (
        <strong className="font-semibold text-ink">
          {t("fixedUntil", { time: clockTime((Date.parse(expiresAt) - nowMs) / 1000) })}
        </strong>
      ) : null}
    </p>
  );
}
