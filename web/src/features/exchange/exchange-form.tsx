import { Link } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { Icon } from "../../ui/icon";
import { useList } from "../../ui/list";
import { seenText } from "../order-form/seen";
import { AddressField } from "./address-field";
import { ReceiveRow, SendRow } from "./amount-rows";
import type { ExchangeData } from "./load";
import { MoreFields } from "./more-fields";
import { RateChart } from "./rate-chart";
import { RateType } from "./rate-type";
import { Receipt } from "./receipt";
import { seenFigures, shownFor } from "./seen";
import { type Exchange, useExchange } from "./use-exchange";

/** The exchange form beside its receipt; a plain form that JavaScript makes live. */
export function ExchangeForm({ data }: { data: ExchangeData }) {
  const t = useTranslations();
  if (!data.currencies.ok) {
    return (
      <div className="panel max-w-xl p-6" role="alert">
        <p className="font-semibold text-bad">{data.currencies.problem.message || t("error.service")}</p>
        <p className="mt-1 text-soft">{t("error.service")}</p>
      </div>
    );
  }
  return <LiveForm data={data} currencies={data.currencies.data} />;
}

type Currencies = Extract<ExchangeData["currencies"], { ok: true }>["data"];

function LiveForm({ data, currencies }: { data: ExchangeData; currencies: Currencies }) {
  const t = useTranslations();
  const { language, idempotencyKey } = usePage();
  const exchange = useExchange(data);
  const { values, isBusy, quote, calculation } = exchange;
  const send = currencies.find(({ id }) => id === values.sendCurrency);
  const receive = currencies.find(({ id }) => id === values.receiveCurrency);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void exchange.submit();
  };
  return (
    <form
      method="post"
      action={`/${language}/exchange`}
      noValidate
      onSubmit={onSubmit}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-6"
      aria-label={t("form.legend")}
    >
      {/* The first submit button is what Enter presses. */}
      <button
        type="submit"
        name="intent"
        value="create"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
      />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="quoteId" value={calculation?.quoteId ?? ""} />
      <input type="hidden" name="direction" value={values.direction} />
      <input
        type="hidden"
        name="seen"
        value={calculation === null ? "" : seenText(shownFor(values), seenFigures(calculation))}
      />
      <div className="panel p-3 sm:p-6">
        <FormNotice exchange={exchange} />
        <SendRow exchange={exchange} currencies={currencies} currency={send} calculation={calculation} />
        <SwapButton onSwap={exchange.swap} />
        <ReceiveRow exchange={exchange} currencies={currencies} calculation={calculation} />
        <RateType exchange={exchange} calculation={calculation} />
        <AddressField exchange={exchange} currency={receive} currencies={currencies} />
        <div className="mt-1 flex gap-3">
          <noscript>
            <button type="submit" name="intent" value="calculate" className="button">
              {t("form.update")}
            </button>
          </noscript>
          <button
            type="submit"
            name="intent"
            value="create"
            disabled={isBusy}
            className="button button-primary min-h-12 grow text-base"
          >
            {isBusy ? t("form.busy") : t("form.submit")}
          </button>
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
    </form>
  );
}

function FormNotice({ exchange }: { exchange: Exchange }) {
  const { notice } = exchange;
  const error = exchange.errors.form;
  if (error !== undefined) {
    return (
      <p role="alert" className="mb-3 rounded-md border border-bad p-3 text-sm text-bad">
        {error}
      </p>
    );
  }
  if (notice === undefined) return null;
  return (
    <p role="status" className="mb-3 rounded-md bg-tint p-3 text-sm">
      {notice}
    </p>
  );
}

function Disclaimer() {
  const t = useTranslations("form");
  return (
    <p className="mt-3 text-xs text-soft">
      {t.rich("disclaimer", {
        terms: (text) => (
          <Link to="/terms" className="link">
            {text}
          </Link>
        ),
        privacy: (text) => (
          <Link to="/privacy" className="link">
            {text}
          </Link>
        ),
      })}
    </p>
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

function PausedNote({ currencies }: { currencies: Currencies }) {
  const t = useTranslations("home");
  const list = useList();
  const paused = currencies.filter(({ isActive }) => !isActive).map(({ id }) => id);
  if (paused.length === 0) return null;
  return <p className="text-sm text-soft lg:col-span-2">{t("paused", { list: list(paused) })}</p>;
}
