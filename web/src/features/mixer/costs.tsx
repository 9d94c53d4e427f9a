import type { Currency, Fees, PrivacyCalculation } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import type { Refusal } from "../../lib/api";
import { costsInReceived } from "../../lib/cost-figures";
import { decimalsOf, formatDecimal, formatPercent, subtractDecimals } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { RateNote } from "../../ui/rate-note";
import { EmptyReceipt, Receipt } from "../../ui/receipt";
import { useDuration } from "../../ui/time";
import { Amount, Line } from "../order-form/cost-lines";
import { FEE_PARTS, feePartsInReceived } from "./fee-parts";
import type { MixerParts } from "./use-mixer";

/** The itemised costs in the received currency; the parts of the fee add up to the last decimal. */
export function Costs({ mixer, send, receive, fees }: MixerParts & { fees: Fees | null }) {
  const t = useTranslations("receipt");
  const { result, amount, isSettled } = mixer.calculation;
  if (result?.ok === true && send !== undefined && receive !== undefined)
    return <Slip calculation={result.value} amount={amount} send={send} receive={receive} fees={fees} />;
  return (
    <EmptyReceipt id="costs">
      {result?.ok === false ? (
        <CalculationFailure problem={result.error} />
      ) : (
        <p className="mt-3 text-soft">{isSettled ? t("empty") : "…"}</p>
      )}
    </EmptyReceipt>
  );
}

function CalculationFailure({ problem }: { problem: Refusal }) {
  const t = useTranslations();
  const why = problem.code === "network" ? t("error.network") : problem.message;
  return (
    <div className="mt-3" role="status">
      <p className="font-medium text-bad">{t("mixer.calculationFailed")}</p>
      <p className="text-soft">{why || t("mixer.calculationFailedText")}</p>
    </div>
  );
}

interface SlipProps {
  calculation: PrivacyCalculation;
  amount: string;
  send: Currency;
  receive: Currency;
  fees: Fees | null;
}

function Slip(props: SlipProps) {
  const { calculation, amount, send, receive } = props;
  const t = useTranslations();
  const { language } = usePage();
  const costs = costsInReceived({ ...calculation, sendAmount: amount }, receive.decimals);
  const parts = feePartsInReceived(calculation, { fee: costs.fee, decimals: receive.decimals });
  const rows = FEE_PARTS.map((part) => ({
    name: t(`mixerCosts.${part}`),
    note: formatPercent(calculation.feeRates[part], language),
    value: parts[part],
    isTaken: true,
  }));
  return (
    <Receipt
      id="costs"
      title={t("receipt.title")}
      aside={t("receipt.in", { symbol: receive.symbol })}
      rows={[
        {
          name: `${formatDecimal(amount, language)} ${send.symbol}`,
          note: <RateNote sendAmount={amount} exchangeRate={calculation.exchangeRate} worth={costs.worth} />,
          value: costs.worth,
        },
        ...rows,
        { name: t("mixerCosts.networkFee"), value: costs.networkFee, isTaken: true },
      ]}
      total={{ name: t("mixerCosts.receive"), value: costs.net }}
      decimals={Math.min(receive.decimals, decimalsOf(...Object.values(costs), ...Object.values(parts)))}
      proof={t("receipt.proof")}
    >
      <InSent {...props} />
    </Receipt>
  );
}

/** The same fee in the sent currency, how long it takes, and whose fee it is. */
function InSent({ calculation, amount, send, receive, fees }: SlipProps) {
  const t = useTranslations("mixerCosts");
  const { language } = usePage();
  const duration = useDuration();
  const percent = (rate: string) => formatPercent(rate, language);
  return (
    <>
      <dl className="mt-3 border-t pt-2 text-sm">
        <Line name={t("rate")}>
          1 {send.symbol} = <Amount value={calculation.exchangeRate} symbol={receive.symbol} isRate />
        </Line>
        <Line name={t("input")}>
          <Amount value={amount} symbol={send.symbol} />
        </Line>
        <Line name={t("fee", { rate: percent(calculation.totalFeeRate) })}>
          −<Amount value={calculation.fee} symbol={send.symbol} />
        </Line>
        <Line name={t("afterFee")}>
          <Amount value={subtractDecimals(amount, calculation.fee)} symbol={send.symbol} />
        </Line>
        <Line name={t("time")}>{t("timeUpTo", { time: duration(calculation.estimatedProcessingTime) })}</Line>
      </dl>
      {fees === null ? null : (
        <p className="mt-2 text-[0.8125rem]/5 text-soft">
          {t("products", { exchange: percent(fees.exchange), home: percent(fees.homeMixer) })}
        </p>
      )}
      <p className="mt-2 text-[0.8125rem]/5 text-soft">{t("note")}</p>
    </>
  );
}
