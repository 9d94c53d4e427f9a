import type { Currency, Fees, PrivacyCalculation } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../lib/api";
import { costsInReceived } from "../../lib/cost-figures";
import { decimalsOf, formatDecimal, formatPercent } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { RateNote } from "../../ui/rate-note";
import { EmptyReceipt, Receipt } from "../../ui/receipt";
import { Amount, Line } from "../order-form/cost-lines";
import { chosenPair } from "./home-values";
import type { HomeMixer } from "./use-home-mixer";

interface HomeCostsProps {
  mixer: HomeMixer;
  fees: ApiResult<Fees>;
  currencies: Currency[];
}

/** Rate, fee and what arrives: (amount − fee) × rate, less the network fee of the whole mix. */
export function HomeCosts({ mixer, fees, currencies }: HomeCostsProps) {
  const t = useTranslations();
  const { language } = usePage();
  const { calculation, rate } = mixer;
  const { result } = calculation;
  const pair = chosenPair(mixer.values);
  const currency = (id: string | undefined) => currencies.find((known) => known.id === id);
  const [send, receive] = [currency(pair?.from), currency(pair?.to)];
  if (result?.ok === true && send !== undefined && receive !== undefined)
    return <Slip calculation={result.value} amount={calculation.amount} send={send} receive={receive} />;
  return (
    <EmptyReceipt id="home-costs">
      <dl className="mt-3 text-sm">
        <Line name={t("mixerHome.rate")}>
          {rate === null || send === undefined ? (
            "–"
          ) : (
            <>
              1 {send.symbol} = <Amount value={rate} symbol={receive?.symbol ?? ""} isRate />
            </>
          )}
        </Line>
        {fees.ok ? (
          <Line name={t("mixerHome.fee")}>{formatPercent(fees.value.homeMixer, language)}</Line>
        ) : null}
      </dl>
      {result?.ok === false && !result.error.code.startsWith("amount/") ? (
        <p className="mt-2 text-sm text-bad" role="status">
          {result.error.message || t("mixer.calculationFailedText")}
        </p>
      ) : null}
      {result === null ? (
        <p className="mt-2 text-sm text-soft">{calculation.isSettled ? t("receipt.empty") : "…"}</p>
      ) : null}
    </EmptyReceipt>
  );
}

interface SlipProps {
  calculation: PrivacyCalculation;
  amount: string;
  send: Currency;
  receive: Currency;
}

function Slip({ calculation, amount, send, receive }: SlipProps) {
  const t = useTranslations();
  const { language } = usePage();
  const costs = costsInReceived({ ...calculation, sendAmount: amount }, receive.decimals);
  return (
    <Receipt
      id="home-costs"
      title={t("receipt.title")}
      aside={t("receipt.in", { symbol: receive.symbol })}
      rows={[
        {
          name: `${formatDecimal(amount, language)} ${send.symbol}`,
          note: <RateNote sendAmount={amount} exchangeRate={calculation.exchangeRate} worth={costs.worth} />,
          value: costs.worth,
        },
        {
          name: t("mixerHome.fee"),
          note: formatPercent(calculation.totalFeeRate, language),
          value: costs.fee,
          isTaken: true,
        },
        {
          name: t("receipt.network", { name: receive.networkDisplayName }),
          value: costs.networkFee,
          isTaken: true,
        },
      ]}
      total={{ name: t("mixerHome.lands"), value: costs.net }}
      decimals={Math.min(receive.decimals, decimalsOf(...Object.values(costs)))}
      proof={t("receipt.proof")}
    />
  );
}
