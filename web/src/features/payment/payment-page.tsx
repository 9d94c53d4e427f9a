import type { Payment } from "@sotto/openapi";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { rememberOrder } from "../../lib/browser";
import { usePage, useSubmitted } from "../../lib/page-context";
import { RefreshNote } from "../../ui/refresh-note";
import { PaymentActionsProvider } from "./action-form";
import type { Look } from "./actions";
import { Deleted } from "./deleted";
import { keptUntil } from "./kept-until";
import { Layout } from "./layout";
import { isMoving, type PaymentData } from "./load";
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
  open?: string;
  notice?: string;
  at?: string;
  looked?: string;
  block?: string;
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
  const retry = useTranslations("error")("retry");
  const isUnknown = status === 404 || status === 400;
  return (
    <div className="mx-auto max-w-xl px-4 py-16 sm:px-6" role="alert">
      <h1 className="text-2xl font-semibold tracking-tight text-bad">
        {isUnknown ? t("notFound") : t("unavailable")}
      </h1>
      <p className="mt-2 text-soft">{isUnknown ? t("notFoundText") : message}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {isUnknown ? null : (
          <Link
            to="."
            search={({ id }) => (typeof id === "string" ? { id } : {})}
            reloadDocument
            className="button button-primary"
          >
            {retry}
          </Link>
        )}
        <Link to="/" className="button">
          {t("backHome")}
        </Link>
      </div>
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
  const { state, mixing, completedAt } = order;
  const { site } = usePage();
  const submitted = useSubmitted("payment");
  const [transactionTime, setTransactionTime] = useState(instantOf(search.at));
  const [look, setLook] = useState(lookOf(search));
  const isStopped = search.refresh === "off" || submitted?.values.refresh === "off";
  const isStill = isStopped || !refreshes || search.open !== undefined;
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
      keptUntil: new Date(keptUntil({ state, mixing, completedAt }, site, Date.now())).toISOString(),
    });
  }, [initial, state, mixing, completedAt, site]);
  return (
    <PaymentActionsProvider
      value={{
        order,
        refresh,
        submitted,
        isStopped,
        isStill,
        opened: search.open,
        transactionTime,
        setTransactionTime,
        look,
        setLook,
        setNote,
      }}
    >
      <Layout order={order} payment={payment} isLive={isLive} submitted={submitted} notice={search.notice}>
        {isMoving(order.state) ? <RefreshNote path={`/payment/${order.id}`} isOff={isStill} /> : null}
      </Layout>
    </PaymentActionsProvider>
  );
}

/** A time that came in the address, if it is one. */
function instantOf(text: string | undefined): string | null {
  return text !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : null;
}

/** The look at the chain that came in the address, if it is one. */
function lookOf({ looked, block }: Search): Look | null {
  const at = instantOf(looked);
  if (at === null) return null;
  return { at, height: block !== undefined && /^\d{1,12}$/.test(block) ? Number(block) : null };
}
