import { useState } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { formatDecimal } from "../../lib/decimal";
import { usePage, useSentenceGap } from "../../lib/page-context";
import { FieldMessage } from "../../ui/field";
import { Moment } from "../../ui/time";
import { RULES } from "../legal/rules";
import { ActionForm } from "./action-form";
import { Reason } from "./reason";
import { RefundInput } from "./refund-form";
import { Spinner } from "./spinner";

/** The visitor's decision: each choice with its exact figures, the deadline and what happens at it. */
export function Choice({ order }: { order: Order }) {
  const t = useTranslations("payment");
  return (
    <section className="panel border-warn p-4 sm:p-6">
      <h2 className="text-lg font-semibold">{t("choiceTitle")}</h2>
      {order.reason === null ? null : <Reason reason={order.reason} />}
      <Arrived order={order} />
      {order.choices.length === 0 ? <p className="mt-3">{t("choiceNone")}</p> : <Form order={order} />}
      <Deadline order={order} />
    </section>
  );
}

/** The choices that are offered, and the refund address where it is not known. */
function Form({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const canRefund = order.choices.some(({ choice }) => choice === "refund");
  return (
    <ActionForm intent="decision" className="mt-3">
      {({ isBusy, errors, values }) => (
        <>
          <input type="hidden" name="revision" value={order.revision} />
          <input type="hidden" name="refundKnown" value={order.refundAddress === null ? "no" : "yes"} />
          <Choices offered={order.choices} first={values.choice ?? order.choices[0]?.choice ?? null} />
          <FieldMessage name="choice" error={errors.choice} reserve={false} />
          {canRefund && order.refundAddress === null ? (
            <div className="mt-3 grid">
              <RefundInput order={order} error={errors.refundAddress} value={values.refundAddress} />
              <FieldMessage name="refundAddress" error={errors.refundAddress}>
                {t("refundOnce")}
              </FieldMessage>
            </div>
          ) : null}
          <button type="submit" disabled={isBusy} className="button button-primary mt-3 w-full sm:w-auto">
            {isBusy ? <Spinner /> : null}
            {t("choiceSubmit")}
          </button>
        </>
      )}
    </ActionForm>
  );
}

/** The choices that are offered now. One that was taken stays taken; where it is offered no more, none is. */
function Choices({ offered, first }: { offered: Order["choices"]; first: string | null }) {
  const t = useTranslations("payment");
  const { language } = usePage();
  const [chosen, setChosen] = useState(first);
  if (chosen !== null && !offered.some(({ choice }) => choice === chosen)) setChosen(null);
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{t("choiceTitle")}</legend>
      {offered.map(({ choice, sendsAmount, currency, networkFee }) => (
        <label
          key={choice}
          className="flex cursor-pointer gap-3 rounded-md border border-edge p-3 has-checked:border-accent has-checked:bg-tint"
        >
          <input
            type="radio"
            name="choice"
            value={choice}
            checked={chosen === choice}
            onChange={() => setChosen(choice)}
            className="mt-1 size-4 accent-accent"
          />
          <span>
            <span className="block font-semibold">
              {choice === "exchange" ? t("choiceExchange") : t("choiceRefund")}
            </span>
            <span className="text-sm text-soft">
              {t(choice === "exchange" ? "choiceExchangeText" : "choiceRefundText", {
                amount: formatDecimal(sendsAmount, language),
                currency,
                fee: formatDecimal(networkFee, language),
              })}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** What was ordered beside what came: the difference is what the decision is about. */
function Arrived({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const { language } = usePage();
  if (order.deposits.length === 0) return null;
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-sm">
      <div>
        <dt className="text-xs text-soft">{t("ordered")}</dt>
        <dd className="font-medium">
          {formatDecimal(order.sendAmount, language)} {order.sendCurrency}
        </dd>
      </div>
      <div>
        <dt className="text-xs text-soft">{t("arrived")}</dt>
        {order.deposits.map((deposit) => (
          <dd key={`${deposit.txHash}-${deposit.amount}`} className="font-medium">
            {formatDecimal(deposit.amount, language)} {deposit.currency}
          </dd>
        ))}
      </div>
    </dl>
  );
}

function Deadline({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const gap = useSentenceGap();
  if (order.deadline === null) return null;
  const deadline = order.deadline;
  return (
    <p className="mt-4 border-t pt-3 text-sm text-soft">
      {t.rich("deadlineAt", {
        time: () => <Moment at={deadline} exact />,
        left: () => <Moment at={deadline} />,
      })}
      {gap}
      <strong className="font-medium text-ink">
        {order.defaultChoice === "refund"
          ? t("deadlineRefund")
          : t("deadlineWait", { days: RULES.unclaimedDays })}
      </strong>
    </p>
  );
}
