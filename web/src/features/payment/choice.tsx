import { useState } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { decimalsOf, formatPercent } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { FieldMessage } from "../../ui/field";
import { Option } from "../../ui/option";
import { Figure, ReceiptLines } from "../../ui/receipt";
import { RULES } from "../legal/rules";
import { ActionForm } from "./action-form";
import { Deadline } from "./deadline";
import { Reason } from "./reason";
import { isOwnRate } from "./receipt-facts";
import { useExchangeRows, useRefundRows } from "./receipt-rows";
import { RefundInput } from "./refund-form";
import { Spinner } from "./spinner";

/** The visitor's decision: each choice with its exact figures, the deadline and what happens at it. */
export function Choice({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const page = useTranslations("orderPage");
  return (
    <section aria-labelledby="choice">
      <h2 id="choice" className="display text-3xl/9">
        {page("whichWay")}
      </h2>
      <Reason order={order} />
      {order.choices.length === 0 ? <p className="mt-3">{t("choiceNone")}</p> : <Form order={order} />}
      <Deadline order={order} />
    </section>
  );
}

/** The choices that are offered; the refund address is asked for with the refund only, and where it is not known. */
function Form({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const refund = order.choices.find(({ choice }) => choice === "refund");
  return (
    <ActionForm intent="decision" className="decision mt-4">
      {({ isBusy, errors, values }) => (
        <>
          <input type="hidden" name="revision" value={order.revision} />
          <input type="hidden" name="refundKnown" value={order.refundAddress === null ? "no" : "yes"} />
          <Choices order={order} first={values.choice ?? null} />
          <FieldMessage name="choice" error={errors.choice} reserve={false} />
          {order.refundAddress === null && refund !== undefined ? (
            <div className="decision-refund mt-4">
              <RefundInput
                currency={refund.currency}
                error={errors.refundAddress}
                value={values.refundAddress}
                hint={t("refundOnce")}
              />
            </div>
          ) : null}
          <Submit isBusy={isBusy} count={order.choices.length} />
        </>
      )}
    </ActionForm>
  );
}

/** Without JavaScript, too, it says what is missing as long as nothing is chosen. */
function Submit({ isBusy, count }: { isBusy: boolean; count: number }) {
  const t = useTranslations("payment");
  const page = useTranslations("orderPage");
  return (
    <>
      <button type="submit" disabled={isBusy} className="decision-open button button-waiting mt-4 w-full">
        {page("chooseFirst", { count })}
      </button>
      <button type="submit" disabled={isBusy} className="decision-made button button-primary mt-4 w-full">
        {isBusy ? <Spinner /> : null}
        {t("choiceSubmit")}
      </button>
    </>
  );
}

/** The choices that are offered now. One that was taken stays taken; where it is offered no more, none is. */
function Choices({ order, first }: { order: Order; first: string | null }) {
  const t = useTranslations("payment");
  const [chosen, setChosen] = useState(first);
  const offered = order.choices;
  if (chosen !== null && !offered.some(({ choice }) => choice === chosen)) setChosen(null);
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="sr-only">{t("choiceTitle")}</legend>
      {offered.map((offer) => (
        <Option
          key={offer.choice}
          name="choice"
          value={offer.choice}
          isChosen={chosen === offer.choice}
          onChoose={() => setChosen(offer.choice)}
          title={t(offer.choice === "exchange" ? "choiceExchange" : "choiceRefund")}
          className="p-4 sm:p-5"
        >
          <Offer order={order} offer={offer} />
        </Option>
      ))}
    </fieldset>
  );
}

/** Amounts of more characters do not fit into half the card in large type. */
const LARGE_LENGTH_MAX = 11;

/** What a choice brings, line by line, and where it goes. */
function Offer({ order, offer }: { order: Order; offer: Order["choices"][number] }) {
  const page = useTranslations("orderPage");
  const { language } = usePage();
  const exchangeRows = useExchangeRows(order.amounts.current, { isPlain: true });
  const refundRows = useRefundRows({ ...offer, amount: offer.sendsAmount });
  const isExchange = offer.choice === "exchange";
  const isLong = offer.sendsAmount.length > LARGE_LENGTH_MAX;
  const rows = isExchange ? exchangeRows : refundRows;
  const decimals = decimalsOf(offer.sendsAmount, ...rows.map(({ value }) => value));
  const target = isExchange ? order.receiveAddress : order.refundAddress;
  return (
    <span className="mt-2 block">
      <span
        className={`display mb-1 flex flex-wrap items-baseline gap-x-2 ${isLong ? "text-xl/7" : "text-3xl/10"}`}
      >
        <span>
          <Figure value={offer.sendsAmount} decimals={decimals} />
        </span>
        <span className="font-sans text-base/6 tracking-normal">{offer.currency}</span>
      </span>
      <ReceiptLines rows={rows} decimals={decimals} />
      {isExchange && order.orderType === "fixed" ? (
        <span className="mt-2 block text-sm font-medium">
          {page(isOwnRate(order) ? "fixedKept" : "fixedOver")}
        </span>
      ) : null}
      {isExchange ? (
        <span className="mt-2 block text-sm text-soft">
          {page("offerFalls", { percent: formatPercent(RULES.offerFallPercent, language) })}
        </span>
      ) : null}
      <span className="mt-2 block text-sm text-soft">
        {target === null
          ? page("needsRefundAddress")
          : page("goesTo", { address: `${target.slice(0, 4)}…${target.slice(-4)}` })}
      </span>
    </span>
  );
}
