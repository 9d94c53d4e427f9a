import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { useNowMs, useSentenceGap } from "../../lib/page-context";
import { Moment, useDuration } from "../../ui/time";
import { RULES } from "../legal/rules";

/** How long a decision may still take. */
export function DeadlineLeft({ order: { deadline } }: { order: Order }) {
  const duration = useDuration();
  const nowMs = useNowMs();
  if (deadline === null) return null;
  const seconds = (Date.parse(deadline) - nowMs) / 1000;
  return seconds > 0 ? duration(seconds) : null;
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
        {order.defaultChoice === "refund"
          ? t("deadlineRefund")
          : t("deadlineWait", { days: RULES.unclaimedDays })}
      </strong>
    </p>
  );
}
