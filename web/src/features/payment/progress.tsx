import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { Disc } from "../../ui/disc";
import { useDuration } from "../../ui/time";
import { ClockTime } from "./clock-time";
import { ExpectedAt } from "./expected";
import { isExpected } from "./forecast";
import { stepDiscLevel } from "./level";
import { endingOf, stepOf } from "./steps";

const STEPS = ["waiting", "confirming", "processing", "completed"] as const;
type Step = (typeof STEPS)[number];

/** The four steps of an order, each with its disc and with what it came to or how long it usually takes. */
export function Progress({ order }: { order: Order }) {
  const t = useTranslations();
  const { state } = order;
  const current = stepOf(state);
  const ending = endingOf(state);
  return (
    <ol className="print:hidden" aria-label={t("steps.label")}>
      {STEPS.map((step, index) => {
        const isCurrent = index === current;
        return (
          <li
            key={step}
            aria-current={isCurrent ? "step" : undefined}
            className="flex items-center gap-4 border-b py-3.5 last:border-0"
          >
            <Disc {...stepDiscLevel(order, index)} className="size-7" />
            <span className={isCurrent ? "font-semibold" : index < current ? "font-medium" : "text-soft"}>
              {ending !== null && ending.step === index ? t(`state.${ending.state}`) : t(`steps.${step}`)}
            </span>
            <span className="ml-auto max-w-1/2 shrink-0 text-right text-sm text-balance text-soft">
              <Note order={order} step={step} isBehind={index < current} isCurrent={isCurrent} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface NoteProps {
  order: Order;
  step: Step;
  isBehind: boolean;
  isCurrent: boolean;
}

/** Behind: what it was. Now and to come: how long it usually takes. */
function Note({ order, step, isBehind, isCurrent }: NoteProps): ReactNode {
  const t = useTranslations("orderPage");
  const { language } = usePage();
  const duration = useDuration();
  const { amounts, state } = order;
  const isOpen = !["expired", "cancelled", "failed", "refunding", "refunded"].includes(state);
  switch (step) {
    case "waiting":
      return amounts.arrived === null
        ? null
        : `${formatDecimal(amounts.arrived.amount, language)} ${amounts.arrived.currency}`;
    case "confirming": {
      const { confirmationsRequired: required } = order;
      if (isBehind || isCurrent)
        return amounts.arrived === null
          ? null
          : t("ofRequired", { count: Math.min(order.confirmations, required), required });
      return isOpen ? t("needed", { count: required }) : null;
    }
    case "processing":
      if (isBehind || !isOpen) return null;
      if (order.mixing !== null && state !== "action_required" && state !== "hold")
        return t("upTo", { time: duration(order.mixing.seconds) });
      if (state === "action_required") return t("noTime");
      return t(state === "hold" ? "underReview" : "atOnce");
    case "completed":
      return <EndNote order={order} isOpen={isOpen} />;
  }
}

function EndNote({ order, isOpen }: { order: Order; isOpen: boolean }) {
  const t = useTranslations("orderPage");
  const duration = useDuration();
  if (order.completedAt !== null)
    return order.status === "completed" ? <ClockTime at={order.completedAt} /> : null;
  if (!isOpen) return null;
  if (order.state === "waiting") return t("afterPayment", { time: duration(order.estimatedTime) });
  if (isExpected(order)) return <ExpectedAt order={order} />;
  return order.state === "sending" ? t("nextBlock") : null;
}
