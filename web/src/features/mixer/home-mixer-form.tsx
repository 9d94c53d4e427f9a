import type { Currency } from "@sotto/openapi";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { Disclaimer } from "../../ui/disclaimer";
import { FieldMessage } from "../../ui/field";
import { amountSize } from "../exchange/amount-rows";
import { FormTabs } from "../exchange/form-tabs";
import { AddressInput } from "../order-form/address-input";
import { AmountInput, amountRefusal, useLimitsText } from "../order-form/amount-input";
import { FormNotice } from "../order-form/form-notice";
import { CreateButton, OrderForm } from "../order-form/order-form";
import { seenText } from "../order-form/seen";
import { HomeCosts } from "./home-costs";
import { HomeLevel } from "./home-level";
import { homeShownFor } from "./home-order";
import { SourceFields, TargetFields } from "./home-selects";
import type { HomeMixerData } from "./load";
import { seenFigures } from "./seen";
import { Unavailable } from "./unavailable";
import { type HomeMixer, useHomeMixer } from "./use-home-mixer";

const route = getRouteApi("/");

/** The mixer form of the home page's second tab; a plain form that JavaScript makes live. */
export function HomeMixerForm() {
  const { mixer } = route.useLoaderData();
  if (mixer === null) return null;
  const { currencies, unavailable } = mixer;
  if (unavailable !== null || !currencies.ok) {
    return <Unavailable text={unavailable} failure={currencies.ok ? null : currencies.error.message} />;
  }
  return <LiveForm data={mixer} currencies={currencies.value} />;
}

function LiveForm({ data, currencies }: { data: HomeMixerData; currencies: Currency[] }) {
  const t = useTranslations("mixerHome");
  const mixer = useHomeMixer(data);
  const { values, calculation, isBusy } = mixer;
  const { result } = calculation;
  const shown = result?.ok === true ? result.value : null;
  const receive = currencies.find(({ id }) => id === values.receiveCurrency);
  const seen = shown === null ? "" : seenText(homeShownFor(values), seenFigures(shown));
  return (
    <OrderForm action="?form=mixer" label={t("legend")} form={mixer} hidden={{ seen }}>
      <div className="hero-card">
        <FormTabs current="mixer" />
        <div className="hero-part">
          <FormNotice errors={mixer.errors} />
          <div className="grid gap-3">
            <AmountField mixer={mixer} currencies={currencies} />
            <SourceFields mixer={mixer} currencies={currencies} />
            <TargetFields mixer={mixer} currencies={currencies} />
          </div>
        </div>
        <div className="hero-part">
          <div>
            <AddressInput
              name="receiveAddress"
              label={
                receive === undefined ? t("address") : t("addressOn", { network: receive.networkDisplayName })
              }
              value={values.receiveAddress}
              error={mixer.errors.receiveAddress}
              currency={receive}
              onChange={(receiveAddress) => mixer.change({ receiveAddress })}
            />
          </div>
          <HomeLevel mixer={mixer} calculation={shown} />
          <SubmitBar isBusy={isBusy} />
        </div>
      </div>
      <div className="hero-receipt">
        <HomeCosts mixer={mixer} fees={data.fees} currencies={currencies} />
      </div>
    </OrderForm>
  );
}

function AmountField({ mixer, currencies }: { mixer: HomeMixer; currencies: Currency[] }) {
  const t = useTranslations();
  const { values, errors, change, calculation } = mixer;
  const send = currencies.find(({ id }) => id === values.sendCurrency);
  const limits = useLimitsText(send, send?.symbol ?? "");
  const refused = amountRefusal(calculation.result);
  return (
    <div>
      <label htmlFor="sendAmount" className="eyebrow">
        {t("mixerHome.amount")}
      </label>
      <div className="relative mt-1">
        <AmountInput
          name="sendAmount"
          value={values.sendAmount}
          onChange={(sendAmount) => change({ sendAmount })}
          isWrong={errors.sendAmount !== undefined || refused !== undefined}
          className={`amount pr-16 ${amountSize([values.sendAmount])}`}
        />
        <span className="pointer-events-none absolute inset-y-0 right-0 flex items-center text-soft">
          {send?.symbol}
        </span>
      </div>
      <FieldMessage name="sendAmount" error={errors.sendAmount || refused}>
        {limits}
      </FieldMessage>
    </div>
  );
}

function SubmitBar({ isBusy }: { isBusy: boolean }) {
  const t = useTranslations();
  return (
    <>
      <div className="mt-4 flex gap-3">
        <noscript>
          <button type="submit" name="intent" value="calculate" className="button min-h-12">
            {t("mixer.calculate")}
          </button>
        </noscript>
        <CreateButton isBusy={isBusy} label={t("mixerHome.create")} busy={t("mixer.busy")} />
      </div>
      <Disclaimer />
      <Link to="/privacy-mixer" className="link mt-2 inline-block text-sm">
        {t("mixerHome.more")}
      </Link>
    </>
  );
}
