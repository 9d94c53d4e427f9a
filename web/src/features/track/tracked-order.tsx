import type { Track } from "@sotto/openapi";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { Disc } from "../../ui/disc";

import { CoarseMoment } from "./coarse-moment";
import { endOf, NOTICE_OF, progressMarks } from "./journey";
import { isMixed, stateKey } from "./state-key";

/** A tracked order: its state, how far it is, when what happened, and its rounded figures. */
export function TrackedOrder({ order }: { order: Track }) {
  return (
    <section className="panel raised fade-in mt-6 p-5 sm:p-8" aria-labelledby="tracked">
      {isMixed(order) ? <TrackedMix order={order} /> : <TrackedExchange order={order} />}
    </section>
  );
}

/** For a mixed order only the status, and why there is no more. */
function TrackedMix({ order }: { order: Track }) {
  const t = useTranslations();
  return (
    <>
      <p className="text-sm text-soft">#{order.id}</p>
      <h2 id="tracked" className="display text-3xl/9">
        {t(stateKey(order))}
      </h2>
      <p className="mt-3 text-soft">{t("trackMixed.text")}</p>
    </>
  );
}

function TrackedExchange({ order }: { order: Track }) {
  const t = useTranslations();
  return (
    <>
      <p className="text-sm text-soft">#{order.id}</p>
      <h2 id="tracked" className="display text-3xl/9">
        {t(`state.${order.state}`)}
      </h2>
      <p className="mt-2 text-soft">{t(`track.${NOTICE_OF[order.state]}`)}</p>
      <ProgressList order={order} />
      <Figures order={order} />
    </>
  );
}

const LEVELS = { done: 1, current: 0.5, open: 0 } as const;

/** The four steps, the first and the last with their times, as coarse as they are known. */
function ProgressList({ order }: { order: Track }) {
  const t = useTranslations();
  const end = endOf(order.state);
  const isUnpaid = end === "expired" || end === "cancelled";
  const labels = [
    t("track.requestCreated"),
    isUnpaid ? t(`state.${end}`) : t("steps.waiting"),
    end === "failed" ? t("state.failed") : t("steps.processing"),
    end === "refunded" || order.state === "refunding" ? t("state.refunded") : t("steps.completed"),
  ];
  const endsAt = isUnpaid ? 1 : end === "failed" ? 2 : 3;
  const times: Readonly<Record<number, string | null>> = { 0: order.createdAt, [endsAt]: order.completedAt };
  return (
    <ol className="mt-5" aria-label={t("track.progress")}>
      {progressMarks(order.state).map((mark, index) => (
        <li
          key={labels[index]}
          aria-current={mark === "current" ? "step" : undefined}
          className={`flex items-center gap-4 border-b py-3 ${mark === "current" ? "font-semibold" : ""} ${mark === "open" ? "text-soft" : ""}`}
        >
          <Disc level={isUnpaid && mark === "current" ? 0 : LEVELS[mark]} className="size-7" />
          {labels[index]}
          <span className="ml-auto text-right text-sm font-normal text-soft">
            <Coarse at={times[index] ?? null} grain={order.timeGrain} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Coarse({ at, grain }: { at: string | null; grain: number | null }) {
  return at === null || grain === null ? null : <CoarseMoment at={at} grainSeconds={grain} />;
}

/** Rounded amounts, each by the name that is true of it now. */
function Figures({ order }: { order: Track }) {
  const t = useTranslations("track");
  const page = useTranslations("trackPage");
  const { language } = usePage();
  const sum = (amount: string | null, currency: string | null) =>
    amount === null ? null : `${formatDecimal(amount, language)} ${currency ?? ""}`;
  const { basis, state } = order;
  const hasArrived = basis === "arrived" || basis === "exchanged" || basis === "refunded";
  const isUnpaid = basis === "none" && state !== "failed";
  return (
    <dl className="mt-5 grid gap-x-4 gap-y-3 text-sm sm:grid-cols-3">
      <Fact name={hasArrived ? page("sentDone") : isUnpaid ? page("ordered") : t("sent")}>
        {sum(order.sendAmount, order.sendCurrency)}
      </Fact>
      <Fact name={state === "completed" ? page("receivedDone") : t("received")}>
        {sum(order.receiveAmount, order.receiveCurrency)}
      </Fact>
      <Fact name={page(state === "refunded" ? "refundedDone" : "refunds")}>
        {sum(order.refundAmount, order.sendCurrency)}
      </Fact>
      <Fact name={t("address")}>{order.refundAmount === null ? order.receiveAddress : null}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return null;
  return (
    <div className="max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4">
      <dt className="text-soft">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
