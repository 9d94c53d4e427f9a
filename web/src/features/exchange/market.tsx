import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { CoinIcon } from "../../ui/coin-icon";
import { Moment } from "../../ui/time";
import { shortAmount } from "./amounts";
import { changeText } from "./change-text";
import { type Course, DAY_COINS, type Day, LINE_BOX } from "./day";

/** What coins are worth, how that moved within a day, and what can be sent of each. */
export function MarketTable({ currencies, day }: { currencies: readonly Currency[]; day: Day }) {
  const t = useTranslations("market");
  const chart = useTranslations("chart");
  const shown = DAY_COINS.flatMap(
    (code) => currencies.find(({ id, isActive }) => id === code && isActive) ?? [],
  );
  return (
    <table className="w-full text-[0.9375rem]">
      <caption className="sr-only">{t("marketTitle")}</caption>
      <thead>
        <tr className="border-b text-[0.8125rem] text-soft *:pb-2 *:pl-2 *:text-right *:font-normal *:first:pl-0">
          <th scope="col" className="text-left!">
            {t("coin")}
          </th>
          <th scope="col">{chart("day")}</th>
          <th scope="col">{t("price")}</th>
          <th scope="col" className="max-sm:hidden">
            {t("canSend")}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((currency) => (
          <Row key={currency.id} currency={currency} course={day.courses[currency.id]} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ currency, course }: { currency: Currency; course: Course | undefined }) {
  const t = useTranslations("market");
  const { language } = usePage();
  const { id, symbol, name, minAmount, maxAmount } = currency;
  return (
    <tr className="border-b *:py-3 *:pl-2 *:text-right *:first:pl-0">
      <th scope="row" className="text-left! font-semibold">
        <span className="flex items-center gap-2.5">
          <CoinIcon code={id} className="size-6" />
          {symbol}
          <span className="font-normal text-soft max-xl:hidden">{name}</span>
        </span>
      </th>
      <td>{course === undefined ? "–" : <DayChange course={course} />}</td>
      <td>
        {course === undefined ? "–" : t("dollars", { amount: formatDecimal(course.price, language) })}
        {course?.at === undefined ? null : (
          <span className="block text-[0.8125rem]/5 text-warn">
            <Moment at={course.at} />
          </span>
        )}
      </td>
      <td className="text-soft max-sm:hidden">
        {maxAmount === null
          ? "–"
          : `${formatDecimal(minAmount, language)} – ${shortAmount(maxAmount, language)}`}
      </td>
    </tr>
  );
}

/** How a price moved within a day: drawn, and in figures. */
function DayChange({ course: { change, line } }: { course: Course }) {
  const { language } = usePage();
  const { width, height } = LINE_BOX;
  return (
    <span className="flex items-center justify-end gap-2 sm:gap-3">
      <svg
        viewBox={`-1 -1 ${width + 2} ${height + 2}`}
        className="h-6 w-14 max-[15rem]:hidden overflow-visible text-accent sm:w-20"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline
          points={line}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className={`min-w-14 ${change < 0 ? "text-bad" : change > 0 ? "text-good" : "text-soft"}`}>
        {changeText(change, language)}
      </span>
    </span>
  );
}
