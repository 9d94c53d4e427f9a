import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { useDuration } from "../../ui/time";
import { RULES } from "../legal/rules";

/** What becomes of a payment that arrives after the time to pay. */
export function LateNote({ order: { mismatch } }: { order: Order }) {
  const t = useTranslations("payment");
  const late = useDuration()(RULES.lateRefundSeconds);
  const text = mismatch.late === null ? t("lateNote", { late }) : instructedText(t, mismatch.late);
  return <p className="text-sm text-soft">{text}</p>;
}

/** What an order's own instruction says of a late payment. */
export const instructedText = (
  t: (key: "lateNoteExchange" | "lateNoteRefund") => string,
  instruction: NonNullable<Order["mismatch"]["late"]>,
): string => t(instruction === "exchange" ? "lateNoteExchange" : "lateNoteRefund");
