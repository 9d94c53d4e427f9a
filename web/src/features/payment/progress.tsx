import type { OrderState } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { Icon } from "../../ui/icon";

const steps = ["waiting", "confirming", "processing", "completed"] as const;

/** The step a state belongs to, 0 to 3; an ended order without a payout keeps the step it stopped at. */
function stepOf(state: OrderState): number {
  switch (state) {
    case "waiting":
    case "expired":
    case "cancelled":
      return 0;
    case "confirming":
      return 1;
    case "screening":
    case "exchanging":
    case "mixing":
    case "sending":
    case "action_required":
    case "hold":
    case "refunding":
    case "refunded":
    case "failed":
      return 2;
    case "completed":
      return 3;
    default: {
      const unreachable: never = state;
      return unreachable;
    }
  }
}

/** The four-step progress indicator of the payment page. */
export function Progress({ state }: { state: OrderState }) {
  const t = useTranslations("steps");
  const current = stepOf(state);
  return (
    <ol className="mt-4 grid grid-cols-4 gap-2" aria-label={t("label")}>
      {steps.map((step, index) => {
        const isDone = index < current || state === "completed";
        const isCurrent = index === current && !isDone;
        return (
          <li
            key={step}
            aria-current={isCurrent ? "step" : undefined}
            className={`min-w-0 border-t-2 pt-2 text-xs break-words hyphens-auto sm:text-sm ${isDone || isCurrent ? "border-accent" : "border-line text-soft"} ${isCurrent ? "font-semibold" : ""}`}
          >
            <span className="sm:flex sm:items-start sm:gap-1">
              {isDone ? <Icon name="check" className="mt-px size-4 text-accent max-sm:hidden" /> : null}
              {t(step)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
