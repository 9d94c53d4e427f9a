import type { Calculation, Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../lib/api";
import { costsInReceived } from "../../lib/cost-figures";
import { decimalsOf, formatDecimal, formatPercent, invertRate } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { RateNote } from "../../ui/rate-note";
import { EmptyReceipt, Receipt } from "../../ui/receipt";
import { useDuration } from "../../ui/time";
import type { FormValues } from "./values";

interface ExchangeReceiptProps {
  values: FormValues;
  quote: { result: ApiResult<Calculation> | null; isSettled: boolean };
  send: Currency | undefined;
  receive: Currency | undefined;
}

const INVERSE_DECIMALS = 8;

/** The itemised costs in the received currency, exact, so that they add up to the last decimal. */
export function ExchangeReceipt({ values, quote, send, receive }: ExchangeReceiptProps) {
  const { result } = quote;
  if (result?.ok === true && send !== undefined && receive !== undefined) {
    const isFixed = values.orderType === "fixed";
    return <Costs calculation={result.value} send={send} receive={receive} isFixed={isFixed} />;
  }
  return (
    <EmptyReceipt id="receipt">
      <Reason quote={quote} />
    </EmptyReceipt>
  );
}

function Reason({ quote: { result, isSettled } }: Pick<ExchangeReceiptProps, "quote">) {
  const t = useTranslations("receipt");
  const offline = useTranslations("error")("network");
  const refused = result?.ok === false ? result.error : null;
  const said = refused?.code === "network" ? offline : refused?.message || t("noRate");
  return <p className="mt-3 text-soft">{refused !== null ? said : isSettled ? t("empty") : "…"}</p>;
}

interface CostsProps {
  calculation: Calculation;
  send: Currency;
  receive: Currency;
  isFixed: boolean;
}

function Costs({ calculation, send, receive, isFixed }: CostsProps) {
  const t = useTranslations("receipt");
  const { language } = usePage();
  const { sendAmount, exchangeRate, feeRate } = calculation;
  const costs = costsInReceived(calculation, receive.decimals);
  return (
    <Receipt
      id="receipt"
      title={t("title")}
      aside={t("in", { symbol: receive.symbol })}
      decimals={Math.min(receive.decimals, decimalsOf(...Object.values(costs)))}
      rows={[
        {
          name: `${formatDecimal(sendAmount, language)} ${send.symbol}`,
          note: <RateNote sendAmount={sendAmount} exchangeRate={exchangeRate} worth={costs.worth} />,
          value: costs.worth,
        },
        {
          name: t("ourFee"),
          note: formatPercent(feeRate, language),
          value: costs.fee,
          isTaken: true,
        },
        { name: t("network", { name: receive.networkDisplayName }), value: costs.networkFee, isTaken: true },
      ]}
      total={{ name: isFixed ? t("receive") : t("receiveAbout"), value: costs.net }}
      proof={t("proof")}
    >
      <More calculation={calculation} send={send} receive={receive} />
    </Receipt>
  );
}

function More({ calculation, send, receive }: Omit<CostsProps, "isFixed">) {
  const t = useTranslations("receipt");
  const { language } = usePage();
  const duration = useDuration();
  const inverse = invertRate(calculation.exchangeRate);
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 pl-5 text-[0.8125rem]/5 text-soft">
      <span>{t("time", { time: duration(calculation.estimatedTime) })}</span>
      {inverse === null ? null : (
        <span>
          1 {receive.symbol} = {formatDecimal(inverse, language, INVERSE_DECIMALS)} {send.symbol}
        </span>
      )}
    </p>
  );
}
