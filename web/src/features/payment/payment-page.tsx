import type { Payment } from "@sotto/openapi";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { rememberOrder } from "../../lib/browser";
import { useSentenceGap, useSubmitted } from "../../lib/page-context";
import type { SubmittedForm } from "../../lib/page-state";
import { Icon } from "../../ui/icon";
import { PaymentActionsProvider } from "./action-form";
import { NOTICE_NAMES } from "./actions";
import { Deleted } from "./deleted";
import { Details } from "./details";
import { Faq } from "./faq";
import { isMoving, type PaymentData } from "./load";
import { isCurrentNotice, useNoticeTexts } from "./notice-texts";
import { Observer } from "./observer";
import { Overview } from "./overview";
import { RefreshNote } from "./refresh-note";
import { StatePanel } from "./state-panel";
import { useOrder } from "./use-order";

const pathRoute = getRouteApi("/payment/$id");
const queryRoute = getRouteApi("/payment");

/** `/payment/{id}` */
export function PaymentPage() {
  const data = pathRoute.useLoaderData();
  return <PaymentView key={data.id} data={data} search={pathRoute.useSearch()} />;
}

/** `/payment?id={id}` */
export function PaymentQueryPage() {
  const data = queryRoute.useLoaderData();
  return <PaymentView key={data.id} data={data} search={queryRoute.useSearch()} />;
}

interface Search {
  refresh?: string;
  notice?: string;
  at?: string;
}

function PaymentView({ data, search }: { data: PaymentData; search: Search }) {
  const [note, setNote] = useState(data.note);
  if (note !== null) return <Deleted id={data.id} note={note} />;
  if (!data.order.ok) return <Missing status={data.order.error.status} message={data.order.error.message} />;
  const payment = data.payment?.ok === true ? data.payment.value : null;
  return (
    <OrderPage
      initial={data.order.value}
      payment={payment}
      refreshes={data.refreshes}
      search={search}
      setNote={setNote}
    />
  );
}

function Missing({ status, message }: { status: number; message: string }) {
  const t = useTranslations("payment");
  const isUnknown = status === 404 || status === 400;
  return (
    <div className="mx-auto max-w-xl px-4 py-16 sm:px-6" role="alert">
      <h1 className="text-2xl font-semibold tracking-tight text-bad">
        {isUnknown ? t("notFound") : t("unavailable")}
      </h1>
      <p className="mt-2 text-soft">{isUnknown ? t("notFoundText") : message}</p>
      <Link to="/" className="button mt-8">
        {t("backHome")}
      </Link>
    </div>
  );
}

function OrderPage({
  initial,
  payment,
  refreshes,
  search,
  setNote,
}: {
  initial: Order;
  payment: Payment | null;
  refreshes: boolean;
  search: Search;
  setNote: (note: string) => void;
}) {
  const t = useTranslations();
  const { order, isLive, refresh } = useOrder(initial);
  const submitted = useSubmitted("payment");
  const [transactionTime, setTransactionTime] = useState(instantOf(search.at));
  const isStopped = search.refresh === "off" || submitted?.values.refresh === "off";
  useEffect(() => {
    document.title = t("meta.paymentTitle", {
      state: t(`state.${order.state}`),
      send: order.sendCurrency,
      receive: order.receiveCurrency,
    });
  }, [t, order.state, order.sendCurrency, order.receiveCurrency]);
  useEffect(() => {
    const { id, trackingCode, createdAt } = initial;
    rememberOrder({
      id,
      trackingCode,
      createdAt,
      send: initial.sendCurrency,
      receive: initial.receiveCurrency,
    });
  }, [initial]);
  return (
    <PaymentActionsProvider
      value={{ order, refresh, submitted, isStopped, transactionTime, setTransactionTime, setNote }}
    >
      <div className="mx-auto max-w-6xl px-4 pt-5 sm:px-6 sm:pt-10">
        <PostedNotice name={search.notice} state={order.state} />
        <PostedFailure submitted={submitted} />
        <Overview order={order} isLive={isLive} />
        <div className="mt-5 grid items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-6">
          <div className="grid gap-4">
            <StatePanel order={order} payment={payment} />
            <Observer order={order} />
            {isMoving(order.state) ? <RefreshNote id={order.id} isOff={isStopped || !refreshes} /> : null}
          </div>
          <Details order={order} />
        </div>
        <Faq />
        <Link to="/" className="link mt-8 inline-flex min-h-11 items-center gap-2">
          <Icon name="arrow" className="size-4 rotate-180" />
          {t("payment.backHome")}
        </Link>
      </div>
    </PaymentActionsProvider>
  );
}

/** What a plain form just achieved; its name comes in the address after the redirect. */
function PostedNotice({ name, state }: { name: string | undefined; state: Order["state"] }) {
  const texts = useNoticeTexts();
  const known = NOTICE_NAMES.find((candidate) => candidate === name);
  if (known === undefined || !isCurrentNotice(known, state)) return null;
  const { title, text } = texts(known);
  return (
    <p role="status" className="mb-4 rounded-md bg-tint p-3 text-sm">
      <strong className="font-semibold">{title}</strong> {text}
    </p>
  );
}

/** What a plain form could not do; the fields say it again where they stand. */
function PostedFailure({ submitted }: { submitted: SubmittedForm | null }) {
  const gap = useSentenceGap();
  if (submitted?.errors.form === undefined) return null;
  const { form, ...fields } = submitted.errors;
  return (
    <p role="alert" className="mb-4 rounded-md border border-bad p-3 text-sm">
      <strong className="font-semibold text-bad">{form}</strong> {Object.values(fields).join(gap)}
    </p>
  );
}

/** A time that came in the address, if it is one. */
function instantOf(text: string | undefined): string | null {
  return text !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : null;
}
