import type { OrderState } from "@sotto/openapi";
import { unreachable } from "@sotto/openapi/unreachable";
import { useTranslations } from "use-intl";
import type { NoticeName } from "./actions";

/** Title and text of what an action achieved. */
export function useNoticeTexts(): (name: NoticeName) => { title: string; text?: string } {
  const t = useTranslations("payment");
  return (name) => {
    switch (name) {
      case "paidSeen":
        return { title: t("paidSeen"), text: t("paidSeenText") };
      case "paidWaiting":
        return { title: t("paidWaiting"), text: t("paidWaitingText") };
      case "chainWaiting":
        return { title: t("chainWaiting"), text: t("paidWaitingText") };
      case "chainDetected":
      case "chainConfirmed":
      case "refundSaved":
      case "cancelled":
      case "decided":
      case "delayed":
      case "faucetDone":
        return { title: t(name) };
      default:
        return unreachable(name);
    }
  };
}

const UNPAID: readonly OrderState[] = ["waiting", "expired"];
const PAID: readonly OrderState[] = ["confirming", "screening", "exchanging", "mixing", "sending"];

/** The states in which a notice in the address still says something true; a page that refreshed on is past it. */
const statesOf: Readonly<Record<NoticeName, readonly OrderState[]>> = {
  paidSeen: PAID,
  paidWaiting: UNPAID,
  chainWaiting: UNPAID,
  chainDetected: ["confirming"],
  chainConfirmed: PAID,
  refundSaved: [...UNPAID, ...PAID],
  cancelled: ["cancelled"],
  decided: ["exchanging", "mixing", "sending", "refunding"],
  delayed: ["mixing", "sending"],
  faucetDone: [...UNPAID, "confirming", "cancelled"],
};

/** Whether a notice that came in the address still fits an order's state. */
export function isCurrentNotice(name: NoticeName, state: OrderState): boolean {
  return statesOf[name].includes(state);
}
