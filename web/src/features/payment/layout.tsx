import type { Payment } from "@sotto/openapi";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { useHydrated, useSentenceGap } from "../../lib/page-context";
import type { SubmittedForm } from "../../lib/page-state";
import { CopyButton } from "../../ui/copy-button";
import { Icon } from "../../ui/icon";
import { NOTICE_NAMES } from "./actions";
import { ChildOrders } from "./child-orders";
import { Countdown } from "./countdown";
import { DeadlineLeft } from "./deadline";
import { Details } from "./details";
import { Ended, Landed } from "./ended";
import { ExpectedClock } from "./expected";
import { Faq } from "./faq";
import { isExpected } from "./forecast";
import { Head } from "./head";
import { isMoving } from "./load";
import { isCurrentNotice, useNoticeTexts } from "./notice-texts";
import { Observer } from "./observer";
import { OrderReceipt } from "./order-receipt";
import { Progress } from "./progress";
import { mainPanelOf, StateParts } from "./state-panel";

interface LayoutProps {
  order: Order;
  payment: Payment | null;
  isLive: boolean;
  submitted: SubmittedForm | null;
  notice: string | undefined;
  children: ReactNode;
}

/** The coloured field, the card on its lower edge with the receipt beside it, and what else there is below. */
export function Layout({ order, payment, isLive, submitted, notice, children }: LayoutProps) {
  const t = useTranslations("payment");
  const main = mainPanelOf(order, payment);
  const isDone = order.state === "completed" || order.state === "refunded";
  // Where nothing is to be done, the card on the field's edge says how far the order is.
  const card = main ?? (isDone ? null : <Progress order={order} />);
  return (
    <div className="payment">
      <Head order={order} />
      <div className="mx-auto max-w-[73rem] px-4 sm:px-6">
        <div
          className={`grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,40fr)_minmax(0,27fr)] lg:grid-rows-[auto_1fr] ${isDone ? "max-lg:-mt-20" : ""}`}
        >
          <div className="relative grid lg:z-10 min-w-0 gap-8 lg:-mt-22">
            <PostedNotice name={notice} state={order.state} />
            <PostedFailure submitted={submitted} />
            <ChildOrders ids={order.children} />
            {isDone ? <OrderReceipt order={order} /> : null}
            {card === null ? null : (
              <div className="order-card print:hidden">
                <CardHead order={order} isLive={isLive} />
                <div className="pt-3 lg:p-8 lg:pt-7">{card}</div>
              </div>
            )}
            {isDone ? <Ended order={order} /> : null}
            {main === null && !isDone ? null : <Progress order={order} />}
          </div>
          <div className="grid min-w-0 gap-6 lg:row-span-2">
            {isDone ? (
              <div className="panel raised relative p-6 lg:z-10 lg:-mt-6 print:hidden">
                <Landed order={order} />
              </div>
            ) : (
              <OrderReceipt order={order} className="lg:-mt-px" />
            )}
            <Details order={order} />
          </div>
          <div className="order-parts grid min-w-0 gap-6">
            <StateParts order={order} />
            <Observer order={order} />
            {children}
          </div>
        </div>
        <Faq order={order} />
        <Link
          to="/"
          search={order.mixing === null ? {} : { form: "mixer" }}
          className="link mt-8 inline-flex min-h-11 items-center gap-2 print:hidden"
        >
          <Icon name="arrow" className="size-4 rotate-180" />
          {t("backHome")}
        </Link>
      </div>
    </div>
  );
}

/** The first line of the card where there is room for one: the order's number, and its time. */
function CardHead({ order, isLive }: { order: Order; isLive: boolean }) {
  const t = useTranslations("payment");
  return (
    <div className="hidden items-center justify-between gap-4 border-b px-8 py-2 lg:flex">
      <p className="flex items-center gap-1 text-soft">
        {t("order")} <strong className="font-semibold text-ink">#{order.trackingCode}</strong>
        <CopyButton value={order.trackingCode} label={t("copyCode")} what={t("trackingCode")} />
        <LiveMark isLive={isLive} isWanted={isMoving(order.state)} />
      </p>
      {order.state === "waiting" ? <Countdown order={order} /> : null}
      {isExpected(order) ? <ExpectedClock order={order} /> : null}
      {order.state === "action_required" ? <DeadlineLeft order={order} /> : null}
    </div>
  );
}

function LiveMark({ isLive, isWanted }: { isLive: boolean; isWanted: boolean }) {
  const t = useTranslations("payment");
  const hydrated = useHydrated();
  if (!isWanted) return null;
  return (
    <span className={`flex items-center gap-1.5 text-sm ${hydrated ? "" : "invisible"}`}>
      <span className={`size-2 rounded-full ${isLive ? "breathe bg-good" : "bg-edge"}`} />
      {isLive ? t("live") : t("polling")}
    </span>
  );
}

/** What a plain form just achieved; its name comes in the address after the redirect. */
function PostedNotice({ name, state }: { name: string | undefined; state: Order["state"] }) {
  const texts = useNoticeTexts();
  const known = NOTICE_NAMES.find((candidate) => candidate === name);
  if (known === undefined || !isCurrentNotice(known, state)) return null;
  const { title, text } = texts(known);
  return (
    <p role="status" className="mb-4 rounded-md bg-tint p-3 text-sm print:hidden">
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
    <p role="alert" className="mb-4 rounded-md border border-bad p-3 text-sm print:hidden">
      <strong className="font-semibold text-bad">{form}</strong> {Object.values(fields).join(gap)}
    </p>
  );
}
