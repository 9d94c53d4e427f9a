import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { Disclaimer } from "../../ui/disclaimer";
import { Icon } from "../../ui/icon";
import { useList } from "../../ui/list";
import { FormNotice } from "../order-form/form-notice";
import { CreateButton, OrderForm } from "../order-form/order-form";
import { seenText } from "../order-form/seen";
import { AddressField } from "./address-field";
import { ReceiveRow, SendRow } from "./amount-rows";
import { FormTabs } from "./form-tabs";
import type { ExchangeData } from "./load";
import { MoreFields } from "./more-fields";
import { RateType } from "./rate-type";
import { ExchangeReceipt } from "./receipt";
import { seenFigures, shownFor } from "./seen";
import type { Exchange } from "./use-exchange";

/** So that the chart's buttons, outside the form, can send it where no script runs. */
export const EXCHANGE_FORM_ID = "exchange";
const DESTINATION_ID = "destination";

interface ExchangeFormProps {
  data: ExchangeData;
  exchange: Exchange;
  currencies: Currency[];
}

/** The exchange form and its receipt, as parts of a first screen. */
export function ExchangeForm({ data, exchange, currencies }: ExchangeFormProps) {
  const t = useTranslations("form");
  const { values, quote, calculation } = exchange;
  const currency = (id: string) => currencies.find((known) => known.id === id);
  const [send, receive] = [currency(values.sendCurrency), currency(values.receiveCurrency)];
  const hidden = {
    quoteId: calculation?.quoteId ?? "",
    direction: values.direction,
    seen: calculation === null ? "" : seenText(shownFor(values), seenFigures(calculation)),
  };
  const rows = { exchange, currencies, calculation, prices: data.prices };
  return (
    <OrderForm id={EXCHANGE_FORM_ID} action="/exchange" label={t("legend")} form={exchange} hidden={hidden}>
      <div className="hero-card">
        <FormTabs current="exchange" place="card" />
        <div className="hero-part">
          <FormNotice errors={exchange.errors} notice={exchange.notice} />
          <SendRow {...rows} currency={send} />
          <SwapButton onSwap={exchange.swap} />
          <ReceiveRow {...rows} />
          <RateType
            exchange={exchange}
            calculation={calculation}
            fixedSurcharge={data.fixedSurcharge}
            send={send}
            receive={receive}
          />
          <a href={`#${DESTINATION_ID}`} className="button button-primary mt-3 w-full sm:hidden">
            {t("continue")}
          </a>
        </div>
        <div className="hero-part scroll-mt-4" id={DESTINATION_ID}>
          <AddressField exchange={exchange} currency={receive} currencies={currencies} />
          <MoreFields exchange={exchange} currency={send} />
          <Submit isBusy={exchange.isBusy} />
          <Disclaimer />
          <PausedNote currencies={currencies} />
        </div>
      </div>
      <div className="hero-receipt">
        <ExchangeReceipt values={values} quote={quote} send={send} receive={receive} />
      </div>
    </OrderForm>
  );
}

function Submit({ isBusy }: { isBusy: boolean }) {
  const t = useTranslations("form");
  return (
    <div className="mt-4 flex gap-3">
      <noscript>
        <button type="submit" name="intent" value="calculate" className="button min-h-13">
          {t("update")}
        </button>
      </noscript>
      <CreateButton isBusy={isBusy} label={t("submit")} busy={t("busy")} />
    </div>
  );
}

function SwapButton({ onSwap }: { onSwap: () => void }) {
  const t = useTranslations("form");
  return (
    <div className="my-1 flex items-center gap-4">
      <span className="h-px grow bg-line" />
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
        className="grid size-11 place-items-center rounded-full border border-edge bg-panel text-accent hover:bg-well"
      >
        <Icon name="swap" className="size-4.5" />
      </button>
    </div>
  );
}

function PausedNote({ currencies }: { currencies: Currency[] }) {
  const t = useTranslations("home");
  const list = useList();
  const paused = currencies.filter(({ isActive }) => !isActive).map(({ id }) => id);
  if (paused.length === 0) return null;
  return <p className="mt-2 text-xs text-soft">{t("paused", { list: list(paused) })}</p>;
}
