import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { OnChain } from "../../../ui/on-chain";
import { Moment } from "../../../ui/time";
import { Badge, OrderBadge, StateBadge } from "../badge";
import { Facts, Failure } from "../part";
import type { AdminOrder } from "../types";
import { useConsole } from "../use-console";
import { useAmounts } from "./amounts";
import { OrderDecision } from "./order-decision";
import { Deposits, Events, Ledger, Legs } from "./order-records";

const route = getRouteApi("/admin");

/** Everything that the service knows of an order. */
export function OrderView({ order }: { order: AdminOrder }) {
  const t = useTranslations();
  const facts = useFacts(order);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
      <div>
        <div className="mb-4 flex flex-wrap gap-1.5">
          <OrderBadge status={order.status} />
          <StateBadge status={order.status} state={order.state} />
          {order.reason === null ? null : <Badge tone="warn">{t(`admin.orderReason.${order.reason}`)}</Badge>}
          {order.privacySettings === null ? null : <Badge tone="quiet">{t("adminOrders.mixed")}</Badge>}
          {order.late ? <Badge tone="quiet">{t("adminOrders.late")}</Badge> : null}
        </div>
        <Facts items={facts} />
        <Relatives order={order} />
      </div>
      <OrderDecision order={order} />
      <Deposits order={order} />
      <Legs order={order} />
      <Events order={order} />
      <Ledger order={order} />
    </div>
  );
}

function useFacts(order: AdminOrder) {
  const t = useTranslations("adminOrders");
  const address = (value: string | null) =>
    value === null || value === "" ? (
      t("none")
    ) : (
      <OnChain kind="address" value={value} className="break-address text-[0.8125rem]" />
    );
  return [
    ...useAmounts(order),
    { name: t("created"), value: <Moment at={order.createdAt} /> },
    {
      name: t("ended"),
      value: order.completedAt === null ? t("notYet") : <Moment at={order.completedAt} />,
    },
    { name: t("depositAddress"), value: address(order.depositAddress) },
    { name: t("receiveAddress"), value: address(order.receiveAddress) },
    { name: t("refundAddress"), value: address(order.refundAddress) },
    {
      name: t("confirmations"),
      value: t("confirmationCount", {
        count: String(order.confirmations),
        needed: String(order.confirmationsRequired),
      }),
    },
  ];
}

/** Late money opens an order of its own: the way to it, and back. */
function Relatives({ order }: { order: AdminOrder }) {
  const t = useTranslations("adminOrders");
  const relatives = [
    ...(order.parentId === null ? [] : [{ id: order.parentId, text: t("openParent") }]),
    ...order.children.map((id, index) => ({ id, text: t("openChild", { number: String(index + 1) }) })),
  ];
  if (relatives.length === 0) return null;
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {relatives.map(({ id, text }) => (
        <OpenButton key={id} id={id} text={text} />
      ))}
    </div>
  );
}

function OpenButton({ id, text }: { id: string; text: string }) {
  const t = useTranslations("adminOrders");
  const { client } = useConsole();
  const navigate = route.useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const open = async () => {
    setBusy(true);
    setFailure(null);
    const found = await settle(client.GET("/api/admin/exchanges/{id}", { params: { path: { id } } }));
    setBusy(false);
    if (found.ok) await navigate({ search: { tab: "orders", order: found.value.trackingCode } });
    else setFailure(found.error.status === 404 ? t("forgottenTitle") : found.error.message);
  };
  return (
    <div className="grid gap-2">
      <button type="button" disabled={isBusy} onClick={() => void open()} className="button">
        {text}
      </button>
      {failure === null ? null : <Failure message={failure} takesFocus />}
    </div>
  );
}
