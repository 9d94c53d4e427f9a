import type { Currency, Fees, PrivacyCalculation } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../lib/api";
import { addDecimals, formatPercent } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { Amount, Line, TotalLine } from "../order-form/cost-lines";
import { chosenPair } from "./home-values";
import { PoolNotice } from "./pool-notice";
import type { HomeMixer } from "./use-home-mixer";

/** Decimals of the home form's receive amount. */
const RECEIVE_DECIMALS = 6;

/** Rate, fee and what arrives: (amount − fee) × rate, less the network fee of the whole mix. */
export function HomeCosts({
  mixer,
  fees,
  currencies,
}: {
  mixer: HomeMixer;
  fees: ApiResult<Fees>;
  currencies: Currency[];
}) {
  const t = useTranslations();
  const { language } = usePage();
  const { calculation, rate } = mixer;
  const { result } = calculation;
  const pair = chosenPair(mixer.values);
  const symbol = (id: string | undefined) => currencies.find((currency) => currency.id === id)?.symbol ?? "";
  const send = symbol(pair?.from);
  const receive = symbol(pair?.to);
  const feeRate = fees.ok ? fees.value.homeMixer : null;
  return (
    <section className="receipt-shade" aria-labelledby="home-costs">
      <div className="receipt">
        <h2 id="home-costs" className="display text-[1.625rem]/8">
          {t("mixerCosts.title")}
        </h2>
        <dl className="mt-3 text-sm">
          <Line name={t("mixerHome.rate")}>
            {rate === null ? (
              "–"
            ) : (
              <>
                1 {send} = <Amount value={rate} symbol={receive} isRate />
              </>
            )}
          </Line>
          {feeRate === null ? null : (
            <Line name={t("mixerHome.fee", { rate: formatPercent(feeRate, language) })}>
              {result?.ok === true ? (
                <>
                  −<Amount value={result.value.fee} symbol={send} />
                </>
              ) : (
                "–"
              )}
            </Line>
          )}
          {result?.ok === true ? <Result calculation={result.value} receive={receive} /> : null}
        </dl>
        {result?.ok === false && !result.error.code.startsWith("amount/") ? (
          <p className="mt-2 text-sm text-bad" role="status">
            {result.error.message || t("mixer.calculationFailedText")}
          </p>
        ) : null}
        {result?.ok === true && !result.value.poolSufficient ? (
          <PoolNotice amount={calculation.amount} symbol={send} />
        ) : null}
        {result === null ? (
          <p className="mt-2 text-sm text-soft">{calculation.isSettled ? t("mixerCosts.empty") : "…"}</p>
        ) : null}
      </div>
    </section>
  );
}

function Result({ calculation, receive }: { calculation: PrivacyCalculation; receive: string }) {
  const t = useTranslations("mixerHome");
  const { netReceiveAmount, networkFee } = calculation;
  return (
    <>
      <Line name={t("receive")} isSum>
        <Amount
          value={addDecimals(netReceiveAmount, networkFee)}
          symbol={receive}
          decimalsMax={RECEIVE_DECIMALS}
        />
      </Line>
      <Line name={t("networkFee")}>
        −<Amount value={networkFee} symbol={receive} />
      </Line>
      <TotalLine name={t("lands")}>
        <Amount value={netReceiveAmount} symbol={receive} decimalsMax={RECEIVE_DECIMALS} />
      </TotalLine>
    </>
  );
}
