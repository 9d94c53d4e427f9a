import type { OrderState } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { Icon } from "../../ui/icon";
import { ExpectedClock } from "./confirming";
import { endingOf, stepOf } from "./steps";

const STEPS = ["waiting", "confirming", "processing", "completed"] as const;
const STOPPED: readonly OrderState[] = ["expired", "cancelled", "failed", "action_required", "hold"];

/** The four-step progress indicator of the payment page. */
export function Progress({ order }: { order: Order }) {
  const t = useTranslations();
  const { state } = order;
  const current = stepOf(state);
  const isStopped = STOPPED.includes(state);
  return (
    <ol className="mt-4 grid grid-cols-4 gap-1.5 sm:gap-2" aria-label={t("steps.label")}>
      {STEPS.map((step, index) => {
        const isDone = index < current;
        const isCurrent = index === current;
        const line = isCurrent && isStopped ? "border-warn" : "border-accent";
        const ending = endingOf(state);
        return (
          <li
            key={step}
            aria-current={isCurrent ? "step" : undefined}
            className={`min-w-0 border-t-2 pt-2 text-[0.6875rem] leading-4 break-words in-[:lang(ja)]:text-xs in-[:lang(zh)]:text-xs hyphens-auto max-sm:tracking-tight sm:text-sm ${isDone || isCurrent ? line : "border-line text-soft"} ${isCurrent ? "font-semibold" : ""}`}
          >
            <span className={`sm:flex sm:items-start sm:gap-1 ${isCurrent && isStopped ? "text-warn" : ""}`}>
              {isDone ? <Icon name="check" className="mt-px size-4 text-accent max-sm:hidden" /> : null}
              {ending !== null && ending.step === index ? t(`state.${ending.state}`) : t(`steps.${step}`)}
            </span>
            {isCurrent && state === "confirming" ? <ExpectedClock order={order} /> : null}
          </li>
        );
      })}
    </ol>
  );
}
