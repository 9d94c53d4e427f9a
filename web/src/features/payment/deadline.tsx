import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { useNowMs, useSentenceGap } from "../../lib/page-context";
import { Moment, useDuration } from "../../ui/time";
import { RULES } from "../legal/rules";

/** How long a decision may still take; in the strip the words are for screen readers. */
export function DeadlineLeft({ order: { deadline }, isStrip = false }: { order: Order; isStrip?: boolean }) {
  const t = useTranslations("payment");
  const duration = useDuration();
  const nowMs = useNowMs();
  if (deadline === null) return null;
  const seconds = (Date.parse(deadline) - nowMs) / 1000;
  if (seconds <= 0) return null;
  return (
    <p className="flex items-baseline gap-2">
      <span className={isStrip ? "sr-only" : "text-soft"}>{t("timeToDecide")}</span>
      <span className="font-semibold">{duration(seconds)}</span>
    </p>
  );
}

/** What happens without a decision; stuck is what would be refunded, and is not now, because its fee leaves nothing. */
function outcomeAtDeadline({ refundAddress, defaultChoice }: Order) {
  if (defaultChoice === "refund") return "deadlineRefund";
  return refundAddress === null ? "deadlineWait" : "deadlineStuck";
}

/** Until when to decide, and what happens without a decision. */
export function Deadline({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const gap = useSentenceGap();
  if (order.deadline === null) return null;
  const deadline = order.deadline;
  return (
    <p className="mt-4 text-sm text-soft">
      {t.rich("deadlineAt", {
        time: () => <Moment at={deadline} exact />,
        left: () => <Moment at={deadline} />,
      })}
      {gap}
      <strong className="font-medium text-ink">
        {t(outcomeAtDeadline(order), { days: RULES.unclaimedDays })}
      </strong>
    </p>
  );
}
