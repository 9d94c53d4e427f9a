import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { Disclaimer } from "../../ui/disclaimer";
import { AddressTypeField } from "../order-form/address-type";
import { FormNotice } from "../order-form/form-notice";
import { CreateButton, OrderForm } from "../order-form/order-form";
import { seenText } from "../order-form/seen";
import { AddressList, RefundField } from "./address-list";
import { ReceiveRow, SendRow } from "./amount-rows";
import { Costs } from "./costs";
import { DoesNotHide } from "./does-not-hide";
import { LevelChoice } from "./level-choice";
import { LinkWarning } from "./link-warning";
import type { MixerData } from "./load";
import { shownFor } from "./mixer-order";
import { PoolNotice } from "./pool-notice";
import { Report } from "./report";
import { seenFigures } from "./seen";
import { LEVEL_OTHERS } from "./settings";
import { SettingsCard } from "./settings-card";
import { Steps } from "./steps";
import { Tips } from "./tips";
import { type Mixer, type MixerParts, useMixer } from "./use-mixer";

/** The mixer's card over the field's edge, its settings and costs below, and what an observer could link beside it. */
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
      <OrderForm
        action="/privacy-mixer"
        label={t("title")}
        form={mixer}
        hidden={hidden}
        className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,17fr)_minmax(0,16fr)]"
      >
        <div className="contents lg:grid lg:content-start lg:gap-12">
          <section
            className="panel raised relative z-10 -mt-10 p-4 max-lg:order-1 sm:p-8"
            aria-label={t("amounts")}
          >
            <FormNotice errors={mixer.errors} notice={mixer.notice} />
            <SendRow {...parts} currencies={currencies} prices={data.prices} />
            <ReceiveRow {...parts} currencies={currencies} prices={data.prices} />
            <Level mixer={mixer} />
            <AddressList {...parts} />
            <RefundField {...parts} />
            <AddressTypeField form={mixer} currency={parts.send} />
            <SubmitBar {...parts} />
          </section>
          <div className="max-lg:order-4">
            <Costs {...parts} fees={data.fees} />
          </div>
        </div>
        <div className="contents lg:grid lg:content-start lg:gap-12 lg:pt-12">
          <div className="max-lg:order-2">
            <Report {...parts} />
          </div>
          <div className="max-lg:order-3">
            <SettingsCard {...parts} />
          </div>
          <div className="max-lg:order-5">
            <DoesNotHide />
          </div>
        </div>
      </OrderForm>
      <div className="mt-16 grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,17fr)_minmax(0,16fr)]">
        <Steps mixer={mixer} />
        <Tips />
      </div>
    </>
  );
}

/** How many other mixes the payout waits for. */
function Level({ mixer: { values, errors, change } }: { mixer: Mixer }) {
  const t = useTranslations("mixerSettings");
  return (
    <fieldset className="mt-3">
      <legend className="eyebrow">{t("level")}</legend>
      <LevelChoice
        value={values.privacyLevel}
        onChange={(privacyLevel) => change({ privacyLevel })}
        label={t}
        note={(level) => t("company", { count: LEVEL_OTHERS[level] })}
      />
      <p
        className={`mt-1.5 text-[0.8125rem]/5 ${errors.privacyLevel === undefined ? "text-soft" : "text-bad"}`}
      >
        {errors.privacyLevel ?? t("levelHint")}
      </p>
    </fieldset>
  );
}

function SubmitBar({ mixer, send }: MixerParts) {
  const t = useTranslations();
  const { isBusy, calculation, sessionId } = mixer;
  const { result } = calculation;
  const shown = result?.ok === true ? result.value : null;
  return (
    <div className="mt-3">
      {shown !== null && !shown.poolSufficient ? (
        <PoolNotice amount={calculation.amount} symbol={send?.symbol ?? ""} />
      ) : null}
      <LinkWarning calculation={shown} hasDelayField />
      <div className="flex flex-wrap gap-3">
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
      <p className="mt-2 min-h-5 text-[0.8125rem]/5 text-soft">
        {sessionId === "" ? null : t("mixer.session", { start: sessionId.slice(0, 8) })}
      </p>
    </div>
  );
}
