import type { Payment } from "@sotto/openapi";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { useNowMs, usePage } from "../../lib/page-context";
import { useDuration } from "../../ui/time";
import { Choice } from "./choice";
import { Faucet } from "./faucet";
import { PayPanel } from "./pay-panel";
import { Reason } from "./reason";
import { RefundForm } from "./refund-form";
import { Transactions } from "./transactions";

/** What the order needs now: a payment, patience, a decision, or nothing more. */
export function StatePanel({ order, payment }: { order: Order; payment: Payment | null }) {
  const t = useTranslations("payment");
  const { network } = usePage();
  const isFaucetOpen = network === "simnet" && ["waiting", "confirming", "expired"].includes(order.state);
  const isRefundOpen =
    order.refundAddress === null && ["waiting", "confirming", "screening", "expired"].includes(order.state);
  return (
    <>
      {order.state === "waiting" && payment !== null ? <PayPanel order={order} payment={payment} /> : null}
      {order.state === "confirming" ? <Confirming order={order} /> : null}
      {order.state === "action_required" ? <Choice order={order} /> : null}
      {order.state === "hold" && order.reason !== null ? <Reason reason={order.reason} /> : null}
      <Transactions order={order} />
      {isFaucetOpen ? <Faucet order={order} /> : null}
      {isRefundOpen ? <RefundForm order={order} /> : null}
      <Children ids={order.children} />
      {["completed", "refunded", "expired", "cancelled", "failed"].includes(order.state) ? (
        <Link
          to="/"
          search={{ from: order.sendCurrency, to: order.receiveCurrency, amount: order.sendAmount }}
          className="button justify-self-start"
        >
          {t("again")}
        </Link>
      ) : null}
    </>
  );
}

/** The confirmations so far, and when the rest is to be expected; late, it says that it still waits. */
function Confirming({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const duration = useDuration();
  const nowMs = useNowMs();
  const { confirmations, confirmationsRequired, estimatedTime } = order;
  const since = useRef({ confirmations, atMs: nowMs });
  if (since.current.confirmations !== confirmations) since.current = { confirmations, atMs: nowMs };
  const open = Math.max(0, confirmationsRequired - confirmations) / Math.max(1, confirmationsRequired);
  const seconds = estimatedTime * open - (nowMs - since.current.atMs) / 1000;
  return (
    <section className="panel p-4 sm:p-6">
      <p className="text-lg font-semibold">
        {t("confirmations", { count: confirmations, required: confirmationsRequired })}
      </p>
      <progress
        className="confirmations mt-3"
        max={Math.max(1, confirmationsRequired)}
        value={Math.min(confirmations, confirmationsRequired)}
        aria-label={t("confirmations", { count: confirmations, required: confirmationsRequired })}
      />
      <p className="mt-2 text-sm text-soft">
        {seconds > 0 ? t("expectIn", { time: duration(seconds) }) : t("stillWaiting")}
      </p>
    </section>
  );
}

function Children({ ids }: { ids: string[] }) {
  const t = useTranslations("payment");
  if (ids.length === 0) return null;
  return (
    <section className="panel p-4 sm:p-6">
      <h2 className="font-semibold">{t("children")}</h2>
      {ids.map((id) => (
        <Link key={id} to="/payment/$id" params={{ id }} className="link mt-2 block">
          {t("openChild")}
        </Link>
      ))}
    </section>
  );
}
