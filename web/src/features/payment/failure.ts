import { unreachable } from "@sotto/openapi/unreachable";
import type { Refusal } from "../../lib/api";
import { type Intent, ownRefusals } from "./actions";

type FailureKey =
  | "toast.failedAction"
  | "error.network"
  | "error.unknown"
  | "error.refundRequired"
  | "payment.paidFailed"
  | "payment.paidFailedText"
  | "payment.choiceRequired"
  | "payment.hashRequired"
  | "payment.hashRequiredText"
  | "payment.notConfirmed"
  | "payment.notConfirmedText"
  | "payment.verifyFailed"
  | "payment.verifyFailedText"
  | "payment.refreshFailed"
  | "payment.refreshFailedText"
  | "mixProgress.delayTooLate"
  | "mixProgress.delayWrong"
  | "deletion.confirmRequired";

/** Title and text of a refused action: the action's own notice, and what the service said where it helps. */
export function failureTexts(
  t: (key: FailureKey) => string,
  intent: Intent,
  problem: Refusal,
): { title: string; text: string } {
  const isTooLate = intent === "delay" && problem.code === "order/closed";
  const said = isTooLate ? t("mixProgress.delayTooLate") : saidByService(t, problem);
  if (problem.code === ownRefusals.hashRequired.code) {
    return { title: t("payment.hashRequired"), text: t("payment.hashRequiredText") };
  }
  if (problem.code === ownRefusals.notFound.code) {
    return { title: t("payment.notConfirmed"), text: t("payment.notConfirmedText") };
  }
  switch (intent) {
    case "paid":
      return { title: t("payment.paidFailed"), text: join(t("payment.paidFailedText"), said) };
    case "verify":
      return { title: t("payment.verifyFailed"), text: join(t("payment.verifyFailedText"), said) };
    case "refresh":
      return { title: t("payment.refreshFailed"), text: said ?? t("payment.refreshFailedText") };
    case "decision":
    case "refund-address":
    case "cancel":
    case "delay":
    case "delete":
    case "faucet":
      return { title: t("toast.failedAction"), text: said ?? t("error.unknown") };
    default:
      return unreachable(intent);
  }
}

/** What the visitor can act on; a fault of the service itself adds nothing to the page's own words. */
function saidByService(t: (key: FailureKey) => string, problem: Refusal): string | null {
  if (problem.code === ownRefusals.choiceRequired.code) return t("payment.choiceRequired");
  if (problem.code === ownRefusals.refundRequired.code) return t("error.refundRequired");
  if (problem.code === ownRefusals.confirmRequired.code) return t("deletion.confirmRequired");
  if (problem.code === "mixer/delay") return t("mixProgress.delayWrong");
  if (problem.code === "network") return t("error.network");
  return problem.message === "" || problem.status >= 500 ? null : problem.message;
}

function join(text: string, said: string | null): string {
  return said === null ? text : `${text} ${said}`;
}
