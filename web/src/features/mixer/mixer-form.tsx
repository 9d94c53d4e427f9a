import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { Disclaimer } from "../../ui/disclaimer";
import { FormNotice } from "../order-form/form-notice";
import { CreateButton, OrderForm, TWO_COLUMNS } from "../order-form/order-form";
import { seenText } from "../order-form/seen";
import { AddressList, RefundField } from "./address-list";
import { ReceiveRow, SendRow } from "./amount-rows";
import { Costs } from "./costs";
import type { MixerData } from "./load";
import { shownFor } from "./mixer-order";
import { PoolNotice } from "./pool-notice";
import { Report } from "./report";
import { seenFigures } from "./seen";
import { SettingsCard } from "./settings-card";
import { Steps } from "./steps";
import { Tips } from "./tips";
import { type MixerParts, useMixer } from "./use-mixer";

/** The mixer's form beside its costs and its report; a plain form that JavaScript makes live. */
export function MixerForm({ data, currencies }: { data: MixerData; currencies: Currency[] }) {
  const t = useTranslations("mixer");
  const mixer = useMixer(data);
  const { values } = mixer;
  const { result } = mixer.calculation;
  const send = currencies.find(({ id }) => id === values.sendCurrency);
  const receive = currencies.find(({ id }) => id === values.receiveCurrency);
  const parts = { mixer, send, receive };
  const calculation = result?.ok === true ? result.value : null;
  const hidden = {
    sessionId: mixer.sessionId,
    seen: calculation === null ? "" : seenText(shownFor(values), seenFigures(calculation)),
  };
  return (
    <>
      <p className="mt-2 min-h-5 text-sm text-soft">
        {mixer.sessionId === "" ? null : t("session", { start: mixer.sessionId.slice(0, 8) })}
      </p>
      <OrderForm
        action="/privacy-mixer"
        label={t("title")}
        form={mixer}
        hidden={hidden}
        className={`${TWO_COLUMNS} mt-3 lg:grid-rows-[auto_auto_1fr]`}
      >
        <section className="panel p-3 sm:p-6" aria-label={t("amounts")}>
          <FormNotice errors={mixer.errors} />
          <SendRow {...parts} currencies={currencies} />
          <ReceiveRow {...parts} currencies={currencies} />
          <AddressList {...parts} />
          <RefundField {...parts} />
        </section>
        <SettingsCard mixer={mixer} torAvailable={calculation?.torAvailable ?? null} />
        <div className="grid gap-4 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:gap-6">
          <Costs {...parts} />
          <Report {...parts} />
        </div>
        <SubmitBar {...parts} />
      </OrderForm>
      <div className="mt-4 grid items-start gap-4 lg:mt-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-6">
        <Steps mixer={mixer} />
        <Tips />
      </div>
    </>
  );
}

function SubmitBar({ mixer, send }: MixerParts) {
  const t = useTranslations();
  const { isBusy, calculation } = mixer;
  const { result } = calculation;
  const isPoolTooSmall = result?.ok === true && !result.value.poolSufficient;
  return (
    <div>
      {isPoolTooSmall ? <PoolNotice amount={calculation.amount} symbol={send?.symbol ?? ""} /> : null}
      <div className="flex gap-3">
        <button
          type="submit"
          name="intent"
          value="calculate"
          disabled={isBusy}
          onClick={(event) => {
            event.preventDefault();
            void mixer.calculate();
          }}
          className="button min-h-12"
        >
          {t("mixer.calculate")}
        </button>
        <CreateButton isBusy={isBusy} label={t("mixer.create")} busy={t("mixer.busy")} />
      </div>
      <Disclaimer />
    </div>
  );
}
