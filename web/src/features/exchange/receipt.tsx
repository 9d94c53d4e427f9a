import type { Calculation, Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../lib/api";
import { addDecimals, formatDecimal, invertRate, subtractDecimals } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { useDuration } from "../../ui/time";
import { Amount, Line, TotalLine } from "../order-form/cost-lines";
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
    // As high as the whole list, so that what is below does not move when an amount is out of the limits.
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
  const { sendAmount, fee, netReceiveAmount, networkFee, exchangeRate } = calculation;
  const inverse = invertRate(exchangeRate);
  return (
    <>
      <dl className="mt-3 text-sm">
        <Line name={t("send")}>
          <Amount value={sendAmount} symbol={send} />
        </Line>
        <Line name={t("fee", { rate: formatDecimal(calculation.feeRate, language) })}>
          −<Amount value={fee} symbol={send} />
        </Line>
        <Line name={t("exchanged")} isSum>
          <Amount value={subtractDecimals(sendAmount, fee)} symbol={send} />
        </Line>
        <Line name={t("rate")}>
          × <Amount value={exchangeRate} symbol={receive} isRate />
        </Line>
        <Line name={t("gross")} isSum>
          <Amount value={addDecimals(netReceiveAmount, networkFee)} symbol={receive} />
        </Line>
        <Line name={t("networkFee")}>
          −<Amount value={networkFee} symbol={receive} />
        </Line>
        <TotalLine name={isFixed ? t("receive") : t("receiveAbout")}>
          <Amount value={netReceiveAmount} symbol={receive} />
        </TotalLine>
        <Line name={t("time")}>{duration(calculation.estimatedTime)}</Line>
        {inverse === null ? null : (
          <Line name={t("inverse")}>
            1 {receive} = <Amount value={inverse} symbol={send} decimalsMax={8} />
          </Line>
        )}
      </dl>
      <p className="mt-3 text-xs text-soft">{t("sum")}</p>
    </>
  );
}
