import type { OrderState, Payment } from "@sotto/openapi";
import type { ReactNode } from "react";
import type { Order } from "../../lib/api";
import { usePage } from "../../lib/page-context";
import { Choice } from "./choice";
import { Confirming } from "./confirming";
import { DelayForm } from "./delay-form";
import { DeleteForm } from "./delete-form";
import { Ended } from "./ended";
import { Faucet } from "./faucet";
import { forecastOf } from "./forecast";
import { ForecastText } from "./forecast-text";
import { Hold } from "./hold";
import { howToPay } from "./how-to-pay";
import { LateNote } from "./late-note";
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
  const forecast = forecastOf(order);
  switch (order.state) {
    case "waiting":
      return <PayPanel order={order} payment={howToPay(order, payment)} />;
    case "confirming":
      return <Confirming order={order} forecast={forecast} />;
    case "screening":
      return forecast === null ? null : <ForecastText forecast={forecast} />;
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
      {state === "waiting" ? <LateNote order={order} /> : null}
      {isEnded(state) ? <DeleteForm order={order} /> : null}
    </>
  );
}
