import type { Currency } from "@sotto/openapi";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { Disclaimer } from "../../ui/disclaimer";
import { FormTabs } from "../exchange/form-tabs";
import { AddressInput } from "../order-form/address-input";
import { FormNotice } from "../order-form/form-notice";
import { CreateButton, OrderForm } from "../order-form/order-form";
import { seenText } from "../order-form/seen";
import { HomeAmounts } from "./home-amounts";
import { HomeCosts } from "./home-costs";
import { HomeLevel } from "./home-level";
import { homeShownFor } from "./home-order";
import { LinkWarning } from "./link-warning";
import type { HomeMixerData } from "./load";
import { PoolNotice } from "./pool-notice";
import { seenFigures } from "./seen";
import { Unavailable } from "./unavailable";
import { useHomeMixer } from "./use-home-mixer";

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
  const send = currencies.find(({ id }) => id === values.sendCurrency);
  const receive = currencies.find(({ id }) => id === values.receiveCurrency);
  const seen = shown === null ? "" : seenText(homeShownFor(values), seenFigures(shown));
  return (
    <OrderForm action="?form=mixer" label={t("legend")} form={mixer} hidden={{ seen }}>
      <div className="hero-card">
        <FormTabs current="mixer" place="card" />
        <div className="hero-part">
          <FormNotice errors={mixer.errors} notice={mixer.notice} />
          <HomeAmounts mixer={mixer} currencies={currencies} calculation={shown} />
          <HomeLevel mixer={mixer} calculation={shown} />
        </div>
        <div className="hero-part">
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
          {shown !== null && !shown.poolSufficient ? (
            <PoolNotice amount={calculation.amount} symbol={send?.symbol ?? ""} />
          ) : null}
          <LinkWarning calculation={shown} hasDelayField={false} />
          <SubmitBar isBusy={isBusy} />
        </div>
      </div>
      <div className="hero-receipt">
        <HomeCosts mixer={mixer} fees={data.fees} currencies={currencies} />
      </div>
    </OrderForm>
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
