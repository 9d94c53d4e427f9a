import type { Calculation, Currency } from "@sotto/openapi";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../lib/api";
import { addDecimals, formatDecimal, formatRate, invertRate, subtractDecimals } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { useDuration } from "../../ui/time";
import type { FormValues } from "./values";

interface ReceiptProps {
  values: FormValues;
  quote: { result: ApiResult<Calculation> | null; isSettled: boolean };
  send: Currency | undefined;
  receive: Currency | undefined;
}

/** The itemised costs: each line exact, so that they add up to the last decimal. */
export function Receipt({ values, quote, send, receive }: ReceiptProps) {
  const t = useTranslations("receipt");
  const offline = useTranslations("error")("network");
  const result = quote.result;
  return (
    // As high as the whole list: what stands below does not move when an amount is out of the limits.
    <section className="panel min-h-[27rem] p-4 sm:p-6" aria-labelledby="receipt">
      <h2 id="receipt" className="font-semibold tracking-tight">
        {t("title")}
      </h2>
      {result?.ok === true && send !== undefined && receive !== undefined ? (
        <Lines
          calculation={result.value}
          send={send.symbol}
          receive={receive.symbol}
          isFixed={values.orderType === "fixed"}
        />
      ) : (
        <p className="mt-3 text-soft">
          {result?.ok !== false
            ? quote.isSettled
              ? t("empty")
              : "…"
            : result.error.code === "network"
              ? offline
              : result.error.message || t("noRate")}
        </p>
      )}
    </section>
  );
}

function Lines({
  calculation,
  send,
  receive,
  isFixed,
}: {
  calculation: Calculation;
  send: string;
  receive: string;
  isFixed: boolean;
}) {
  const t = useTranslations("receipt");
  const { language } = usePage();
  const duration = useDuration();
  const amount = (value: string, symbol: string) => (
    <>
      {formatDecimal(value, language)} <span className="text-soft">{symbol}</span>
    </>
  );
  const { sendAmount, fee, netReceiveAmount, networkFee, exchangeRate } = calculation;
  const inverse = invertRate(exchangeRate);
  return (
    <>
      <dl className="mt-3 text-sm">
        <Line name={t("send")}>{amount(sendAmount, send)}</Line>
        <Line name={t("fee", { rate: formatDecimal(calculation.feeRate, language) })}>
          −{amount(fee, send)}
        </Line>
        <Line name={t("exchanged")} isSum>
          {amount(subtractDecimals(sendAmount, fee), send)}
        </Line>
        <Line name={t("rate")}>
          × {formatRate(exchangeRate, language)} <span className="text-soft">{receive}</span>
        </Line>
        <Line name={t("gross")} isSum>
          {amount(addDecimals(netReceiveAmount, networkFee), receive)}
        </Line>
        <Line name={t("networkFee")}>−{amount(networkFee, receive)}</Line>
        <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-ink pt-3">
          <dt className="font-semibold">{isFixed ? t("receive") : t("receiveAbout")}</dt>
          <dd className="text-lg font-semibold">{amount(netReceiveAmount, receive)}</dd>
        </div>
        <Line name={t("time")}>{duration(calculation.estimatedTime)}</Line>
        {inverse === null ? null : (
          <Line name={t("inverse")}>
            1 {receive} = {formatDecimal(inverse, language, 8)} <span className="text-soft">{send}</span>
          </Line>
        )}
      </dl>
      <p className="mt-3 text-xs text-soft">{t("sum")}</p>
    </>
  );
}

function Line({ name, isSum = false, children }: { name: string; isSum?: boolean; children: ReactNode }) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-4 py-1.5 ${isSum ? "border-t" : ""}`}
    >
      <dt className="text-soft">{name}</dt>
      <dd className="ml-auto text-right">{children}</dd>
    </div>
  );
}
