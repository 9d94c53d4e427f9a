import type { OrderState, Payment } from "@sotto/openapi";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { usePage } from "../../lib/page-context";
import { Choice } from "./choice";
import { Confirming } from "./confirming";
import { DelayForm } from "./delay-form";
import { DeleteForm } from "./delete-form";
import { Ended } from "./ended";
import { Faucet } from "./faucet";
import { Hold } from "./hold";
import { howToPay } from "./how-to-pay";
import { Mixing } from "./mixing";
import { PayPanel } from "./pay-panel";
import { RefundForm } from "./refund-form";
import { Transactions } from "./transactions";
import { TronPanel } from "./tron-panel";
import { isTronUsdt } from "./tron-status";

const FAUCET_STATES: readonly OrderState[] = ["waiting", "confirming", "expired"];
const REFUND_STATES: readonly OrderState[] = [
  "waiting",
  "confirming",
  "screening",
  "hold",
  "expired",
  "cancelled",
];
const TRON_STATES: readonly OrderState[] = ["waiting", "confirming", "screening", "exchanging", "sending"];
const ENDED_STATES: readonly OrderState[] = ["completed", "refunded", "expired", "cancelled", "failed"];

/** What the order needs now: a payment, patience, a decision, or nothing more. */
export function StatePanel({ order, payment }: { order: Order; payment: Payment | null }) {
  const { network } = usePage();
  const { state } = order;
  const isRefundOpen = order.refundAddress === null && REFUND_STATES.includes(state);
  return (
    <>
      {state === "waiting" ? <PayPanel order={order} payment={howToPay(order, payment)} /> : null}
      {state === "confirming" ? <Confirming order={order} /> : null}
      {state === "action_required" ? <Choice order={order} /> : null}
      {state === "hold" ? <Hold order={order} /> : null}
      {ENDED_STATES.includes(state) ? <Ended order={order} /> : null}
      {isTronUsdt(order) && TRON_STATES.includes(state) ? <TronPanel order={order} /> : null}
      <Mixing order={order} />
      <DelayForm order={order} />
      <Transactions order={order} />
      {network === "simnet" && FAUCET_STATES.includes(state) ? <Faucet order={order} /> : null}
      {isRefundOpen ? <RefundForm order={order} /> : null}
      <Children ids={order.children} />
      {ENDED_STATES.includes(state) ? <DeleteForm order={order} /> : null}
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
