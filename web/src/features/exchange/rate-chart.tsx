import type { Currency } from "@sotto/openapi";
import { useMemo, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { HISTORY_RANGES, type HistoryRange, type RateHistory } from "../../lib/api";
import { changeBasisPoints, compareDecimals, formatDecimal, formatRate } from "../../lib/decimal";
import { useAppContext, useHydrated, usePage } from "../../lib/page-context";
import { usePolled } from "../../lib/use-polled";
import { changeText } from "./change-text";
import { Chart } from "./chart";
import { EXCHANGE_FORM_ID } from "./exchange-form";
import type { FirstHistory } from "./load";
import { unpackRates } from "./past-rates";

/** The service keeps a price a minute. */
export const PRICES_EVERY_MS = 60_000;

interface RateChartProps {
  send: Currency;
  receive: Currency;
  first: FirstHistory;
}

/** The pair's past rates: a line, its low, its high and the change; without JavaScript the form asks for a range. */
export function RateChart({ send, receive, first }: RateChartProps) {
  const t = useTranslations("chart");
  const { api } = useAppContext();
  const past = useMemo(() => unpackRates(first.result), [first.result]);
  const [range, setRange] = useState(first.range);
  const isFirst = send.id === first.from && receive.id === first.to && range === first.range;
  const data = usePolled({
    key: `${send.id} ${receive.id}`,
    part: range,
    ask: () => api.rateHistory({ from: send.id, to: receive.id }, range),
    first: isFirst ? past : null,
    everyMs: PRICES_EVERY_MS,
  });
  const history = data?.ok === true ? data.value : null;
  return (
    <section aria-labelledby="rate-chart">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="rate-chart" className="text-[0.9375rem] text-soft">
          {t("chartTitle", { send: send.symbol, receive: receive.symbol })}
        </h3>
        <Ranges range={range} onChange={setRange} />
      </div>
      <Line history={history} receive={receive.symbol} />
    </section>
  );
}

const SHOWN_DIGITS = 6;
const RANGE_NAMES = { "24h": "day", "7d": "week", "30d": "month" } as const;

function Ranges({ range, onChange }: { range: HistoryRange; onChange: (range: HistoryRange) => void }) {
  const t = useTranslations("chart");
  return (
    <fieldset className="-mr-2 flex flex-wrap">
      <legend className="sr-only">{t("range")}</legend>
      {HISTORY_RANGES.map((choice) => (
        <button
          key={choice}
          type="submit"
          form={EXCHANGE_FORM_ID}
          name="range"
          value={choice}
          aria-pressed={choice === range}
          onClick={(event) => {
            event.preventDefault();
            onChange(choice);
          }}
          className={`min-h-9 rounded-md px-2 text-sm hover:text-ink ${choice === range ? "font-semibold text-ink underline decoration-accent decoration-2 underline-offset-4" : "text-soft"}`}
        >
          {t(RANGE_NAMES[choice])}
        </button>
      ))}
    </fieldset>
  );
}

function Line({ history, receive }: { history: RateHistory | null; receive: string }) {
  const t = useTranslations("chart");
  const figures = useFigures(history);
  const { network } = usePage();
  const [read, setRead] = useState<number | null>(null);
  if (history === null || figures === null)
    return (
      <p className="grid h-70 place-content-center text-center text-sm text-soft sm:h-84">{t("chartNone")}</p>
    );
  const { low, high, change, isDown, points, dates, rateAt } = figures;
  const label = t("chartLabel", { low, high, change, receive, range: t(RANGE_NAMES[history.range]) });
  const shown = read === null ? points.length - 1 : read;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-4">
        <strong className="display text-[2.5rem]/13 tabular-nums sm:text-[3.75rem]/16">
          {rateAt(shown)}
        </strong>
        {read === null ? (
          <span className={`font-semibold ${isDown ? "text-bad" : "text-good"}`}>
            {change} · {t(RANGE_NAMES[history.range])}
          </span>
        ) : (
          <span className="text-soft">{dates(shown)}</span>
        )}
      </p>
      <Chart points={points} label={label} read={read} onRead={setRead} />
      <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-[0.8125rem] text-soft">
        <span>{dates(0)}</span>
        <span>
          {t("low")} {low} · {t("high")} {high}
        </span>
        <span>{dates(points.length - 1)}</span>
      </p>
      {network === "simnet" ? <p className="text-[0.8125rem] text-soft">{t("simulated")}</p> : null}
    </>
  );
}

/** What the chart says of a history; null while there is too little of one. */
function useFigures(history: RateHistory | null) {
  const { language } = usePage();
  const dateText = useDateText(history?.range);
  const points = history?.points ?? [];
  const [start, end] = [points[0], points.at(-1)];
  if (start === undefined || end === undefined || points.length < 2) return null;
  const rates = points.map(({ rate }) => rate).sort(compareDecimals);
  const moved = changeBasisPoints(start.rate, end.rate) ?? 0;
  return {
    low: shortRate(rates[0] ?? end.rate),
    high: shortRate(rates.at(-1) ?? end.rate),
    isDown: moved < 0,
    change: changeText(moved, language),
    points: points.map(({ at, rate }) => ({ at: Date.parse(at), rate: Number(rate) })),
    dates: (index: number) => dateText(points[index]?.at ?? end.at),
    rateAt: (index: number) => shortRate(points[index]?.rate ?? end.rate),
  };

  /** A past rate is looked at, not paid: six digits, where it has so many before the mark. */
  function shortRate(rate: string): string {
    const [whole = "0"] = rate.split(".");
    return whole === "0"
      ? formatRate(rate, language)
      : formatDecimal(rate, language, Math.max(0, SHOWN_DIGITS - whole.length));
  }
}

/** A moment of a chart: a time within a day, a date beyond; in UTC until the page is alive. */
function useDateText(range: HistoryRange | undefined): (at: string) => string {
  const locale = useLocale();
  const zone = useHydrated() ? {} : { timeZone: "UTC" };
  const parts =
    range === "24h"
      ? ({ hour: "2-digit", minute: "2-digit" } as const)
      : ({ day: "numeric", month: "short" } as const);
  const format = new Intl.DateTimeFormat(locale, { ...parts, ...zone });
  return (at) => format.format(new Date(at));
}
