import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ApiResult, Order } from "../../lib/api";
import type { RecentOrder } from "../../lib/browser";
import { cutDecimals, formatDecimal } from "../../lib/decimal";
import { useAppContext, usePage } from "../../lib/page-context";
import { usePolled } from "../../lib/use-polled";
import { CoinPair } from "../../ui/coin-icon";
import { Disc } from "../../ui/disc";
import { Moment } from "../../ui/time";
import { discLevel } from "../payment/level";
import { isMoving } from "../payment/load";
import { receiptFacts } from "../payment/receipt-facts";

const EVERY_MS = 30_000;
const ESTIMATE_DECIMALS = { small: 6, usual: 2 };

/** The remembered orders with their state now, each the way to its page. */
export function RecentCards({ orders }: { orders: readonly RecentOrder[] }) {
  return (
    <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3 lg:gap-x-6">
      {orders.map((order) => (
        <li key={order.id}>
          <Card known={order} />
        </li>
      ))}
    </ul>
  );
}

function Card({ known }: { known: RecentOrder }) {
  const t = useTranslations();
  const { id, trackingCode, createdAt } = known;
  const result = useOrderNow(id);
  const order = result?.ok === true ? result.value : null;
  const refusal = result?.ok === false ? result.error.message || t("error.network") : null;
  const names = useAmounts(known, order);
  const state = order === null ? refusal : t(`state.${order.state}`);
  return (
    <Link
      to="/payment/$id"
      params={{ id }}
      className="panel flex h-full min-h-20 items-center gap-4 p-4 hover:border-accent"
      aria-label={`${t("recent.open", { code: trackingCode })}, ${names.join(" → ")}${state === null ? "" : `: ${state}`}`}
    >
      <Disc {...(order === null ? { level: 0 } : discLevel(order))} className="size-10" />
      <span className="min-w-0 grow">
        <span className="flex items-center gap-2 font-semibold">
          <CoinPair
            send={known.send}
            receive={order?.amounts.refunded == null ? known.receive : known.send}
          />
          <span className="min-w-0 wrap-anywhere">{names.join(" → ")}</span>
        </span>
        <span className="mt-1 flex flex-wrap gap-x-2 text-[0.8125rem]/5 text-soft">
          <span>#{trackingCode}</span>
          <span className={order === null ? "" : "text-ink"}>{state ?? "…"}</span>
          <Moment at={createdAt} />
        </span>
      </span>
    </Link>
  );
}

/** The order as the service has it now, asked for again while it can still move; null before the first answer. */
function useOrderNow(id: string): ApiResult<Order> | null {
  const { api } = useAppContext();
  const [isOver, setIsOver] = useState(false);
  const ask = async () => {
    const result = await api.order(id);
    setIsOver(result.ok ? !isMoving(result.value.state) : result.error.status === 404);
    return result;
  };
  return usePolled({ key: id, ask, ...(isOver ? {} : { everyMs: EVERY_MS }) });
}

const symbolOf = (code: string): string => code.split("-")[0] ?? code;

/** What is sent and what comes of it, as far as that is known. */
function useAmounts(known: RecentOrder, order: Order | null): [sent: string, received: string] {
  const t = useTranslations("recent");
  const { language } = usePage();
  const write = (amount: string, code: string) => `${formatDecimal(amount, language)} ${symbolOf(code)}`;
  if (order === null) return [symbolOf(known.send), symbolOf(known.receive)];
  const { arrived, ordered } = order.amounts;
  const sent = write(arrived?.amount ?? ordered.sendAmount, arrived?.currency ?? ordered.sendCurrency);
  const facts = receiptFacts(order);
  if (facts.kind === "refund") return [sent, write(facts.refunded.amount, facts.refunded.currency)];
  if (facts.kind !== "exchange") return [sent, symbolOf(known.receive)];
  const { receiveAmount, receiveCurrency } = facts.figures;
  if (order.amounts.firm) return [sent, write(receiveAmount, receiveCurrency)];
  const decimals = receiveAmount.startsWith("0.") ? ESTIMATE_DECIMALS.small : ESTIMATE_DECIMALS.usual;
  return [sent, t("about", { amount: write(cutDecimals(receiveAmount, decimals), receiveCurrency) })];
}
