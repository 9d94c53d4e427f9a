import type { OrderState, Payment } from "@sotto/openapi";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { usePage } from "../../lib/page-context";
import { Choice } from "./choice";
import { Confirming } from "./confirming";
import { LateNote } from "./countdown";
import { DelayForm } from "./delay-form";
import { DeleteForm } from "./delete-form";
import { Ended } from "./ended";
import { Faucet } from "./faucet";
import { Hold } from "./hold";
import { howToPay } from "./how-to-pay";
import { isEnded } from "./load";
import { Mixing } from "./mixing";
import { PayPanel } from "./pay-panel";
import { RefundForm } from "./refund-form";
import { Transactions } from "./transactions";
import { TronPanel } from "./tron-panel";
import { isTronUsdt } from "./tron-status";

/** While an order waits, its faucet is among the ways to pay. */
const FAUCET_STATES: readonly OrderState[] = ["confirming", "expired"];
const REFUND_STATES: readonly OrderState[] = [
  "waiting",
  "confirming",
  "screening",
  "hold",
  "expired",
  "cancelled",
];
const TRON_STATES: readonly OrderState[] = ["waiting", "confirming", "screening", "exchanging", "sending"];

/** What the order needs now: a payment, patience, or a decision; null where that is nothing. */
export function mainPanelOf(order: Order, payment: Payment | null): ReactNode {
  switch (order.state) {
    case "waiting":
      return <PayPanel order={order} payment={howToPay(order, payment)} />;
    case "confirming":
      return <Confirming order={order} />;
    case "action_required":
      return <Choice order={order} />;
    case "hold":
      return <Hold order={order} />;
    case "expired":
    case "cancelled":
    case "failed":
      return <Ended order={order} />;
    default:
      return null;
  }
}

/** What else can be seen and done in this state. */
export function StateParts({ order }: { order: Order }) {
  const { network } = usePage();
  const { state } = order;
  const isRefundOpen = order.refundAddress === null && REFUND_STATES.includes(state);
  return (
    <>
      {isTronUsdt(order) && TRON_STATES.includes(state) ? <TronPanel order={order} /> : null}
      <Mixing order={order} />
      <DelayForm order={order} />
      <Transactions order={order} />
      {network === "simnet" && FAUCET_STATES.includes(state) ? <Faucet order={order} /> : null}
      {isRefundOpen ? <RefundForm order={order} /> : null}
      {state === "waiting" ? <LateNote /> : null}
      <Children ids={order.children} />
      {isEnded(state) ? <DeleteForm order={order} /> : null}
    </>
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
