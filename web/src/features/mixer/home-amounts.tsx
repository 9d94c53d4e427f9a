import type { Currency, PrivacyCalculation } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { addDecimals, formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { FieldMessage } from "../../ui/field";
import { amountSize } from "../exchange/amount-rows";
import { AmountInput, amountRefusal } from "../order-form/amount-input";
import { Limits } from "../order-form/amount-notes";
import { SourceFields, TargetFields } from "./home-selects";
import type { HomeMixer } from "./use-home-mixer";

interface HomeAmountsProps {
  mixer: HomeMixer;
  currencies: Currency[];
  calculation: PrivacyCalculation | null;
}

/** Decimals of the home form's receive amount. */
const RECEIVE_DECIMALS = 6;

/** What is sent and what it comes to, each over its two choices: which coin, and on which chain. */
export function HomeAmounts({ mixer, currencies, calculation }: HomeAmountsProps) {
  const received = useReceived(calculation);
  const size = amountSize([mixer.values.sendAmount, received]);
  return (
    <>
      <AmountField mixer={mixer} currencies={currencies} size={size} />
      <SourceFields mixer={mixer} currencies={currencies} />
      <Received mixer={mixer} currencies={currencies} received={received} size={size} />
      <TargetFields mixer={mixer} currencies={currencies} />
    </>
  );
}

/** (amount − fee) × rate, before the network fee. */
function useReceived(calculation: PrivacyCalculation | null): string {
  const { language } = usePage();
  if (calculation === null) return "–";
  const { netReceiveAmount, networkFee } = calculation;
  return formatDecimal(addDecimals(netReceiveAmount, networkFee), language, RECEIVE_DECIMALS);
}

function AmountField({ mixer, currencies, size }: Omit<HomeAmountsProps, "calculation"> & { size: string }) {
  const t = useTranslations();
  const { values, errors, change, calculation } = mixer;
  const send = currencies.find(({ id }) => id === values.sendCurrency);
  const refused = amountRefusal(calculation.result);
  return (
    <div>
      <label htmlFor="sendAmount" className="eyebrow">
        {t("form.send")}
      </label>
      <div className="flex items-center gap-3">
        <AmountInput
          name="sendAmount"
          value={values.sendAmount}
          onChange={(sendAmount) => change({ sendAmount })}
          isWrong={errors.sendAmount !== undefined || refused !== undefined}
          placeholder="0"
          className={`amount ${size}`}
        />
        <span className="shrink-0 text-soft">{send?.symbol}</span>
      </div>
      <FieldMessage
        name="sendAmount"
        error={errors.sendAmount || refused}
        beside={<Limits limits={send} onChoose={(sendAmount) => change({ sendAmount })} />}
      />
    </div>
  );
}

function Received({
  mixer,
  currencies,
  received,
  size,
}: Omit<HomeAmountsProps, "calculation"> & { received: string; size: string }) {
  const t = useTranslations("mixerHome");
  const { values, calculation } = mixer;
  const { symbol = values.targetCurrency } = currencies.find(({ id }) => id === values.receiveCurrency) ?? {};
  return (
    <div className="mt-4 border-t pt-3">
      <p id="receive-label" className="eyebrow">
        {t("receive")}
      </p>
      <div className="flex items-center gap-3">
        <output
          aria-labelledby="receive-label"
          htmlFor="sendAmount"
          className={`amount ${size} flex items-center wrap-anywhere ${calculation.isSettled ? "" : "text-soft"}`}
        >
          {received}
        </output>
        <span className="shrink-0 text-soft">{symbol}</span>
      </div>
      <p className="min-h-5 text-[0.8125rem]/5 text-soft">{t("beforeNetwork")}</p>
    </div>
  );
}
