import type { OrderState, OrderStatus } from "@sotto/openapi";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { LoanStatus } from "./types";

type Tone = "quiet" | "open" | "good" | "warn" | "bad";

const LOOKS: Record<Tone, string> = {
  quiet: "border-line text-soft",
  open: "border-accent text-accent",
  good: "border-transparent bg-tint text-good",
  warn: "border-warn text-warn",
  bad: "border-bad text-bad",
};

/** A word in a frame; the colour says nothing that the word does not. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-sm border px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap ${LOOKS[tone]}`}
    >
      {children}
    </span>
  );
}

const ORDER_TONES: Record<OrderStatus, Tone> = {
  pending: "quiet",
  processing: "open",
  completed: "good",
  failed: "bad",
  expired: "quiet",
};

/** The status of an order. Pending is shown as waiting: the order waits for its payment. */
export function OrderBadge({ status }: { status: OrderStatus }) {
  const t = useTranslations("admin");
  return <Badge tone={ORDER_TONES[status]}>{t(`status.${status === "pending" ? "waiting" : status}`)}</Badge>;
}

/** The fine state, where it says more than the status does. */
export function StateBadge({ status, state }: { status: OrderStatus; state: OrderState }) {
  const t = useTranslations("admin");
  if (state === status || state === "waiting") return null;
  const isStuck = state === "hold" || state === "action_required";
  return <Badge tone={isStuck ? "warn" : "quiet"}>{t(`state.${state}`)}</Badge>;
}

const LOAN_TONES: Record<LoanStatus, Tone> = {
  pending: "quiet",
  processing: "open",
  completed: "good",
  failed: "bad",
  paid: "good",
};

/** The status of a loan; paid was marked by hand. */
export function LoanBadge({ status }: { status: LoanStatus }) {
  const t = useTranslations("admin");
  return <Badge tone={LOAN_TONES[status]}>{t(`status.${status}`)}</Badge>;
}
