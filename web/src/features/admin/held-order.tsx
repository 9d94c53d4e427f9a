import { type FormEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { ApiResult, Order } from "../../lib/api";
import { newIdempotencyKey } from "../../lib/browser";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { notify } from "../../ui/notices";
import type { HoldDecision } from "./calls";
import { useConsole, useRefresh } from "./use-admin-query";

/** Finds an order by its id, and releases or refunds it while it is held. */
export function HeldOrder() {
  const t = useTranslations("admin");
  const { calls } = useConsole();
  const [found, setFound] = useState<ApiResult<Order> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const find = async (id: string) => {
    setBusy(true);
    setFound(await calls.order(id));
    setBusy(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void find(String(new FormData(event.currentTarget).get("id") ?? "").trim());
  };
  return (
    <section aria-labelledby="held" className="min-w-0 border-t pt-6">
      <h2 id="held" className="text-lg font-semibold tracking-tight sm:text-xl">
        {t("heldTitle")}
      </h2>
      <p className="mt-1 max-w-[64ch] text-soft">{t("heldLead")}</p>
      <form onSubmit={onSubmit} className="mt-4">
        <label htmlFor="order-id" className="text-sm font-medium">
          {t("orderId")}
        </label>
        <div className="mt-1 flex max-w-xl flex-wrap gap-3">
          <input
            id="order-id"
            name="id"
            required
            maxLength={60}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="control grow basis-56 font-mono text-sm"
          />
          <button type="submit" disabled={isBusy} className="button">
            {t("find")}
          </button>
        </div>
      </form>
      <div aria-live="polite">
        {found === null ? null : found.ok ? (
          <FoundOrder order={found.data} onOrder={(data) => setFound({ ok: true, data })} />
        ) : (
          <p className="mt-3 font-medium text-bad">{found.problem.message || t("noAnswer")}</p>
        )}
      </div>
    </section>
  );
}

function FoundOrder({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  const t = useTranslations("admin");
  const { language } = usePage();
  const amount = (value: string, currency: string) => `${formatDecimal(value, language)} ${currency}`;
  const rows = [
    [t("trackingCode"), order.trackingCode],
    [t("state"), order.reason === null ? order.state : `${order.state} (${order.reason})`],
    [t("sends"), amount(order.sendAmount, order.sendCurrency)],
    [t("receives"), amount(order.receiveAmount, order.receiveCurrency)],
    [t("refundAddress"), order.refundAddress ?? t("none")],
  ] as const;
  return (
    <div className="panel mt-4 max-w-2xl p-4 sm:p-5">
      <dl className="text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="grid gap-x-4 border-b py-1.5 sm:grid-cols-[10rem_1fr]">
            <dt className="text-soft">{name}</dt>
            <dd translate="no" className="font-medium wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {order.state === "hold" ? (
        <DecisionForm key={order.id} order={order} onOrder={onOrder} />
      ) : (
        <p className="mt-4 text-sm text-soft">{t("notHeld")}</p>
      )}
    </div>
  );
}

function DecisionForm({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  const t = useTranslations("admin");
  const { calls, expire } = useConsole();
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const key = useRef<string | null>(null);
  const decide = async (decision: HoldDecision, reason: string) => {
    setBusy(true);
    key.current ??= newIdempotencyKey();
    const result = await calls.decideHold(order.id, decision, reason, key.current);
    // Unknown is not failed: without an answer, the same call under the same key is safe to repeat.
    if (result.ok || result.problem.status !== 0) key.current = null;
    if (result.ok) {
      notify({ title: decision === "release" ? t("released") : t("refunded") });
      onOrder(result.data);
      await refresh();
    } else if (result.problem.status === 401) return expire();
    else notify({ title: t("failed"), text: result.problem.message || t("noAnswer"), tone: "bad" });
    setBusy(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const decision =
      submitter instanceof HTMLButtonElement && submitter.value === "refund" ? "refund" : "release";
    if (!isBusy) void decide(decision, String(new FormData(event.currentTarget).get("reason") ?? ""));
  };
  return (
    <form onSubmit={onSubmit} className="mt-4">
      <label htmlFor="hold-reason" className="text-sm font-medium">
        {t("reason")}
      </label>
      <input
        id="hold-reason"
        name="reason"
        required
        maxLength={500}
        autoComplete="off"
        className="control mt-1"
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="submit" value="release" disabled={isBusy} className="button button-primary">
          {t("release")}
        </button>
        <button type="submit" value="refund" disabled={isBusy} className="button">
          {t("refund")}
        </button>
      </div>
    </form>
  );
}
