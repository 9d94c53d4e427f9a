import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { Disclaimer } from "../../ui/disclaimer";
import { Icon } from "../../ui/icon";
import { useList } from "../../ui/list";
import { FormNotice, ServiceFailure } from "../order-form/form-notice";
import { CreateButton, OrderForm } from "../order-form/order-form";
import { seenText } from "../order-form/seen";
import { AddressField } from "./address-field";
import { ReceiveRow, SendRow } from "./amount-rows";
import type { ExchangeData } from "./load";
import { MoreFields } from "./more-fields";
import { RateChart } from "./rate-chart";
import { RateType } from "./rate-type";
import { Receipt } from "./receipt";
import { seenFigures, shownFor } from "./seen";
import { useExchange } from "./use-exchange";

/** The exchange form beside its receipt. */
export function ExchangeForm({ data }: { data: ExchangeData }) {
  if (!data.currencies.ok) return <ServiceFailure message={data.currencies.error.message} />;
  return <LiveForm data={data} currencies={data.currencies.value} />;
}

function LiveForm({ data, currencies }: { data: ExchangeData; currencies: Currency[] }) {
  const t = useTranslations("form");
  const exchange = useExchange(data);
  const { values, isBusy, quote, calculation } = exchange;
  const send = currencies.find(({ id }) => id === values.sendCurrency);
  const receive = currencies.find(({ id }) => id === values.receiveCurrency);
  const hidden = {
    quoteId: calculation?.quoteId ?? "",
    direction: values.direction,
    seen: calculation === null ? "" : seenText(shownFor(values), seenFigures(calculation)),
  };
  return (
    <OrderForm action="/exchange" label={t("legend")} form={exchange} hidden={hidden}>
      <div className="panel p-3 sm:p-6">
        <FormNotice errors={exchange.errors} notice={exchange.notice} />
        <SendRow exchange={exchange} currencies={currencies} currency={send} calculation={calculation} />
        <SwapButton onSwap={exchange.swap} />
        <ReceiveRow exchange={exchange} currencies={currencies} calculation={calculation} />
        <RateType exchange={exchange} calculation={calculation} />
        <AddressField exchange={exchange} currency={receive} currencies={currencies} />
        <div className="mt-1 flex gap-3">
          <noscript>
            <button type="submit" name="intent" value="calculate" className="button">
              {t("update")}
            </button>
          </noscript>
          <CreateButton isBusy={isBusy} label={t("submit")} busy={t("busy")} />
        </div>
        <MoreFields exchange={exchange} currency={send} />
        <Disclaimer />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6">
        <Receipt values={values} quote={quote} send={send} receive={receive} />
        {send === undefined || receive === undefined ? null : (
          <RateChart send={send} receive={receive} first={data.history} />
        )}
      </div>
      <PausedNote currencies={currencies} />
    </OrderForm>
  );
}

function SwapButton({ onSwap }: { onSwap: () => void }) {
  const t = useTranslations("form");
  return (
    <div className="relative my-0.5 h-5 border-b sm:my-1 sm:h-6">
      <button
        type="submit"
        name="intent"
        value="swap"
        aria-label={t("swap")}
        title={t("swap")}
        data-tip=""
        onClick={(event) => {
          event.preventDefault();
          onSwap();
        }}
        className="absolute top-full left-1/2 grid size-11 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full border border-edge bg-panel text-accent hover:bg-well"
      >
        <Icon name="swap" />
      </button>
    </div>
  );
}

function PausedNote({ currencies }: { currencies: Currency[] }) {
  const t = useTranslations("home");
  const list = useList();
  const paused = currencies.filter(({ isActive }) => !isActive).map(({ id }) => id);
  if (paused.length === 0) return null;
  return <p className="text-sm text-soft lg:col-span-2">{t("paused", { list: list(paused) })}</p>;
}
