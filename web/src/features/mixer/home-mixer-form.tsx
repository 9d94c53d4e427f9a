import { getRouteApi, Link } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { Disclaimer } from "../../ui/disclaimer";
import { FieldMessage, messageId } from "../../ui/field";
import { seenText } from "../order-form/seen";
import { AddressInput } from "./address-list";
import { HomeCosts } from "./home-costs";
import { HomeLevel } from "./home-level";
import { SourceFields, TargetFields } from "./home-selects";
import { homeShownFor } from "./home-values";
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
    return <Unavailable text={unavailable} failure={currencies.ok ? null : currencies.problem.message} />;
  }
  return <LiveForm data={mixer} currencies={currencies.data} />;
}

type Currencies = Extract<HomeMixerData["currencies"], { ok: true }>["data"];

function LiveForm({ data, currencies }: { data: HomeMixerData; currencies: Currencies }) {
  const t = useTranslations("mixerHome");
  const { language, idempotencyKey } = usePage();
  const mixer = useHomeMixer(data);
  const { values, calculation, isBusy } = mixer;
  const { result } = calculation;
  const shown = result?.ok === true ? result.data : null;
  const receive = currencies.find(({ id }) => id === values.receiveCurrency);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void mixer.submit();
  };
  return (
    <form
      method="post"
      action={`/${language}?form=mixer`}
      noValidate
      onSubmit={onSubmit}
      aria-label={t("legend")}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-6"
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
      <input
        type="hidden"
        name="seen"
        value={shown === null ? "" : seenText(homeShownFor(values), seenFigures(shown))}
      />
      <div className="panel p-3 sm:p-6">
        <FormNotice mixer={mixer} />
        <div className="grid gap-3">
          <SourceFields mixer={mixer} currencies={currencies} />
          <AmountField mixer={mixer} currencies={currencies} />
          <TargetFields mixer={mixer} currencies={currencies} />
        </div>
        <div className="mt-3">
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
      <HomeCosts mixer={mixer} fees={data.fees} currencies={currencies} />
    </form>
  );
}

function FormNotice({ mixer }: { mixer: HomeMixer }) {
  const { title, form } = mixer.errors;
  if (form === undefined) return null;
  return (
    <div role="alert" className="mb-3 rounded-md border border-bad p-3 text-sm text-bad">
      {title === undefined ? null : <p className="font-semibold">{title}</p>}
      <p>{form}</p>
    </div>
  );
}

function AmountField({ mixer, currencies }: { mixer: HomeMixer; currencies: Currencies }) {
  const t = useTranslations();
  const { language } = usePage();
  const { values, errors, change, calculation } = mixer;
  const { result } = calculation;
  const send = currencies.find(({ id }) => id === values.sendCurrency);
  const refused =
    result?.ok === false && result.problem.code.startsWith("amount/") ? result.problem.message : undefined;
  return (
    <div>
      <label htmlFor="sendAmount" className="eyebrow">
        {t("mixerHome.amount")}
      </label>
      <div className="relative mt-1">
        <input
          id="sendAmount"
          name="sendAmount"
          value={values.sendAmount}
          onChange={(event) => change({ sendAmount: event.target.value })}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          aria-invalid={errors.sendAmount !== undefined || refused !== undefined}
          aria-describedby={messageId("sendAmount")}
          className="control pr-16 text-lg font-semibold"
        />
        <span className="pointer-events-none absolute inset-y-0 right-0 flex items-center pr-3 text-soft">
          {send?.symbol}
        </span>
      </div>
      <FieldMessage name="sendAmount" error={errors.sendAmount || refused}>
        {send?.maxAmount
          ? t("form.limits", {
              min: formatDecimal(send.minAmount, language),
              max: formatDecimal(send.maxAmount, language, 6),
              symbol: send.symbol,
            })
          : null}
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
        <button
          type="submit"
          name="intent"
          value="create"
          disabled={isBusy}
          className="button button-primary min-h-12 grow text-base"
        >
          {isBusy ? t("mixer.busy") : t("mixerHome.create")}
        </button>
      </div>
      <Disclaimer />
      <Link to="/privacy-mixer" className="link mt-2 inline-block text-sm">
        {t("mixerHome.more")}
      </Link>
    </>
  );
}
