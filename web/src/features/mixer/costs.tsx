import type { PrivacyCalculation } from "@sotto/openapi";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Refusal } from "../../lib/api";
import { formatDecimal, formatRate, subtractDecimals } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { useDuration } from "../../ui/time";
import type { MixerParts } from "./mixer-form";

const feeParts = ["base", "mixing", "delay", "maxPrivacy"] as const;
const receiveDecimals = 8;

/** The itemised costs: the parts of the fee add up to the last decimal. */
export function Costs({ mixer, send, receive }: MixerParts) {
  const t = useTranslations("mixerCosts");
  const { result, amount } = mixer.calculation;
  return (
    <section className="panel p-4 sm:p-6" aria-labelledby="costs">
      <h2 id="costs" className="font-semibold tracking-tight">
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
  const percent = (rate: string) => formatDecimal(rate, language);
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
        {feeParts.map((part) => (
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
        <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-ink pt-3">
          <dt className="font-semibold">{t("receive")}</dt>
          <dd className="ml-auto text-right text-lg font-semibold">
            <Amount value={calculation.netReceiveAmount} symbol={receive} decimalsMax={receiveDecimals} />
          </dd>
        </div>
        <Line name={t("time")}>{t("timeUpTo", { time: duration(calculation.estimatedProcessingTime) })}</Line>
      </dl>
      <p className="mt-3 text-xs text-soft">{t("note")}</p>
    </>
  );
}

/** An amount, or a rate, with its currency. */
export function Amount({
  value,
  symbol,
  isRate = false,
  decimalsMax,
}: {
  value: string;
  symbol: string;
  isRate?: boolean;
  decimalsMax?: number;
}) {
  const { language } = usePage();
  return (
    <>
      {isRate ? formatRate(value, language) : formatDecimal(value, language, decimalsMax)}{" "}
      <span className="text-soft">{symbol}</span>
    </>
  );
}

interface LineProps {
  name: string;
  isSum?: boolean;
  /** A part of the line below it. */
  isPart?: boolean;
  children: ReactNode;
}

/** One line of a list of costs or figures. */
export function Line({ name, isSum = false, isPart = false, children }: LineProps) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-4 ${isSum ? "border-t" : ""} ${isPart ? "py-0.5 pl-3" : "py-1.5"}`}
    >
      <dt className="text-soft">{name}</dt>
      <dd className={`ml-auto text-right ${isPart ? "text-soft" : ""}`}>{children}</dd>
    </div>
  );
}
