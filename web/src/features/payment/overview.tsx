import type { OrderState } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { formatDecimal } from "../../lib/decimal";
import { useHydrated, usePage } from "../../lib/page-context";
import { CoinIcon } from "../../ui/coin-icon";
import { CopyButton } from "../../ui/copy-button";
import { Icon } from "../../ui/icon";
import { isMoving } from "./load";
import { Progress } from "./progress";

const BAD_STATES: readonly OrderState[] = ["expired", "cancelled", "failed", "hold", "action_required"];

/** The order at a glance: its state in words, what goes where, its number, and how far it is. */
export function Overview({ order, isLive }: { order: Order; isLive: boolean }) {
  const t = useTranslations();
  const { language } = usePage();
  const isEstimate =
    order.orderType === "floating" && ["waiting", "confirming", "screening"].includes(order.state);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="min-w-0" aria-live="polite">
          <h1
            className={`text-2xl font-semibold tracking-tight sm:text-4xl ${BAD_STATES.includes(order.state) ? "text-warn" : ""}`}
          >
            {t(`state.${order.state}`)}
          </h1>
          <p className="mt-1 max-w-prose text-soft">{t(`stateText.${order.state}`)}</p>
        </div>
        <div className="flex items-center text-sm text-soft">
          <span>
            {t("payment.order")}{" "}
            <strong className="text-base font-semibold text-ink">#{order.trackingCode}</strong>
          </span>
          <CopyButton
            value={order.trackingCode}
            label={t("payment.copyCode")}
            what={t("payment.trackingCode")}
          />
          <LiveMark isLive={isLive} isWanted={isMoving(order.state)} />
        </div>
      </div>
      <div className="panel mt-3 flex flex-col gap-x-5 gap-y-1 px-4 py-3 sm:flex-row sm:items-center">
        <Side
          code={order.sendCurrency}
          label={t("payment.youSend")}
          text={formatDecimal(order.sendAmount, language)}
        />
        <Icon name="arrow" className="size-5 text-soft max-sm:ml-1.5 max-sm:rotate-90" />
        <Side
          code={order.receiveCurrency}
          label={isEstimate ? t("payment.youReceiveAbout") : t("payment.youReceive")}
          text={formatDecimal(order.receiveAmount, language)}
        />
      </div>
      <Progress order={order} />
    </>
  );
}

function Side({ code, label, text }: { code: string; label: string; text: string }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <CoinIcon code={code} className="size-8" />
      <div className="min-w-0">
        <p className="text-xs text-soft">{label}</p>
        <p className="font-semibold">
          {text} <span className="font-medium text-soft">{code}</span>
        </p>
      </div>
    </div>
  );
}

function LiveMark({ isLive, isWanted }: { isLive: boolean; isWanted: boolean }) {
  const t = useTranslations("payment");
  const hydrated = useHydrated();
  if (!isWanted) return null;
  return (
    <span className={`ml-2 flex items-center gap-1.5 ${hydrated ? "" : "invisible"}`}>
      <span className={`size-2 rounded-full ${isLive ? "breathe bg-good" : "bg-edge"}`} />
      {isLive ? t("live") : t("polling")}
    </span>
  );
}
