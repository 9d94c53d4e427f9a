import type { Track } from "@sotto/openapi";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { Icon } from "../../ui/icon";
import { Moment } from "../../ui/time";
import { endOf, NOTICE_OF, progressMarks, type StepMark } from "./journey";
import { isMixed, stateKey } from "./load";

/** A tracked order: its state, how far it is, when what happened, and its rounded figures. */
export function TrackedOrder({ order }: { order: Track }) {
  return isMixed(order) ? <TrackedMix order={order} /> : <TrackedExchange order={order} />;
}

/** For a mixed order only the status, and why there is no more. */
function TrackedMix({ order }: { order: Track }) {
  const t = useTranslations();
  const isBad = order.status === "failed" || order.status === "expired";
  return (
    <section className="panel fade-in mt-4 p-4 sm:p-6" aria-labelledby="tracked">
      <p className="text-sm text-soft">#{order.id}</p>
      <h2 id="tracked" className={`text-xl font-semibold tracking-tight ${isBad ? "text-warn" : ""}`}>
        {t(stateKey(order))}
      </h2>
      <p className="mt-2 rounded-md bg-tint p-3 text-sm">{t("trackMixed.text")}</p>
    </section>
  );
}

function TrackedExchange({ order }: { order: Track }) {
  const t = useTranslations();
  const end = endOf(order.state);
  const isBad = end !== null && end !== "completed" && end !== "refunded";
  const needsSomebody = order.state === "action_required" || order.state === "hold";
  return (
    <section className="panel fade-in mt-4 p-4 sm:p-6" aria-labelledby="tracked">
      <p className="text-sm text-soft">#{order.id}</p>
      <h2
        id="tracked"
        className={`text-xl font-semibold tracking-tight ${isBad || needsSomebody ? "text-warn" : ""}`}
      >
        {t(`state.${order.state}`)}
      </h2>
      <p className="mt-2 rounded-md bg-tint p-3 text-sm">{t(`track.${NOTICE_OF[order.state]}`)}</p>
      <ProgressList order={order} />
      <Timeline order={order} />
      <Figures order={order} />
    </section>
  );
}

function ProgressList({ order }: { order: Track }) {
  const t = useTranslations();
  const end = endOf(order.state);
  const marks = progressMarks(order.state);
  const isUnpaid = end === "expired" || end === "cancelled";
  const labels = [
    t("track.requestCreated"),
    isUnpaid ? t(`state.${end}`) : t("steps.waiting"),
    end === "failed" ? t("state.failed") : t("steps.processing"),
    end === "refunded" || order.state === "refunding" ? t("state.refunded") : t("steps.completed"),
  ];
  const isStopped = isUnpaid || end === "failed";
  return (
    <ol className="mt-5 grid grid-cols-4 gap-1.5 sm:gap-2" aria-label={t("track.progress")}>
      {marks.map((mark, index) => (
        <li
          key={labels[index]}
          aria-current={mark === "current" ? "step" : undefined}
          className={`min-w-0 border-t-2 pt-2 text-[0.6875rem] leading-4 break-words in-[:lang(ja)]:text-xs in-[:lang(zh)]:text-xs hyphens-auto max-sm:tracking-tight sm:text-sm ${lineOf(mark, isStopped)} ${mark === "current" ? "font-semibold" : ""}`}
        >
          <span className="sm:flex sm:items-start sm:gap-1">
            {mark === "done" ? (
              <Icon name="check" className="mt-px size-4 text-accent max-sm:hidden" />
            ) : null}
            {labels[index]}
          </span>
        </li>
      ))}
    </ol>
  );
}

function lineOf(mark: StepMark, isStopped: boolean): string {
  if (mark === "open") return "border-line text-soft";
  return mark === "current" && isStopped ? "border-warn text-warn" : "border-accent";
}

/** Three steps with what is known of their times. */
function Timeline({ order }: { order: Track }) {
  const t = useTranslations();
  const end = endOf(order.state);
  const isProcessing = order.status === "processing" || end === "completed" || end === "refunded";
  const steps = [
    {
      label: t("track.requestCreated"),
      isLit: true,
      note: order.createdAt === null ? null : <Moment at={order.createdAt} />,
    },
    { label: t("steps.processing"), isLit: isProcessing, note: isProcessing ? null : t("track.pending") },
    {
      label: end === null ? t("steps.completed") : t(`state.${end}`),
      isLit: end !== null,
      note: order.completedAt === null ? t("track.pending") : <Moment at={order.completedAt} />,
    },
  ];
  const shown = end === "expired" || end === "cancelled" || end === "failed" ? [steps[0], steps[2]] : steps;
  return (
    <ol className="mt-6 border-t pt-5" aria-label={t("track.timeline")}>
      {shown.map((step, index) =>
        step === undefined ? null : (
          <li key={step.label} className="relative flex gap-3 pb-5 last:pb-0">
            {index === shown.length - 1 ? null : (
              <span
                className={`absolute top-6 bottom-0 left-3 w-px ${shown[index + 1]?.isLit === true ? "bg-accent" : "bg-line"}`}
                aria-hidden="true"
              />
            )}
            <Dot isLit={step.isLit} />
            <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4">
              <span className={step.isLit ? "font-medium" : "text-soft"}>{step.label}</span>
              <span className="text-sm text-soft">{step.note}</span>
            </span>
          </li>
        ),
      )}
    </ol>
  );
}

function Dot({ isLit }: { isLit: boolean }) {
  return (
    <span
      className={`grid size-6 shrink-0 place-items-center rounded-full border ${isLit ? "border-accent bg-accent text-on-accent" : "border-edge bg-panel"}`}
      aria-hidden="true"
    >
      {isLit ? <Icon name="check" className="size-4" /> : null}
    </span>
  );
}

function Figures({ order }: { order: Track }) {
  const t = useTranslations("track");
  const { language } = usePage();
  const sum = (amount: string | null, currency: string | null) =>
    amount === null ? null : `${formatDecimal(amount, language)} ${currency ?? ""}`;
  const sent = sum(order.sendAmount, order.sendCurrency);
  const received = sum(order.receiveAmount, order.receiveCurrency);
  return (
    <dl className="mt-6 grid gap-x-4 gap-y-3 border-t pt-4 text-sm sm:grid-cols-3">
      <Fact name={t("sent")}>{sent}</Fact>
      <Fact name={t("received")}>{received}</Fact>
      <Fact name={t("address")}>{order.receiveAddress}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return null;
  return (
    <div className="max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4">
      <dt className="text-xs text-soft">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
