import type { OrderState } from "@sotto/openapi";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { Icon } from "../../ui/icon";
import { type MixMark, mixMarks } from "./mix-marks";

type MixedOrder = Order & Pick<{ [Key in keyof Order]: NonNullable<Order[Key]> }, "mixing">;

const isMixed = (order: Order): order is MixedOrder => order.mixing !== null;

/** States in which a mix still continues, or is complete. */
const SHOWN_STATES: readonly OrderState[] = [
  "waiting",
  "confirming",
  "screening",
  "exchanging",
  "mixing",
  "sending",
  "completed",
];

/** How far a mix is, as the engine reports it; what belongs to which round is never shown. */
export function Mixing({ order }: { order: Order }) {
  const t = useTranslations("mixProgress");
  if (!isMixed(order) || !SHOWN_STATES.includes(order.state)) return null;
  const [session, pool, rounds, sending] = mixMarks(order.mixing);
  return (
    <section className="panel p-4 sm:p-6" aria-labelledby="mix">
      <h2 id="mix" className="font-semibold tracking-tight">
        {t("title")}
      </h2>
      <ol className="mt-4 grid gap-4" aria-live="polite">
        <Step number={1} mark={session} name={{ open: "session", done: "session" }}>
          {t("sessionText")}
        </Step>
        <Step number={2} mark={pool} name={{ open: "pool", done: "poolDone" }}>
          {t(pool === "done" ? "poolDoneText" : "poolText")}
        </Step>
        <Step number={3} mark={rounds} name={{ open: "rounds", done: "roundsDone" }}>
          <Rounds mixing={order.mixing} />
        </Step>
        <Step number={4} mark={sending} name={{ open: "sending", done: "sendingDone" }}>
          <Sending order={order} />
        </Step>
      </ol>
      {order.mixing.step === "done" ? null : (
        <p className="mt-4 border-t pt-3 text-sm text-soft">{t("close")}</p>
      )}
    </section>
  );
}

type StepName =
  | "session"
  | "pool"
  | "poolDone"
  | "rounds"
  | "roundsDone"
  | "roundsNone"
  | "sending"
  | "sendingDone";

interface StepProps {
  number: number;
  mark: MixMark;
  name: { open: StepName; done: StepName };
  children: ReactNode;
}

const MARK_LOOKS: Readonly<Record<MixMark, string>> = {
  done: "border-accent bg-accent text-on-accent",
  left: "border-warn text-warn",
  current: "border-accent text-accent",
  open: "border-edge text-soft",
};

function Step({ number, mark, name, children }: StepProps) {
  const t = useTranslations("mixProgress");
  const isOver = mark === "done" || mark === "left";
  return (
    <li className="flex gap-3" aria-current={mark === "current" ? "step" : undefined}>
      <span
        className={`grid size-7 shrink-0 place-items-center rounded-full border text-sm font-semibold ${MARK_LOOKS[mark]}`}
        aria-hidden="true"
      >
        {mark === "done" ? <Icon name="check" className="size-4" /> : mark === "left" ? "–" : number}
      </span>
      <div className="min-w-0 grow text-sm">
        <p className={mark === "open" ? "text-soft" : "font-medium"}>
          {t(mark === "left" ? "roundsNone" : isOver ? name.done : name.open)}
          {isOver ? <span className="sr-only"> ({t(mark === "done" ? "done" : "leftOut")})</span> : null}
        </p>
        <div className="text-soft">{children}</div>
      </div>
    </li>
  );
}

/** Round n of N as they are on the chain; what was left out is said as such. */
function Rounds({ mixing }: { mixing: MixedOrder["mixing"] }) {
  const t = useTranslations("mixProgress");
  const { round, rounds, skipped, step } = mixing;
  const text = t("roundsText", { round, rounds });
  return (
    <>
      <p>{text}</p>
      {step === "session" ? null : (
        <progress className="confirmations mt-2" max={Math.max(1, rounds)} value={round} aria-label={text} />
      )}
      {skipped === 0 ? null : <p className="mt-1 text-warn">{t("skipped", { count: skipped })}</p>}
    </>
  );
}

/** What of the payout is on its way, and whether enough other mixes were there when it began. */
function Sending({ order }: { order: MixedOrder }) {
  const t = useTranslations("mixProgress");
  const { shortfall, step } = order.mixing;
  const addresses = order.privacySettings?.receiveAddresses.length ?? 1;
  const parts = order.payouts.length;
  return (
    <>
      <p>
        {step === "done"
          ? t("sentText", { count: parts })
          : parts > 0
            ? t("partsText", { count: parts })
            : t(step === "sending" ? "sendingSoon" : "sendingText", { count: addresses })}
      </p>
      {shortfall === null ? null : (
        <p className={shortfall > 0 ? "mt-1 text-warn" : "mt-1"}>
          {shortfall > 0 ? t("shortfall", { count: shortfall }) : t("company")}
        </p>
      )}
    </>
  );
}
