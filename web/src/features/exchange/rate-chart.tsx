import type { Currency } from "@sotto/openapi";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { HISTORY_RANGES, type HistoryRange, type RateHistory } from "../../lib/api";
import { changeBasisPoints, compareDecimals, formatDecimal, formatRate } from "../../lib/decimal";
import { useAppContext, usePage } from "../../lib/page-context";
import { samePair } from "../../lib/same-pair";
import { Sparkline } from "../../ui/sparkline";
import type { FirstHistory } from "./load";

interface RateChartProps {
  send: Currency;
  receive: Currency;
  first: FirstHistory;
}

/** The pair's past rates: a line, its low, its high and the change; without JavaScript the form asks for a range. */
export function RateChart({ send, receive, first }: RateChartProps) {
  const t = useTranslations("receipt");
  const { api } = useAppContext();
  const [range, setRange] = useState(first.range);
  const isFirst = send.id === first.from && receive.id === first.to && range === first.range;
  const key = ["history", send.id, receive.id, range] as const;
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => api.rateHistory({ from: send.id, to: receive.id }, range),
    placeholderData: (known, of) => (samePair(of?.queryKey, key) ? known : undefined),
    ...(isFirst && first.result !== null ? { initialData: first.result } : {}),
  });
  return (
    <section className="panel p-4 sm:p-6" aria-labelledby="rate-chart">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="rate-chart" className="font-semibold tracking-tight">
          {t("chartTitle", { send: send.symbol, receive: receive.symbol })}
        </h2>
        <Ranges range={range} onChange={setRange} />
      </div>
      <Line history={data?.ok === true ? data.value : null} receive={receive.symbol} />
    </section>
  );
}

const SHOWN_DIGITS = 6;
const RANGE_NAMES = { "24h": "day", "7d": "week", "30d": "month" } as const;

function Ranges({ range, onChange }: { range: HistoryRange; onChange: (range: HistoryRange) => void }) {
  const t = useTranslations("receipt");
  return (
    <fieldset className="-mr-2 flex">
      <legend className="sr-only">{t("range")}</legend>
      {HISTORY_RANGES.map((choice) => (
        <button
          key={choice}
          type="submit"
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
  const t = useTranslations("receipt");
  const { language } = usePage();
  const points = history?.points ?? [];
  const [start, end] = [points[0], points.at(-1)];
  if (history === null || start === undefined || end === undefined || points.length < 2) {
    return (
      <p className="mt-2 grid min-h-24 place-content-center text-center text-sm text-soft">
        {t("chartNone")}
      </p>
    );
  }
  const rates = points.map(({ rate }) => rate).sort(compareDecimals);
  const figures = {
    low: shortRate(rates[0] ?? end.rate),
    high: shortRate(rates.at(-1) ?? end.rate),
    change: changeText(start.rate, end.rate),
  };
  const label = t("chartLabel", { ...figures, receive, range: t(RANGE_NAMES[history.range]) });
  return (
    <div className="mt-2 min-h-24">
      <Sparkline points={points.map(({ at, rate }) => [Date.parse(at), Number(rate)])} label={label} />
      <dl className="mt-2 flex flex-wrap justify-between gap-x-4 text-sm">
        <Figure name={t("low")} value={figures.low} />
        <Figure name={t("high")} value={figures.high} />
        <Figure name={t("change")} value={figures.change} />
      </dl>
    </div>
  );

  /** A past rate is looked at, not paid: six digits, where it has so many before the mark. */
  function shortRate(rate: string): string {
    const [whole = "0"] = rate.split(".");
    return whole === "0"
      ? formatRate(rate, language)
      : formatDecimal(rate, language, Math.max(0, SHOWN_DIGITS - whole.length));
  }

  function changeText(from: string, to: string): string {
    const points = changeBasisPoints(from, to) ?? 0;
    const size = Math.abs(points);
    const percent = formatDecimal(
      `${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`,
      language,
    );
    return t("percent", { value: `${points < 0 ? "−" : points > 0 ? "+" : "±"}${percent}` });
  }
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-soft">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
