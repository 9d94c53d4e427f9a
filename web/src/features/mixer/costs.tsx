import type { PrivacyCalculation } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import type { Refusal } from "../../lib/api";
import { formatPercent, subtractDecimals } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { useDuration } from "../../ui/time";
import { Amount, Line, TotalLine } from "../order-form/cost-lines";
import type { MixerParts } from "./use-mixer";

const FEE_PARTS = ["base", "mixing", "delay", "maxPrivacy"] as const;
const RECEIVE_DECIMALS = 8;

/** The itemised costs: the parts of the fee add up to the last decimal. */
export function Costs({ mixer, send, receive }: MixerParts) {
  const t = useTranslations("mixerCosts");
  const { result, amount } = mixer.calculation;
  return (
    <section className="panel p-4 sm:p-6" aria-labelledby="costs">
      <h2 id="costs" className="display">
        {t("title")}
      </h2>
      {result?.ok === true && send !== undefined && receive !== undefined ? (
        <Lines calculation={result.value} amount={amount} send={send.symbol} receive={receive.symbol} />
      ) : result?.ok === false ? (
        <CalculationFailure problem={result.error} />
      ) : (
        <p className="mt-3 text-soft">{mixer.calculation.isSettled ? t("empty") : "…"}</p>
      )}
    </section>
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

function Lines({
  calculation,
  amount,
  send,
  receive,
}: {
  calculation: PrivacyCalculation;
  amount: string;
  send: string;
  receive: string;
}) {
  const t = useTranslations("mixerCosts");
  const { language } = usePage();
  const duration = useDuration();
  const { fee, feeBreakdown, feeRates } = calculation;
  const percent = (rate: string) => formatPercent(rate, language);
  return (
    <>
      <dl className="mt-3 text-sm">
        <Line name={t("rate")}>
          1 {send} = <Amount value={calculation.exchangeRate} symbol={receive} isRate />
        </Line>
        <Line name={t("input")}>
          <Amount value={amount} symbol={send} />
        </Line>
        <Line name={t("fee", { rate: percent(calculation.totalFeeRate) })}>
          −<Amount value={fee} symbol={send} />
        </Line>
        {FEE_PARTS.map((part) => (
          <Line key={part} name={t(part, { rate: percent(feeRates[part]) })} isPart>
            <Amount value={feeBreakdown[part]} symbol={send} />
          </Line>
        ))}
        <Line name={t("afterFee")} isSum>
          <Amount value={subtractDecimals(amount, fee)} symbol={send} />
        </Line>
        <Line name={t("networkFee")}>
          −<Amount value={calculation.networkFee} symbol={receive} />
        </Line>
        <TotalLine name={t("receive")}>
          <Amount value={calculation.netReceiveAmount} symbol={receive} decimalsMax={RECEIVE_DECIMALS} />
        </TotalLine>
        <Line name={t("time")}>{t("timeUpTo", { time: duration(calculation.estimatedProcessingTime) })}</Line>
      </dl>
      <p className="mt-3 text-xs text-soft">{t("note")}</p>
    </>
  );
}
