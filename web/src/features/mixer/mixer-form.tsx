import type { Currency } from "@sotto/openapi";
import type { FormEvent } from "react";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { Disclaimer } from "../../ui/disclaimer";
import { seenText } from "../order-form/seen";
import { AddressList, RefundField } from "./address-list";
import { ReceiveRow, SendRow } from "./amount-rows";
import { Costs } from "./costs";
import type { MixerData } from "./load";
import { PoolNotice } from "./pool-notice";
import { Report } from "./report";
import { seenFigures } from "./seen";
import { SettingsCard } from "./settings-card";
import { Steps } from "./steps";
import { Tips } from "./tips";
import { type Mixer, useMixer } from "./use-mixer";
import { shownFor } from "./values";

export interface MixerParts {
  mixer: Mixer;
  send: Currency | undefined;
  receive: Currency | undefined;
}

/** The mixer's form beside its costs and its report; a plain form that JavaScript makes live. */
export function MixerForm({ data, currencies }: { data: MixerData; currencies: Currency[] }) {
  const t = useTranslations("mixer");
  const { language, idempotencyKey } = usePage();
  const mixer = useMixer(data);
  const { values } = mixer;
  const { result } = mixer.calculation;
  const send = currencies.find(({ id }) => id === values.sendCurrency);
  const receive = currencies.find(({ id }) => id === values.receiveCurrency);
  const parts = { mixer, send, receive };
  const calculation = result?.ok === true ? result.data : null;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!mixer.isBusy) void mixer.submit();
  };
  return (
    <>
      <p className="mt-2 min-h-5 text-sm text-soft">
        {mixer.sessionId === "" ? null : t("session", { start: mixer.sessionId.slice(0, 8) })}
      </p>
      <form
        method="post"
        action={`/${language}/privacy-mixer`}
        noValidate
        onSubmit={onSubmit}
        aria-label={t("title")}
        className="mt-3 grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-6"
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
        <input type="hidden" name="sessionId" value={mixer.sessionId} />
        <input
          type="hidden"
          name="seen"
          value={calculation === null ? "" : seenText(shownFor(values), seenFigures(calculation))}
        />
        <section className="panel p-3 sm:p-6" aria-label={t("amounts")}>
          <FormNotice mixer={mixer} />
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
      </form>
      <div className="mt-4 grid items-start gap-4 lg:mt-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-6">
        <Steps mixer={mixer} />
        <Tips />
      </div>
    </>
  );
}

function FormNotice({ mixer }: { mixer: Mixer }) {
  const error = mixer.errors.form;
  if (error === undefined) return null;
  return (
    <p role="alert" className="mb-3 rounded-md border border-bad p-3 text-sm text-bad">
      {error}
    </p>
  );
}

function SubmitBar({ mixer, send }: MixerParts) {
  const t = useTranslations();
  const { isBusy, calculation } = mixer;
  const { result } = calculation;
  const isPoolTooSmall = result?.ok === true && !result.data.poolSufficient;
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
        <button
          type="submit"
          name="intent"
          value="create"
          disabled={isBusy}
          className="button button-primary min-h-12 grow text-base"
        >
          {isBusy ? t("mixer.busy") : t("mixer.create")}
        </button>
      </div>
      <Disclaimer />
    </div>
  );
}
